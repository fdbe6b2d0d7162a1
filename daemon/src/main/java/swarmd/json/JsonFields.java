package swarmd.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of a JSON object; every complaint names the field and what it should be. */
public final class JsonFields {
  private final JsonNode object;
  private final String place;
  private final Set<String> known = new LinkedHashSet<>();

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
   * @param place where in the body the object stands, for messages; ends with a dot or is empty
   */
  public static JsonFields of(JsonNode node, String place) {
    if (!node.isObject()) {
      String what = place.isEmpty() ? "the body" : place.substring(0, place.length() - 1);
      throw InvalidInput.because(what + " must be a JSON object");
    }
    return new JsonFields(node, place);
  }

  public Optional<JsonNode> node(String name) {
    known.add(name);
    return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
  }

  public Optional<String> text(String name, int maxLength) {
    return node(name).map(node -> text(node, name, maxLength));
  }

  public String requiredText(String name, int maxLength) {
    return name(name, maxLength).orElseThrow(() -> wrong(name, "is missing; it must be a string"));
  }

  /** A text that, where it is given, says something. */
  public Optional<String> name(String name, int maxLength) {
    Optional<String> text = text(name, maxLength);
    if (text.filter(String::isBlank).isPresent()) {
      throw wrong(name, "must not be blank");
    }
    return text;
  }

  private String text(JsonNode node, String name, int maxLength) {
    if (!node.isTextual()) {
      throw wrong(name, "must be a string, not " + describe(node));
    }
    if (node.textValue().length() > maxLength) {
      throw wrong(name, "is longer than " + maxLength + " characters");
    }
    return node.textValue();
  }

  public long number(String name, long otherwise, long min, long max) {
    return node(name).map(node -> number(node, name, min, max)).orElse(otherwise);
  }

  public Optional<Long> number(String name, long min, long max) {
    return node(name).map(node -> number(node, name, min, max));
  }

  private long number(JsonNode node, String name, long min, long max) {
    if (!node.canConvertToLong() || !node.isIntegralNumber()) {
      throw wrong(name, "must be a whole number, not " + describe(node));
    }
    if (node.longValue() < min || node.longValue() > max) {
      throw wrong(name, "must be from " + min + " to " + max + ", not " + node.longValue());
    }
    return node.longValue();
  }

  public List<String> texts(String name, int maxCount, int maxLength) {
    List<String> texts = new ArrayList<>();
    for (JsonNode item : list(name, maxCount)) {
      texts.add(text(item, name, maxLength));
    }
    return texts;
  }

  /** An object whose values are all strings. */
  public Map<String, String> textsByName(String name, int maxLength) {
    Map<String, String> texts = new LinkedHashMap<>();
    JsonNode object = node(name).orElseGet(Json::object);
    if (!object.isObject()) {
      throw wrong(name, "must be an object, not " + describe(object));
    }
    for (Map.Entry<String, JsonNode> entry : object.properties()) {
      String place = name + "." + shortened(entry.getKey());
      texts.put(entry.getKey(), text(entry.getValue(), place, maxLength));
    }
    return texts;
  }

  public List<JsonNode> list(String name, int maxCount) {
    JsonNode list = node(name).orElse(null);
    if (list == null) {
      return List.of();
    }
    if (!list.isArray()) {
      throw wrong(name, "must be a list, not " + describe(list));
    }
    if (list.size() > maxCount) {
      throw wrong(name, "has " + list.size() + " entries, at most " + maxCount + " are allowed");
    }
    List<JsonNode> items = new ArrayList<>();
    list.forEach(items::add);
    return items;
  }

  /** Refuses fields that nobody asked for: they are most likely misspelt. */
  public void refuseOthers() {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                throw InvalidInput.because(
                    "unknown field '%s%s'; known are %s"
                        .formatted(place, shortened(name), String.join(", ", known)));
              }
            });
  }

  private InvalidInput wrong(String name, String complaint) {
    return InvalidInput.because("field '" + place + name + "' " + complaint);
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
