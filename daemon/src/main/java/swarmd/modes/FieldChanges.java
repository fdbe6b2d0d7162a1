package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.text.Cut;

/**
 * New values of a mode's fields, from JSON or a command line. Every error names the field and what
 * it accepts.
 */
final class FieldChanges {
  static final int MAX_PROMPT = 2_000;
  static final int MAX_NAME = 100;
  private static final Pattern DIGITS = Pattern.compile("-?\\d{1,18}");
  private static final Pattern NOT_IN_NAMES = Pattern.compile("^\\s*+-|[\\p{Cntrl}',=]");

  private final Map<String, ?> values;

  private FieldChanges(Map<String, ?> values) {
    this.values = values;
  }

  static FieldChanges of(Mode mode, List<String> known, Map<String, ?> values) {
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw new InvalidModeField(
            "mode %s has no field '%s'; it has %s"
                .formatted(mode.label(), shortened(name), String.join(", ", known)));
      }
    }
    return new FieldChanges(values);
  }

  /** The person's prompt, cut to its limit. */
  Optional<String> prompt(Optional<String> before) {
    return optionalText("prompt", before).map(text -> Cut.to(MAX_PROMPT, text));
  }

  /** A blank text or null removes it. */
  Optional<String> optionalText(String name, Optional<String> before) {
    if (!values.containsKey(name)) {
      return before;
    }
    return values.get(name) == null
        ? Optional.empty()
        : Optional.of(text(name)).filter(text -> !text.isBlank());
  }

  Optional<String> newText(String name) {
    return values.containsKey(name) ? Optional.of(text(name)) : Optional.empty();
  }

  private String text(String name) {
    if (values.get(name) instanceof String text) {
      return text;
    }
    throw wrong(name, "must be a text", values.get(name));
  }

  /** A name that can be used in a command line and in a list. */
  Optional<String> name(String field) {
    return newText(field).map(text -> name(field, text));
  }

  static String name(String field, Object value) {
    if (value instanceof String text
        && !text.isBlank()
        && text.strip().length() <= MAX_NAME
        && !NOT_IN_NAMES.matcher(text).find()) {
      return text.strip();
    }
    throw wrong(
        field,
        "must be a name of 1 to "
            + MAX_NAME
            + " characters, without a leading '-' and without commas, single quotes, '=' and line"
            + " breaks",
        value);
  }

  int number(String name, int before, int min, int max) {
    if (!values.containsKey(name)) {
      return before;
    }
    Object value = values.get(name);
    Optional<Long> number = whole(value);
    if (number.isEmpty() || number.get() < min || number.get() > max) {
      throw wrong(name, "must be a whole number from " + min + " to " + max, value);
    }
    return Math.toIntExact(number.get());
  }

  private static Optional<Long> whole(Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return Optional.of(((Number) value).longValue());
    }
    return value instanceof String text && DIGITS.matcher(text.strip()).matches()
        ? Optional.of(Long.valueOf(text.strip()))
        : Optional.empty();
  }

  Optional<Boolean> flag(String name) {
    if (!values.containsKey(name)) {
      return Optional.empty();
    }
    return Optional.of(flag(name, values.get(name)));
  }

  static boolean flag(String name, Object value) {
    String text = String.valueOf(value).toLowerCase(Locale.ROOT);
    if ((value instanceof Boolean || value instanceof String)
        && (text.equals("true") || text.equals("false"))) {
      return text.equals("true");
    }
    throw wrong(name, "must be true or false", value);
  }

  <E extends Enum<E>> E choice(String name, E before, Class<E> type) {
    return values.containsKey(name) ? choice(name, values.get(name), type) : before;
  }

  static <E extends Enum<E>> E choice(String name, Object value, Class<E> type) {
    List<String> labels = new ArrayList<>();
    for (E constant : type.getEnumConstants()) {
      String label = label(constant);
      if (value instanceof String text && text.strip().equalsIgnoreCase(label)) {
        return constant;
      }
      labels.add(label);
    }
    throw wrong(name, "must be one of " + String.join(", ", labels), value);
  }

  /** The text that {@link #choice} accepts. */
  static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /** The new approval; none if what it stands for is changed without one. */
  Optional<Approval> approval(Set<String> certifying, Optional<Approval> before) {
    if (values.containsKey(Approval.FIELD)) {
      return Optional.of(Approval.read(values.get(Approval.FIELD)));
    }
    return values.keySet().stream().anyMatch(certifying::contains) ? Optional.empty() : before;
  }

  /** Accepts a list, or a text with commas. */
  Optional<List<?>> list(String name, int max) {
    return values.containsKey(name)
        ? Optional.of(list(name, values.get(name), max))
        : Optional.empty();
  }

  static List<?> list(String name, Object value, int max) {
    List<?> list;
    if (value instanceof List<?> given) {
      list = given;
    } else if (value instanceof String text) {
      list = parts(text);
    } else {
      throw wrong(name, "must be a list, or a text with commas", value);
    }
    checkSize(name, list.size(), max);
    return list;
  }

  static void checkSize(String field, int size, int max) {
    if (size > max) {
      throw new InvalidModeField(
          "field '%s' has %d entries, at most %d are allowed".formatted(field, size, max));
    }
  }

  /** A comma within braces belongs to a glob. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ',';
      if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth = Math.max(0, depth - 1);
      } else if (i == text.length() || c == ',' && depth == 0) {
        parts.add(text.substring(start, i).strip());
        start = i + 1;
      }
    }
    parts.removeIf(String::isEmpty);
    return parts;
  }

  static InvalidModeField wrong(String field, String allowed, Object value) {
    return new InvalidModeField(
        "field '%s' %s, not %s".formatted(field, allowed, shortened(String.valueOf(value))));
  }

  private static String shortened(String text) {
    return text.isBlank() ? "nothing" : Cut.toLine(60, text);
  }
}
