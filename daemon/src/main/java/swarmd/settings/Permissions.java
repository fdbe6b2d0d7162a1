package swarmd.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.settings.Settings.InvalidSettings;
import swarmd.usage.UsageProblem;

/**
 * The commands that agents may run, must ask about, and may not run. Each rule is the first words
 * of a command.
 *
 * @param runners commands that run a project's own tests and linters
 */
public record Permissions(
    List<String> allow, List<String> ask, List<String> deny, Runners runners) {
  public static final Permissions NONE = new Permissions(List.of(), List.of(), List.of());

  public Permissions(List<String> allow, List<String> ask, List<String> deny) {
    this(allow, ask, deny, Runners.NONE);
  }

  private static final String FIELD = "permissions";
  private static final Set<String> KINDS = Set.of("allow", "ask", "deny", "runners");
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
            "%s takes allow, ask, deny and runners, not '%s'%s (settings.json)"
                .formatted(
                    FIELD,
                    field.getKey(),
                    UsageProblem.suggested(field.getKey(), KINDS).orElse("")));
      }
    }
    return new Permissions(
        rules(FIELD + ".allow", rules.path("allow")),
        rules(FIELD + ".ask", rules.path("ask")),
        rules(FIELD + ".deny", rules.path("deny")),
        Runners.in(rules.path("runners")));
  }

  static List<String> rules(String name, JsonNode node) {
    if (node.isMissingNode()) {
      return List.of();
    }
    if (!node.isArray()) {
      throw new InvalidSettings("%s must be a list of commands (settings.json)".formatted(name));
    }
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : node) {
      if (!rule.isTextual() || !RULE.matcher(rule.textValue()).matches()) {
        throw new InvalidSettings(
            "%s: a rule must be the first words of a command, unquoted and separated by single spaces, not %s (settings.json)"
                .formatted(name, rule));
      }
      rules.add(rule.textValue());
    }
    return List.copyOf(rules);
  }
}
