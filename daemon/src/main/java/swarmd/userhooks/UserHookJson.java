package swarmd.userhooks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import swarmd.hooks.HookResult;
import swarmd.json.Json;
import swarmd.userhooks.OwnHooks.OwnHook;
import swarmd.userhooks.UserHook.Action;

/** The user's hooks as JSON, without absent fields. */
public final class UserHookJson {
  private UserHookJson() {}

  /** Everything that has an effect, in a canonical form. */
  public static ObjectNode content(HookFile file) {
    ObjectNode json = Json.object().put("origin", label(file.origin()));
    HookDefaults defaults = file.defaults();
    defaults.enabled().ifPresent(value -> json.put("enabled", value));
    defaults.timeout().ifPresent(value -> json.put("timeout_ms", value.toMillis()));
    defaults.onTimeout().ifPresent(value -> json.put("timeout_behavior", label(value)));
    defaults.onFailure().ifPresent(value -> json.put("failure_behavior", label(value)));
    defaults.maxConcurrent().ifPresent(value -> json.put("max_concurrent", value));
    ArrayNode groups = json.putArray("groups");
    file.groups().forEach(group -> groups.add(group(group)));
    if (!file.checks().isEmpty()) { // so that hooks that were trusted before stay trusted
      ObjectNode checks = json.putObject("checks");
      file.checks().forEach(check -> checks.set(check.name(), check(check)));
    }
    return json;
  }

  private static ObjectNode check(CheckEntry check) {
    return Json.object()
        .put("command", check.command())
        .put("timeout_ms", check.timeout().toMillis());
  }

  private static ObjectNode group(HookGroup group) {
    ObjectNode json = Json.object().put("event", group.event());
    group.name().ifPresent(value -> json.put("name", value));
    json.set("matcher", matcher(group.matcher()));
    json.put("sequential", group.sequential()).put("order", group.order());
    ArrayNode hooks = json.putArray("hooks");
    for (HookGroup.Entry entry : group.entries()) {
      ObjectNode hook = hooks.addObject();
      entry.name().ifPresent(value -> hook.put("name", value));
      hook.setAll(action(entry.action()));
      entry.timeout().map(Duration::toMillis).ifPresent(value -> hook.put("timeout_ms", value));
      entry.onTimeout().ifPresent(value -> hook.put("timeout_behavior", label(value)));
      entry.onFailure().ifPresent(value -> hook.put("failure_behavior", label(value)));
      entry.statusMessage().ifPresent(value -> hook.put("status_message", value));
    }
    return json;
  }

  private static ObjectNode matcher(HookMatcher matcher) {
    ObjectNode json = Json.object();
    if (matcher instanceof HookMatcher.Parts parts) {
      parts.tools().ifPresent(part -> json.put("tools", part.text()));
      parts.paths().ifPresent(part -> json.put("paths", part.text()));
      parts.commands().ifPresent(part -> json.put("commands", part.text()));
    } else {
      json.put("value", matcher.text());
    }
    return json;
  }

  public static ObjectNode plan(HookPlan plan) {
    ObjectNode json =
        Json.object()
            .put("sequential", plan.sequential())
            .put("max_concurrent", plan.maxConcurrent());
    json.set("hooks", hooks(plan.hooks()));
    return json;
  }

  /** The result of a plan and the outcome of each hook. */
  public static ObjectNode result(HookReport report) {
    HookResult result = report.result();
    ObjectNode json = Json.object();
    result.decision().ifPresent(value -> json.put("decision", value.label()));
    result.reason().ifPresent(value -> json.put("reason", value));
    result.context().forEach(json.withArray("context")::add);
    result.updatedInput().ifPresent(value -> json.set("updated_input", Json.object(value)));
    result.systemMessage().ifPresent(value -> json.put("system_message", value));
    ArrayNode ran = json.putArray("ran");
    for (HookReport.Ran hook : report.hooks()) {
      ObjectNode entry =
          ran.addObject().put("name", hook.hook().name()).put("took_ms", hook.took().toMillis());
      hook.outcome().problem().ifPresent(value -> entry.put("problem", value));
    }
    return json;
  }

  private static ArrayNode hooks(List<UserHook> hooks) {
    ArrayNode list = Json.object().arrayNode();
    hooks.forEach(hook -> list.add(hook(hook)));
    return list;
  }

  private static ObjectNode hook(UserHook hook) {
    ObjectNode json = Json.object().put("name", hook.name());
    json.setAll(action(hook.action()));
    json.put("timeout_ms", hook.timeout().toMillis())
        .put("timeout_behavior", label(hook.onTimeout()))
        .put("failure_behavior", label(hook.onFailure()));
    hook.statusMessage().ifPresent(text -> json.put("status_message", text));
    return json.put("origin", label(hook.origin()));
  }

  public static ObjectNode configured(HookConfig.Configured configured) {
    ObjectNode json =
        Json.object().put("event", configured.event()).put("matcher", configured.matcher());
    json.setAll(hook(configured.hook()));
    return json;
  }

  /** What a person wants to know of their hooks; headers, which may be secret, are left out. */
  public static ArrayNode own(List<OwnHook> hooks) {
    ArrayNode list = Json.object().arrayNode();
    for (OwnHook each : hooks) {
      UserHook hook = each.hook().hook();
      list.addObject()
          .put("event", each.hook().event())
          .put("matcher", each.hook().matcher())
          .put("name", hook.name())
          .put("state", each.state().label())
          .put("origin", label(hook.origin()))
          .put("runs", target(hook.action()));
    }
    return list;
  }

  private static String target(Action action) {
    if (action instanceof Action.Command command) {
      return command.line();
    }
    return action instanceof Action.Http http
        ? "POST " + http.url()
        : "java " + ((Action.Plugin) action).className();
  }

  public static ObjectNode plugin(PluginHook plugin) {
    ObjectNode json = Json.object().put("name", plugin.name()).put("class", plugin.className());
    plugin.events().stream().sorted().forEach(json.putArray("events")::add);
    return json;
  }

  private static ObjectNode action(Action action) {
    ObjectNode json = Json.object();
    if (action instanceof Action.Command command) {
      json.put("type", "command").put("command", command.line());
    } else if (action instanceof Action.Http http) {
      json.put("type", "http").put("url", http.url().toString());
      new TreeMap<>(http.headers()).forEach(json.putObject("headers")::put);
    } else if (action instanceof Action.Plugin plugin) {
      json.put("type", "java").put("class", plugin.className());
    }
    return json;
  }

  public static ArrayNode problems(List<Problem> problems) {
    ArrayNode list = Json.object().arrayNode();
    for (Problem problem : problems) {
      ObjectNode json = list.addObject().put("file", problem.file());
      if (problem.line() > 0) {
        json.put("line", problem.line()).put("column", problem.column());
      }
      json.put("reason", problem.reason());
    }
    return list;
  }

  public static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
