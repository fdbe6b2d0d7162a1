package swarmd.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.settings.Settings.InvalidSettings;

/**
 * The commands that agents may run, must ask about, and may not run. Each rule is the first words
 * of a command.
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
            "%s takes allow, ask and deny, not '%s' (settings.json)"
                .formatted(FIELD, field.getKey()));
      }
    }
    return new Permissions(rules(rules, "allow"), rules(rules, "ask"), rules(rules, "deny"));
  }

  private static List<String> rules(JsonNode all, String kind) {
    JsonNode node = all.path(kind);
    if (node.isMissingNode()) {
      return List.of();
    }
    if (!node.isArray()) {
      throw new InvalidSettings(
          "%s.%s must be a list of commands (settings.json)".formatted(FIELD, kind));
    }
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : node) {
      if (!rule.isTextual() || !RULE.matcher(rule.textValue()).matches()) {
        throw new InvalidSettings(
            "%s.%s: a rule must be the first words of a command, unquoted and separated by single spaces, not %s (settings.json)"
                .formatted(FIELD, kind, rule));
      }
      rules.add(rule.textValue());
    }
    return List.copyOf(rules);
  }
}
