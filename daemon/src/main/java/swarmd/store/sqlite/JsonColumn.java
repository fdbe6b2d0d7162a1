package swarmd.store.sqlite;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/** Lists and maps are kept as JSON, so that a person can read the table. */
final class JsonColumn {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EMPTY = "[]";

  private JsonColumn() {}

  static String write(List<?> values) {
    return values.isEmpty() ? EMPTY : text(values);
  }

  static String write(Map<String, ?> fields) {
    return text(fields);
  }

  private static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<Long> numbers(String text) {
    return text.equals(EMPTY) ? List.of() : read(text, new TypeReference<List<Long>>() {});
  }

  static List<String> texts(String text) {
    return text.equals(EMPTY) ? List.of() : read(text, new TypeReference<List<String>>() {});
  }

  static Map<String, Integer> numbersByName(String text) {
    return text.equals("{}") ? Map.of() : read(text, new TypeReference<Map<String, Integer>>() {});
  }

  static Map<String, Object> fields(String text) {
    return read(text, new TypeReference<Map<String, Object>>() {});
  }

  private static <T> T read(String text, TypeReference<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
