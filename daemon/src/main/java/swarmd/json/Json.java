package swarmd.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.text.Utf8;
import swarmd.text.Visible;

/** Reads and writes JSON. */
public final class Json {
  private static final int MAX_DEPTH = 200;

  /** 16 MiB of tiny values would take many times as much memory once parsed. */
  private static final int MAX_TOKENS = 500_000;

  /** Finding words for a fault takes as much memory as the values before it. */
  private static final int MAX_EXPLAINED_BYTES = 1 << 20;

  private static final byte DELETE = 0x7f;

  private static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_DEPTH)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final ObjectReader ANYTHING = MAPPER.readerFor(Object.class);

  private static final ObjectReader UNIQUE =
      ANYTHING.with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

  private static final ObjectReader UNIQUE_TREE =
      MAPPER.reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

  private Json() {}

  /** Returns when the classes are loaded. It takes a while, so another thread can do it early. */
  public static void load() {}

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** The reverse of {@link #parseObject}, without changing any value. */
  public static ObjectNode object(Map<String, ?> values) {
    return MAPPER.valueToTree(values);
  }

  /** A copy of a parsed object, whose keys are strings. */
  public static Map<String, Object> fields(Map<?, ?> object) {
    Map<String, Object> fields = new LinkedHashMap<>();
    object.forEach((name, value) -> fields.put(String.valueOf(name), value));
    return fields;
  }

  /** Hidden characters are escaped, because people read JSON in terminals, too. */
  public static byte[] bytes(JsonNode node) {
    byte[] bytes = exactBytes(node);
    return mayHide(bytes)
        ? escapeHidden(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8)
        : bytes;
  }

  /** Hidden characters stay as they are: for hashes. */
  public static byte[] exactBytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException loneSurrogate) {
      return escapedBytes(node);
    }
  }

  /** In one line. */
  public static String text(JsonNode node) {
    return escapeHidden(node.toString());
  }

  private static boolean mayHide(byte[] bytes) {
    for (byte each : bytes) {
      if (each < 0 || each == DELETE) {
        return true;
      }
    }
    return false;
  }

  /** In JSON, such a character can only be part of a string, where an escape means the same. */
  private static String escapeHidden(String json) {
    StringBuilder escaped = new StringBuilder(json.length() + 16);
    json.codePoints()
        .forEach(
            c -> {
              boolean layout = c == '\n' || c == '\r';
              if (!layout && (Visible.isHidden(c) || Character.getType(c) == Character.FORMAT)) {
                for (char unit : Character.toChars(c)) {
                  escaped.append("\\u%04x".formatted((int) unit));
                }
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  /** UTF-8 cannot encode a lone surrogate, but JSON can escape it, and hosts send them. */
  private static byte[] escapedBytes(JsonNode node) {
    try {
      return MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String pretty(JsonNode node) {
    return escapeHidden(node.toPrettyString());
  }

  /** Throws {@link InvalidInput} with the position if the body is not valid JSON in UTF-8. */
  public static JsonNode parse(byte[] body) {
    return parse(body, MAPPER::readTree);
  }

  /** The same, but an object at any depth must not have two fields with the same name. */
  public static JsonNode parseUnique(byte[] body) {
    return parse(body, UNIQUE_TREE::readTree);
  }

  /**
   * Returns maps, lists, strings, booleans, nulls and Integer, Long, BigInteger or Double. The last
   * of several fields with the same name wins, as it does for the hosts.
   */
  public static Map<String, Object> parseObject(byte[] body) {
    return parseObject(body, ANYTHING);
  }

  /** The same, but an object at any depth must not have two fields with the same name. */
  public static Map<String, Object> parseUniqueObject(byte[] body) {
    return parseObject(body, UNIQUE);
  }

  @SuppressWarnings("unchecked") // names in JSON are strings
  private static Map<String, Object> parseObject(byte[] body, ObjectReader reader) {
    if (!(parse(body, reader::readValue) instanceof Map<?, ?> found)) {
      throw InvalidInput.ofBody("must be a JSON object");
    }
    return (Map<String, Object>) found;
  }

  /** All texts of these fields of an object, even if it has them twice or is cut off. */
  public static List<String> textsAtTop(byte[] body, Set<String> names) {
    List<String> texts = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = names.contains(parser.currentName());
        if (parser.nextToken() == JsonToken.VALUE_STRING && wanted) {
          texts.add(parser.getText());
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      return texts; // of those before the fault
    }
    return texts;
  }

  private static <T> T parse(byte[] body, Parser<T> parser) {
    if (body.length == 0) {
      throw InvalidInput.ofBody("is empty; send a JSON object");
    }
    if (!isUtf8(body)) {
      throw InvalidInput.ofBody("is not valid UTF-8");
    }
    try {
      return parser.read(body);
    } catch (StreamConstraintsException e) {
      throw InvalidInput.ofBody(
          "is nested more than %d levels deep, has more than %d values, or has a number or text that is too long"
              .formatted(MAX_DEPTH, MAX_TOKENS));
    } catch (JsonProcessingException e) {
      throw InvalidInput.ofBody("is not valid JSON, " + fault(body, e));
    } catch (IOException e) {
      throw InvalidInput.ofBody("is not valid JSON");
    }
  }

  /** Where and what the fault is, since the parser's own words are not for people. */
  private static String fault(byte[] body, JsonProcessingException failure) {
    try {
      if (body.length <= MAX_EXPLAINED_BYTES) {
        JsonReader.read(new String(body, StandardCharsets.UTF_8), false);
      }
    } catch (MalformedJson e) {
      return e.getMessage();
    }
    JsonLocation at = failure.getLocation();
    return at == null
        ? "somewhere"
        : "line %d, column %d: is a name there twice?".formatted(at.getLineNr(), at.getColumnNr());
  }

  /**
   * The parser itself would read overlong forms, and other encodings that it detects by their
   * zeros, which JSON does not have.
   */
  private static boolean isUtf8(byte[] body) {
    for (byte each : body) {
      if (each == 0) {
        return false;
      }
    }
    return Utf8.isValid(body);
  }

  private interface Parser<T> {
    T read(byte[] body) throws IOException;
  }
}
