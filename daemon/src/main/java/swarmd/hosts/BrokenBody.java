package swarmd.hosts;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** Finds an event's name in a body that cannot be parsed. */
final class BrokenBody {
  private static final Pattern EVENT =
      Pattern.compile("\"(hook_event_name|hookEventName)\"\\s*+:\\s*+\"([A-Za-z-]{1,64}+)\"");

  private BrokenBody() {}

  /** The fields of an object whose only fault is that its text is not UTF-8. */
  static Optional<Map<String, Object>> repaired(byte[] body) {
    try {
      String text = new String(body, StandardCharsets.UTF_8); // replaces what is broken
      return Optional.of(Json.parseObject(text.getBytes(StandardCharsets.UTF_8)));
    } catch (InvalidInput e) {
      return Optional.empty();
    }
  }

  /** The first of the wanted names, under its key as if parsed; empty if there is none. */
  static Map<String, Object> payload(byte[] body, String... wanted) {
    Matcher found = EVENT.matcher(new String(body, StandardCharsets.ISO_8859_1));
    while (found.find()) {
      for (String name : wanted) {
        if (name.equals(found.group(2))) {
          return Map.of(found.group(1), name);
        }
      }
    }
    return Map.of();
  }
}
