package swarmd.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.settings.Settings.InvalidSettings;

/**
 * Which commands agents may run, must ask for, and may not run; each rule is the first words of a
 * command.
 */
public record Permissions(List<String> allow, List<String> ask, List<String> deny) {
  public static final Permissions NONE = new Permissions(List.of(), List.of(), List.of());

  private static final String FIELD = "permissions";
  private static final Set<String> KINDS = Set.of("allow", "ask", "deny");
  private static final Pattern RULE = Pattern.compile("[\\w@%+=:,./^-]+( [\\w@%+=:,./^-]+)*");

  static Permissions in(JsonNode file) {
    JsonNode rules = file.path(FIELD);
    if (rules.isMissingNode()) {
      return NONE;
    }
    if (!rules.isObject()) {
      throw new InvalidSettings("%s must be an object (settings.json)".formatted(FIELD));
    }
    for (var field : rules.properties()) {
      if (!KINDS.contains(field.getKey())) {
        throw new InvalidSettings(
            "%s has allow, ask and deny, not '%s' (settings.json)"
                .formatted(FIELD, field.getKey()));
      }
    }
    return new Permissions(rules(rules, "allow"), rules(rules, "ask"), rules(rules, "deny"));
  }

  private static List<String> rules(JsonNode all, String kind) {
    JsonNode given = all.path(kind);
    if (given.isMissingNode()) {
      return List.of();
    }
    if (!given.isArray()) {
      throw new InvalidSettings(
          "%s.%s must be a list of commands (settings.json)".formatted(FIELD, kind));
    }
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : given) {
      if (!rule.isTextual() || !RULE.matcher(rule.textValue()).matches()) {
        throw new InvalidSettings(
            "%s.%s: a rule is the first words of a command, plain and with single blanks between them, not %s (settings.json)"
                .formatted(FIELD, kind, rule));
      }
      rules.add(rule.textValue());
    }
    return List.copyOf(rules);
  }
}
