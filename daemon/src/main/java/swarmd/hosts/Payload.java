package swarmd.hosts;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.sessions.SessionId;

/**
 * A payload from a host.
 *
 * @param sent the fields under their original names
 * @param fields the same with names in snake_case, without nulls and malformed ids; only names at
 *     the top level are changed, because a tool's input belongs to the host
 */
record Payload(Map<String, Object> sent, Map<String, Object> fields) {
  static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

  private static final int MAX_TEXT = 4096;

  /** The formats of fields; a malformed field counts as absent. */
  private static final Map<String, Predicate<String>> FORMS =
      Map.of(
          "session_id", SessionId::isValid,
          "agent_id", SessionId::isValid,
          "parent_agent_id", SessionId::isValid,
          "hook_event_name", NAME.asMatchPredicate(),
          "tool_name", Payload::isText,
          "cwd", Payload::isText);

  /** Alternative names, used if the usual field is absent. */
  private static final Map<String, String> ALIASES =
      Map.of("directory", "cwd", "tool_output", "tool_response", "tool_result", "tool_response");

  private static final Pattern CAMEL_CASE = Pattern.compile("[a-z]++[a-z0-9]*+[A-Z][A-Za-z0-9]*+");
  private static final Pattern NEXT_WORD =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");

  static Payload parse(byte[] body) {
    return of(Json.parseObject(body));
  }

  /** Throws {@link InvalidInput} also if two fields of an object have the same name. */
  static Payload parseUnique(byte[] body) {
    return of(Json.parseUniqueObject(body));
  }

  static Payload of(Map<String, Object> sent) {
    Map<String, Object> fields = new LinkedHashMap<>();
    sent.forEach(
        (name, value) -> {
          if (value != null && !isCamelCase(name)) {
            fields.put(name, value);
          }
        });
    sent.forEach(
        (name, value) -> {
          if (value != null && isCamelCase(name)) {
            fields.putIfAbsent(snakeCase(name), value);
          }
        });
    ALIASES.forEach(
        (alias, name) -> {
          if (fields.containsKey(alias) && !fields.containsKey(name)) {
            fields.put(name, fields.remove(alias));
          }
        });
    fields.entrySet().removeIf(field -> !isWellFormed(field.getKey(), field.getValue()));
    nameSession(fields);
    return new Payload(sent, fields);
  }

  /** In a subagent, Copilot CLI sends the subagent's id as the session's. */
  private static void nameSession(Map<String, Object> fields) {
    Object agent = fields.get("agent_id");
    if (agent != null && agent.equals(fields.get("session_id"))) {
      fields.computeIfPresent(
          "session_id", (name, id) -> fields.getOrDefault("parent_agent_id", id));
    }
  }

  Optional<String> text(String name) {
    return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  private static boolean isWellFormed(String name, Object value) {
    Predicate<String> form = FORMS.get(name);
    return form == null || value instanceof String text && form.test(text);
  }

  private static boolean isText(String text) {
    return !text.isEmpty() && text.length() <= MAX_TEXT && text.indexOf('\0') < 0;
  }

  private static boolean isCamelCase(String name) {
    return hasCapital(name) && CAMEL_CASE.matcher(name).matches();
  }

  /** A fast check first: few names have capitals, and this runs for every field of every event. */
  private static boolean hasCapital(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) >= 'A' && name.charAt(i) <= 'Z') {
        return true;
      }
    }
    return false;
  }

  private static String snakeCase(String camelCase) {
    return NEXT_WORD.matcher(camelCase).replaceAll("_").toLowerCase(Locale.ROOT);
  }
}
