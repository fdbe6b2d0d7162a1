package swarmd.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON value that knows where it stands, so that a complaint about it can say so.
 *
 * @param value a map of names, a list, a string, a number, a boolean, or empty for null
 * @param repeated names of its fields that are there more than once
 */
public record Located(Optional<Object> value, int line, int column, Set<String> repeated) {
  private static final int MAX_DEPTH = 100;
  private static final JsonFactory STRICT =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();
  private static final JsonFactory WITH_COMMENTS =
      STRICT.rebuild().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  /** Of several fields of one name the last counts, as it does for the hosts. */
  public static Located parse(byte[] text) throws NoJson {
    return parse(STRICT, text);
  }

  /** As Gemini CLI reads its settings. */
  public static Located parseWithComments(byte[] text) throws NoJson {
    return parse(WITH_COMMENTS, text);
  }

  private static Located parse(JsonFactory factory, byte[] text) throws NoJson {
    try (JsonParser parser = factory.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new NoJson(1, 1, "it is empty");
      }
      Located root = read(parser);
      if (parser.nextToken() != null) {
        JsonLocation more = parser.currentTokenLocation();
        throw new NoJson(more.getLineNr(), more.getColumnNr(), "there is more after its end");
      }
      return root;
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      throw new NoJson(
          Math.max(1, place.getLineNr()), Math.max(1, place.getColumnNr()), e.getOriginalMessage());
    } catch (IOException e) {
      throw new NoJson(1, 1, String.valueOf(e.getMessage()));
    }
  }

  private static Located read(JsonParser parser) throws IOException {
    JsonLocation place = parser.currentTokenLocation();
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return new Located(value(parser), place.getLineNr(), place.getColumnNr(), Set.of());
    }
    Set<String> repeated = new LinkedHashSet<>();
    Map<String, Located> fields = fields(parser, repeated);
    return new Located(
        Optional.of(fields),
        place.getLineNr(),
        place.getColumnNr(),
        Collections.unmodifiableSet(repeated));
  }

  private static Optional<Object> value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_ARRAY -> Optional.of(items(parser));
      case VALUE_STRING -> Optional.of(parser.getText());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Optional.of(parser.getNumberValue());
      case VALUE_TRUE -> Optional.of(true);
      case VALUE_FALSE -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Map<String, Located> fields(JsonParser parser, Set<String> repeated)
      throws IOException {
    Map<String, Located> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (fields.put(name, read(parser)) != null) {
        repeated.add(name);
      }
    }
    return Collections.unmodifiableMap(fields);
  }

  private static List<Located> items(JsonParser parser) throws IOException {
    List<Located> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(read(parser));
    }
    return Collections.unmodifiableList(items);
  }

  /** The fields in their order, if it is an object. */
  public Optional<Map<String, Located>> fields() {
    return value
        .filter(Map.class::isInstance)
        .map(
            found -> {
              Map<String, Located> fields = new LinkedHashMap<>();
              ((Map<?, ?>) found)
                  .forEach((name, field) -> fields.put((String) name, (Located) field));
              return fields;
            });
  }

  public Optional<List<Located>> items() {
    return value
        .filter(List.class::isInstance)
        .map(found -> ((List<?>) found).stream().map(Located.class::cast).toList());
  }

  public Optional<String> text() {
    return value.filter(String.class::isInstance).map(String.class::cast);
  }

  public Optional<Number> number() {
    return value.filter(Number.class::isInstance).map(Number.class::cast);
  }

  public Optional<Boolean> flag() {
    return value.filter(Boolean.class::isInstance).map(Boolean.class::cast);
  }

  public boolean isNull() {
    return value.isEmpty();
  }

  /** What kind of value it is, for messages. */
  public String kind() {
    if (value.isEmpty()) {
      return "null";
    }
    Object found = value.get();
    if (found instanceof Map) {
      return "an object";
    }
    if (found instanceof List) {
      return "a list";
    }
    return found instanceof String text
        ? "\"" + (text.length() <= 40 ? text : text.substring(0, 40) + "…") + "\""
        : found.toString();
  }

  /** It is no JSON; where, and why. */
  public static final class NoJson extends Exception {
    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;

    NoJson(int line, int column, String message) {
      super(message, null, false, false);
      this.line = line;
      this.column = column;
    }

    public int line() {
      return line;
    }

    public int column() {
      return column;
    }
  }
}
