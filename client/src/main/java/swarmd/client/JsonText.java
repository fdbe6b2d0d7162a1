package swarmd.client;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The little JSON that the client needs: writing requests, and picking fields out of answers. */
final class JsonText {
  private JsonText() {}

  static String quote(String text) {
    StringBuilder out = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(Character.forDigit(c >> 4, 16));
            out.append(Character.forDigit(c & 15, 16));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }

  static String array(Collection<String> texts) {
    StringBuilder out = new StringBuilder("[");
    for (String text : texts) {
      out.append(out.length() > 1 ? "," : "").append(quote(text));
    }
    return out.append(']').toString();
  }

  static String object(Map<String, String> fields) {
    StringBuilder out = new StringBuilder("{");
    for (Map.Entry<String, String> field : fields.entrySet()) {
      out.append(out.length() > 1 ? "," : "").append(quote(field.getKey()));
      out.append(':').append(quote(field.getValue()));
    }
    return out.append('}').toString();
  }

  /** The first field of that name at any depth: a string's text, or the bare value. */
  static Optional<String> field(String json, String name) {
    int at = 0;
    while ((at = json.indexOf('"', at)) >= 0) {
      StringBuilder token = new StringBuilder();
      at = skipSpace(json, readString(json, at, token));
      if (at < json.length() && json.charAt(at) == ':' && name.contentEquals(token)) {
        return value(json, skipSpace(json, at + 1));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> value(String json, int start) {
    if (start < json.length() && json.charAt(start) == '"') {
      StringBuilder text = new StringBuilder();
      readString(json, start, text);
      return Optional.of(text.toString());
    }
    int end = start;
    while (end < json.length() && ",}] \t\r\n".indexOf(json.charAt(end)) < 0) {
      end++;
    }
    return end == start ? Optional.empty() : Optional.of(json.substring(start, end));
  }

  /** Reads the string that starts at this quote and returns the position after it. */
  private static int readString(String json, int quote, StringBuilder text) {
    int at = quote + 1;
    while (at < json.length() && json.charAt(at) != '"') {
      char c = json.charAt(at++);
      if (c != '\\' || at == json.length()) {
        text.append(c);
        continue;
      }
      char escaped = json.charAt(at++);
      switch (escaped) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'u' -> {
          int end = Math.min(at + 4, json.length());
          text.append((char) Integer.parseInt(json, at, end, 16));
          at = end;
        }
        default -> text.append(escaped);
      }
    }
    return Math.min(at + 1, json.length());
  }

  private static int skipSpace(String json, int start) {
    int at = start;
    while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
      at++;
    }
    return at;
  }
}
