package swarmd.hosts;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for an event's name in a body that cannot be parsed. */
final class BrokenBody {
  private static final Pattern EVENT =
      Pattern.compile("\"(hook_event_name|hookEventName)\"\\s*+:\\s*+\"([A-Za-z-]{1,64}+)\"");

  private BrokenBody() {}

  /** The name under its key, as if parsed, if it is one of those wanted; else nothing. */
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
