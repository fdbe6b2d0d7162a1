package swarmd.client;

import java.nio.charset.StandardCharsets;

/** Finds an event's name in a payload that has not been parsed and may be malformed. */
final class EventName {
  private static final byte[] SNAKE = quoted("hook_event_name");
  private static final byte[] CAMEL = quoted("hookEventName");

  private EventName() {}

  static boolean isIn(byte[] payload, String event) {
    byte[] name = quoted(event);
    for (int i = 0; i < payload.length; i++) {
      if (payload[i] == '"') {
        int end = isAt(payload, i, SNAKE) ? i + SNAKE.length : i + CAMEL.length;
        boolean key = isAt(payload, i, SNAKE) || isAt(payload, i, CAMEL);
        if (key && isAt(payload, startOfValue(payload, end), name)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The first event name in the first {@code length} bytes; empty if there is none. */
  static String first(byte[] payload, int length) {
    int limit = Math.min(payload.length, length);
    for (int i = 0; i < limit; i++) {
      if (payload[i] == '"' && (isAt(payload, i, SNAKE) || isAt(payload, i, CAMEL))) {
        int end = isAt(payload, i, SNAKE) ? i + SNAKE.length : i + CAMEL.length;
        return text(payload, startOfValue(payload, end) + 1);
      }
    }
    return "";
  }

  private static String text(byte[] payload, int start) {
    int end = start;
    while (end < payload.length && payload[end] != '"') {
      end++;
    }
    return end < payload.length
        ? new String(payload, start, end - start, StandardCharsets.US_ASCII)
        : "";
  }

  /** The start of the value after a key that ends at {@code end}. */
  private static int startOfValue(byte[] payload, int end) {
    int at = end;
    while (at < payload.length && (payload[at] == ':' || isSpace(payload[at]))) {
      at++;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private static boolean isAt(byte[] payload, int at, byte[] text) {
    if (at + text.length > payload.length) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (payload[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] quoted(String text) {
    return ("\"" + text + "\"").getBytes(StandardCharsets.US_ASCII);
  }
}
