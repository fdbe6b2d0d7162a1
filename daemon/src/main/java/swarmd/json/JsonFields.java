package swarmd.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import swarmd.common.DurationRange;
import swarmd.common.InvalidValue;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.usage.UsageProblem;

/** Reads the fields of a JSON object; errors name the field and what it should be. */
public final class JsonFields {
  private final JsonNode object;
  private final String place;
  private final Set<String> knownNames = new LinkedHashSet<>();

  private JsonFields(JsonNode object, String place) {
    this.object = object;
    this.place = place;
  }

  public static JsonFields of(byte[] body) {
    return of(Json.parse(body), "");
  }

  /**
   * The fields of an object within the body.
   *
   * @param place the path of the object in the body, for messages; ends with a dot or is empty
   */
  public static JsonFields of(JsonNode node, String place) {
    if (!node.isObject()) {
      throw place.isEmpty()
          ? InvalidInput.ofBody("must be a JSON object")
          : InvalidInput.because(place.substring(0, place.length() - 1) + " must be a JSON object");
    }
    return new JsonFields(node, place);
  }

  /** Creates a value from these fields; an {@link InvalidValue} gets the path of this object. */
  public <T> T create(Supplier<T> value) {
    try {
      return value.get();
    } catch (InvalidValue e) {
      throw e.within(place);
    }
  }

  public Optional<JsonNode> node(String name) {
    knownNames.add(name);
    return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
  }

  public Optional<String> text(TextLength limit) {
    return node(limit.field()).map(node -> text(node, limit));
  }

  public String requiredText(TextLength limit) {
    return text(limit).orElseThrow(() -> missing(limit.field(), "a string"));
  }

  /** Most often, the field is there under a misspelt name. */
  private RuntimeException missing(String required, String kind) {
    List<String> candidates = new ArrayList<>();
    object.fieldNames().forEachRemaining(candidates::add);
    candidates.removeAll(knownNames);
    return candidates.stream()
        .filter(name -> UsageProblem.suggested(name, Set.of(required)).isPresent())
        .findFirst()
        .<RuntimeException>map(name -> unknown(name, Set.of(required)))
        .orElseGet(() -> invalid(required, "is missing; it must be " + kind));
  }

  private String text(JsonNode node, TextLength limit) {
    if (!node.isTextual()) {
      throw invalid(limit.field(), "must be a string, not " + describe(node));
    }
    return create(() -> limit.check(node.textValue()));
  }

  public Optional<Long> number(NumberRange limit) {
    return wholeNumber(limit.field()).map(number -> create(() -> limit.check(number)));
  }

  public long requiredNumber(NumberRange limit) {
    return number(limit).orElseThrow(() -> missing(limit.field(), "a number"));
  }

  /** Returns the default if the field is absent. */
  public int integer(NumberRange limit, int defaultValue) {
    return number(limit).map(Math::toIntExact).orElse(defaultValue);
  }

  /** Reads a duration in milliseconds. */
  public Optional<Duration> duration(DurationRange limit) {
    return wholeNumber(limit.field())
        .map(millis -> create(() -> limit.check(Duration.ofMillis(millis))));
  }

  private Optional<Long> wholeNumber(String name) {
    return node(name)
        .map(
            node -> {
              if (!node.canConvertToLong() || !node.isIntegralNumber()) {
                throw invalid(name, "must be a whole number, not " + describe(node));
              }
              return node.longValue();
            });
  }

  /** False if the field is absent. */
  public boolean flag(String name) {
    return node(name)
        .map(
            node -> {
              if (!node.isBoolean()) {
                throw invalid(name, "must be true or false, not " + describe(node));
              }
              return node.booleanValue();
            })
        .orElse(false);
  }

  public List<String> texts(ListSize size, TextLength each) {
    return list(size).stream().map(item -> text(item, each)).toList();
  }

  /** The same for a list that has to be there, though it may be empty. */
  public List<String> requiredTexts(ListSize size, TextLength each) {
    if (node(size.field()).isEmpty()) {
      throw missing(size.field(), "a list of strings");
    }
    return texts(size, each);
  }

  /** An object whose values are all strings. */
  public Map<String, String> textsByName(TextLength each) {
    Map<String, String> texts = new LinkedHashMap<>();
    JsonNode map = node(each.field()).orElseGet(Json::object);
    if (!map.isObject()) {
      throw invalid(each.field(), "must be an object, not " + describe(map));
    }
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String name = each.field() + "." + shortened(entry.getKey());
      texts.put(
          entry.getKey(),
          text(entry.getValue(), new TextLength(name, each.min(), each.max(), each.oneLine())));
    }
    return texts;
  }

  /** The entries of a list; empty if it is absent. */
  public List<JsonNode> list(ListSize size) {
    return node(size.field()).map(list -> entries(list, size)).orElse(List.of());
  }

  private List<JsonNode> entries(JsonNode list, ListSize size) {
    if (!list.isArray()) {
      throw invalid(size.field(), "must be a list, not " + describe(list));
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return create(() -> size.check(items));
  }

  /** Rejects fields that were not read, because they are most likely misspelt. */
  public void rejectUnknown() {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!knownNames.contains(name)) {
                throw unknown(name, knownNames);
              }
            });
  }

  private InvalidInput unknown(String name, Set<String> known) {
    return InvalidInput.because(
        "unknown field '%s%s'%s"
            .formatted(
                place,
                shortened(name),
                UsageProblem.suggested(name, known)
                    .orElse("; known fields: " + String.join(", ", known))));
  }

  private InvalidValue invalid(String name, String problem) {
    return new InvalidValue(place + name, problem);
  }

  private static String describe(JsonNode node) {
    return node.getNodeType() == JsonNodeType.NUMBER
        ? shortened(node.asText())
        : node.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 40) + "…";
  }
}
