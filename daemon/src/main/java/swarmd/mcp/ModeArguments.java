package swarmd.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.InvalidValue;
import swarmd.json.JsonFields;
import swarmd.modes.Mode;
import swarmd.modes.ModeOption;

/** The arguments for the fields that modes declare, by the names of their options. */
final class ModeArguments {
  private static final String MODE = "mode";

  private ModeArguments() {}

  static Schema schema() {
    Schema schema =
        new Schema()
            .choice(
                MODE, Stream.of(Mode.values()).map(Mode::label).toList(), "The mode to change.");
    names().forEach(name -> add(schema, name));
    return schema.requires(MODE);
  }

  private static void add(Schema schema, String name) {
    ModeOption declared = find(name, Stream.of(Mode.values()));
    String type =
        declared instanceof ModeOption.Argument argument
            ? argument.type() == Integer.class ? "integer" : "string"
            : "boolean";
    schema.plain(argument(name), type, description(name));
  }

  static Mode mode(JsonFields fields) {
    String label =
        fields
            .node(MODE)
            .filter(JsonNode::isTextual)
            .map(JsonNode::textValue)
            .orElseThrow(() -> new InvalidValue(MODE, "is missing; it must be a mode's name"));
    return Mode.of(label)
        .orElseThrow(() -> new InvalidValue(MODE, "must be a mode's name, not '" + label + "'"));
  }

  /** An option of another mode sets that mode's field, which this mode then refuses by name. */
  static Map<String, Object> values(Mode mode, JsonFields fields) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name : names()) {
      fields
          .node(argument(name))
          .ifPresent(
              node -> {
                ModeOption option =
                    find(name, Stream.concat(Stream.of(mode), Stream.of(Mode.values())));
                put(option, node, values);
              });
    }
    fields.rejectUnknown();
    return values;
  }

  private static void put(ModeOption option, JsonNode node, Map<String, Object> values) {
    if (option instanceof ModeOption.Flag flag) {
      if (!node.isBoolean()) {
        throw new InvalidValue(argument(option.name()), "must be true or false");
      }
      if (node.booleanValue()) {
        values.put(flag.field(), flag.value());
      }
      return;
    }
    boolean number = ((ModeOption.Argument) option).type() == Integer.class;
    if (number ? !node.canConvertToInt() || !node.isIntegralNumber() : !node.isTextual()) {
      throw new InvalidValue(
          argument(option.name()), number ? "must be a whole number" : "must be a string");
    }
    values.put(option.field(), number ? (Object) node.intValue() : node.textValue());
  }

  private static List<String> names() {
    return Arrays.stream(Mode.values())
        .flatMap(mode -> mode.options().stream())
        .map(ModeOption::name)
        .distinct()
        .toList();
  }

  private static String argument(String option) {
    return option.substring("--".length()).replace('-', '_');
  }

  private static ModeOption find(String name, Stream<Mode> modes) {
    return modes
        .flatMap(mode -> mode.options().stream())
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String description(String name) {
    return Arrays.stream(Mode.values())
        .flatMap(
            mode ->
                mode.options().stream()
                    .filter(option -> option.name().equals(name))
                    .map(option -> mode.label() + ": " + option.description()))
        .collect(Collectors.joining("; ", "", "."));
  }
}
