package swarmd.builtin.context;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The fields between two lines of dashes at the beginning of a file, and the text after them.
 * Lenient, because people do not always write valid YAML: a glob may begin with an unquoted star.
 */
record FrontMatter(Map<String, List<String>> fields, String body) {
  private static final String FENCE = "---";
  private static final int MAX_LINES = 200;
  private static final Pattern BLOCK = Pattern.compile("[>|][+-]?");

  static FrontMatter of(String text) {
    List<String> lines = text.lines().limit(MAX_LINES).map(String::stripTrailing).toList();
    int end = lines.isEmpty() ? -1 : lines.subList(1, lines.size()).indexOf(FENCE);
    if (end < 0 || !lines.get(0).equals(FENCE)) {
      return new FrontMatter(Map.of(), text.strip());
    }
    int body = 0;
    for (int i = 0; i < end + 2; i++) {
      int next = text.indexOf('\n', body);
      body = next < 0 ? text.length() : next + 1;
    }
    return new FrontMatter(
        new Reader().read(lines.subList(1, end + 1)), text.substring(body).strip());
  }

  boolean has(String field) {
    return !fields.getOrDefault(field, List.of()).isEmpty();
  }

  /** A single value. */
  Optional<String> text(String field) {
    return has(field) ? Optional.of(String.join(" ", fields.get(field))) : Optional.empty();
  }

  /** A YAML list in either form, or comma-separated values. */
  List<String> list(String field) {
    return fields.getOrDefault(field, List.of()).stream()
        .flatMap(value -> splitAtCommas(value).stream())
        .filter(value -> !value.isBlank())
        .toList();
  }

  /** Commas within braces belong to a glob. */
  private static List<String> splitAtCommas(String value) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        parts.add(unquoted(value.substring(from, i)));
        from = i + 1;
      }
    }
    parts.add(unquoted(value.substring(from)));
    return parts;
  }

  /** Leaves several quoted values with commas between them unchanged. */
  private static String unquoted(String value) {
    String text = value.strip();
    boolean quoted =
        text.length() >= 2
            && (text.charAt(0) == '"' || text.charAt(0) == '\'')
            && text.indexOf(text.charAt(0), 1) == text.length() - 1;
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Reads line by line and skips what it does not understand. */
  private static final class Reader {
    private final Map<String, List<String>> fields = new LinkedHashMap<>();
    private List<String> current = new ArrayList<>();
    private boolean inBrackets;

    Map<String, List<String>> read(List<String> lines) {
      lines.stream().filter(line -> !line.isBlank()).forEach(this::line);
      return fields;
    }

    private void line(String line) {
      String stripped = line.strip();
      if (stripped.startsWith("#")) {
        return;
      }
      if (inBrackets) {
        bracketed(stripped);
      } else if (stripped.startsWith("- ")) {
        value(stripped.substring(2));
      } else if (Character.isWhitespace(line.charAt(0))) {
        value(stripped);
      } else if (line.indexOf(':') > 0) {
        field(line.substring(0, line.indexOf(':')), stripped.substring(line.indexOf(':') + 1));
      }
    }

    private void field(String name, String rest) {
      current = new ArrayList<>();
      fields.put(unquoted(name), current);
      String value = rest.strip();
      if (value.startsWith("[")) {
        bracketed(value.substring(1));
      } else if (!BLOCK.matcher(value).matches()) {
        value(value);
      }
    }

    /** A bracket may belong to a glob, so only one at the end of a line ends the list. */
    private void bracketed(String text) {
      String line = withoutComment(text);
      inBrackets = !line.endsWith("]");
      splitAtCommas(inBrackets ? line : line.substring(0, line.length() - 1)).forEach(this::value);
    }

    private void value(String text) {
      String value = unquoted(withoutComment(text));
      if (!value.isEmpty()) {
        current.add(value);
      }
    }

    /** A # within quotes does not start a comment. */
    private static String withoutComment(String text) {
      String line = text.strip();
      boolean quoted = line.startsWith("\"") || line.startsWith("'");
      int comment = line.indexOf(" #", quoted ? line.lastIndexOf(line.charAt(0)) : 0);
      return comment < 0 ? line : line.substring(0, comment).strip();
    }
  }
}
