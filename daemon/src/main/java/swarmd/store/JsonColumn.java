package swarmd.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/** Lists are kept as JSON arrays, so that a person can read the table. */
final class JsonColumn {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EMPTY = "[]";

  private JsonColumn() {}

  static String write(List<?> values) {
    try {
      return values.isEmpty() ? EMPTY : JSON.writeValueAsString(values);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<Long> numbers(String text) {
    return read(text, new TypeReference<List<Long>>() {});
  }

  static List<String> texts(String text) {
    return read(text, new TypeReference<List<String>>() {});
  }

  private static <T> List<T> read(String text, TypeReference<List<T>> type) {
    try {
      return text.equals(EMPTY) ? List.of() : JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
