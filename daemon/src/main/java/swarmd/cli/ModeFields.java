package swarmd.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import swarmd.modes.Mode;
import swarmd.modes.ModeOption;

/** The command-line options for the fields that modes declare. */
final class ModeFields {
  private static final String PROMPT = "--prompt";

  private ModeFields() {}

  static void addOptions(CommandSpec command) {
    command.addOption(
        OptionSpec.builder(PROMPT)
            .paramLabel("TEXT")
            .type(String.class)
            .description("The work to do.")
            .build());
    names().forEach(name -> command.addOption(option(find(name, Stream.of(Mode.values())))));
  }

  /**
   * The fields that the parsed options set. An option of another mode sets that mode's field, which
   * this mode then refuses by name.
   */
  static Map<String, Object> of(Mode mode, ParseResult parsed) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (parsed.hasMatchedOption(PROMPT)) {
      fields.put("prompt", parsed.<String>matchedOptionValue(PROMPT, ""));
    }
    names()
        .filter(parsed::hasMatchedOption)
        .map(name -> find(name, Stream.concat(Stream.of(mode), Stream.of(Mode.values()))))
        .forEach(option -> fields.put(option.field(), value(option, parsed)));
    return fields;
  }

  private static Stream<String> names() {
    return Arrays.stream(Mode.values())
        .flatMap(mode -> mode.options().stream())
        .map(ModeOption::name)
        .distinct();
  }

  private static ModeOption find(String name, Stream<Mode> modes) {
    return modes
        .flatMap(mode -> mode.options().stream())
        .filter(option -> option.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Object value(ModeOption option, ParseResult parsed) {
    return option instanceof ModeOption.Flag flag
        ? flag.value()
        : parsed.matchedOption(option.name()).getValue();
  }

  private static OptionSpec option(ModeOption declared) {
    String name = declared.name();
    OptionSpec.Builder option = OptionSpec.builder(name).description(description(name));
    return declared instanceof ModeOption.Argument argument
        ? option.paramLabel(argument.label()).type(argument.type()).build()
        : option.type(boolean.class).build();
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
