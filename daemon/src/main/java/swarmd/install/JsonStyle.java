package swarmd.install;

import java.util.List;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import swarmd.json.Json;

/** The layout of a settings file, so that additions match it. */
record JsonStyle(String unit, String lineEnd) {
  private static final String DEFAULT_UNIT = "  ";

  static JsonStyle of(String text) {
    String lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
    String unit =
        text.lines()
            .skip(1)
            .filter(line -> !line.isBlank() && Character.isWhitespace(line.charAt(0)))
            .map(line -> line.substring(0, line.length() - line.stripLeading().length()))
            .filter(indent -> indent.chars().distinct().count() == 1)
            .findFirst()
            .orElse(DEFAULT_UNIT);
    return new JsonStyle(unit, lineEnd);
  }

  /**
   * Formats a value over several lines.
   *
   * @param value of maps, lists, strings and numbers
   * @param indent of the line in which it starts
   */
  String lines(Object value, String indent) {
    String inner = indent + unit;
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      return map.entrySet().stream()
          .map(e -> inner + scalar(e.getKey()) + ": " + lines(e.getValue(), inner))
          .collect(joined("{", indent, "}"));
    }
    if (value instanceof List<?> list && !list.isEmpty()) {
      return list.stream()
          .map(element -> inner + lines(element, inner))
          .collect(joined("[", indent, "]"));
    }
    return oneLine(value);
  }

  private Collector<CharSequence, ?, String> joined(String open, String indent, String close) {
    return Collectors.joining("," + lineEnd, open + lineEnd, lineEnd + indent + close);
  }

  static String oneLine(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(e -> scalar(e.getKey()) + ": " + oneLine(e.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(JsonStyle::oneLine).collect(Collectors.joining(", ", "[", "]"));
    }
    return scalar(value);
  }

  static String scalar(Object value) {
    return Json.object(Map.of("v", value)).get("v").toString();
  }
}
