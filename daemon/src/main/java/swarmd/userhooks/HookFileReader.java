package swarmd.userhooks;

import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.hostfile.JsonReader;
import swarmd.hostfile.MalformedJson;
import swarmd.hostfile.Value;
import swarmd.hostfile.Value.ArrayValue;
import swarmd.usage.UsageProblem;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Origin;

/** Reads a settings file entry by entry: invalid entries are reported, and the rest works. */
final class HookFileReader {
  private static final Pattern EVENT_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Set<String> DEFAULTS =
      Set.of(
          "enabled", "defaultTimeout", "timeoutBehavior", "failureBehavior", "maxConcurrentHooks");
  private static final Set<String> GROUP_FIELDS =
      Set.of("name", "description", "matcher", "sequential", "order", "hooks");
  private static final Set<String> HOOK_FIELDS =
      Set.of(
          "name",
          "description",
          "type",
          "command",
          "url",
          "headers",
          "class",
          "timeout",
          "statusMessage",
          "timeoutBehavior",
          "failureBehavior");

  private static final Set<String> CHECK_FIELDS = Set.of("command", "timeout", "description");

  private final Problems problems;
  private final Set<String> dropped = new LinkedHashSet<>();
  private boolean readable = true;

  private HookFileReader(Problems problems) {
    this.problems = problems;
  }

  static HookFile read(String path, Origin origin, byte[] bytes) {
    try {
      String text = JsonReader.decode(bytes);
      Problems problems = new Problems(path, text);
      return new HookFileReader(problems).file(path, origin, JsonReader.read(text, false));
    } catch (CharacterCodingException e) {
      return HookFile.unusable(path, origin, Problem.ofFile(path, "it is not UTF-8"));
    } catch (MalformedJson e) {
      Problem problem =
          new Problem(
              path, e.position().line(), e.position().column(), "not valid JSON: " + e.reason());
      return HookFile.unusable(path, origin, problem);
    }
  }

  private HookFile file(String path, Origin origin, Value root) {
    HookDefaults defaults = HookDefaults.NONE;
    List<HookGroup> groups = new ArrayList<>();
    List<CheckEntry> checks = new ArrayList<>();
    try {
      ObjectReader settings = new ObjectReader(root, "a settings file", problems);
      settings.field("checks").ifPresent(value -> checks.addAll(checks(value, origin)));
      Optional<Value> field = Optional.ofNullable(settings.fields().get("hooks"));
      if (field.isPresent()) {
        ObjectReader hooks = new ObjectReader(field.get(), "'hooks'", problems);
        defaults = defaults(hooks);
        hooks
            .fields()
            .forEach(
                (name, value) -> {
                  if (!DEFAULTS.contains(name)) {
                    groups.addAll(groups(name, value));
                  }
                });
      }
    } catch (InvalidEntry e) {
      readable = false;
      problems.report(e);
    }
    return new HookFile(
        path,
        origin,
        true,
        defaults,
        List.copyOf(groups),
        List.copyOf(checks),
        problems.all(),
        Set.copyOf(dropped),
        readable);
  }

  private List<CheckEntry> checks(Value value, Origin origin) {
    try {
      List<CheckEntry> checks = new ArrayList<>();
      new ObjectReader(value, "'checks'", problems)
          .fields()
          .forEach((name, entry) -> check(name, entry, origin).ifPresent(checks::add));
      return checks;
    } catch (InvalidEntry e) {
      problems.report(e);
      return List.of();
    }
  }

  private Optional<CheckEntry> check(String name, Value value, Origin origin) {
    try {
      if (!CheckEntry.isValidName(name)) {
        throw new InvalidEntry(
            value,
            "'%s' is not a valid name for a check; use letters, digits, '.', '_' and '-'"
                .formatted(name));
      }
      ObjectReader check = new ObjectReader(value, "a check", problems);
      check.reportUnknown(CHECK_FIELDS);
      return Optional.of(
          new CheckEntry(
              name,
              check.requiredText("command"),
              check.timeout("timeout").orElse(CheckEntry.DEFAULT_TIMEOUT),
              origin));
    } catch (InvalidEntry e) {
      problems.report(e);
      return Optional.empty();
    }
  }

  private static HookDefaults defaults(ObjectReader hooks) {
    return new HookDefaults(
        hooks.flag("enabled"),
        hooks.timeout("defaultTimeout"),
        hooks.behaviour("timeoutBehavior"),
        hooks.behaviour("failureBehavior"),
        hooks.integer("maxConcurrentHooks", 1, HookDefaults.MAX_CONCURRENT));
  }

  private List<HookGroup> groups(String event, Value value) {
    if (!EVENT_NAME.matcher(event).matches()) {
      problems.report(value, "'" + event + "' is not a valid event name");
      return List.of();
    }
    if (!(value instanceof ArrayValue)) {
      dropped.add(event);
      problems.report(ObjectReader.mustBe(event, "a list of groups", value));
      return List.of();
    }
    if (!EventKey.isKnown(event)) {
      problems.report(
          value,
          "no host is known to send '%s'%s"
              .formatted(
                  event,
                  UsageProblem.suggested(event, EventKey.names()).orElse("; is it misspelt?")));
    }
    return value.elements().stream().flatMap(item -> group(event, item).stream()).toList();
  }

  private Optional<HookGroup> group(String event, Value value) {
    try {
      ObjectReader group = new ObjectReader(value, "a group", problems);
      group.reportUnknown(GROUP_FIELDS);
      HookMatcher matcher =
          group.field("matcher").map(new MatcherReader(problems)::read).orElse(HookMatcher.ALL);
      List<HookGroup.Entry> entries = entries(event, group.required("hooks"));
      return entries.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new HookGroup(
                  event,
                  group.text("name"),
                  matcher,
                  group.flag("sequential").orElse(false),
                  group.integer("order", Short.MIN_VALUE, Short.MAX_VALUE).orElse(0),
                  entries));
    } catch (InvalidEntry e) {
      dropped.add(event);
      problems.report(e);
      return Optional.empty();
    }
  }

  private List<HookGroup.Entry> entries(String event, Value hooks) {
    if (!(hooks instanceof ArrayValue)) {
      throw ObjectReader.mustBe("hooks", "a list", hooks);
    }
    return hooks.elements().stream().flatMap(item -> entry(event, item).stream()).toList();
  }

  private Optional<HookGroup.Entry> entry(String event, Value value) {
    try {
      ObjectReader hook = new ObjectReader(value, "a hook", problems);
      Action action = new ActionReader(hook, problems).read();
      hook.reportUnknown(HOOK_FIELDS);
      return Optional.of(
          new HookGroup.Entry(
              hook.text("name"),
              action,
              hook.timeout("timeout"),
              hook.behaviour("timeoutBehavior"),
              hook.behaviour("failureBehavior"),
              hook.text("statusMessage")));
    } catch (InvalidEntry e) {
      dropped.add(event);
      problems.report(e);
      return Optional.empty();
    }
  }
}
