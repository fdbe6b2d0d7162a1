package swarmd.userhooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.settings.Setting;
import swarmd.userhooks.UserHook.Behaviour;

/** All hooks that may run, by event and in order. */
public final class HookConfig {
  /** Apply where neither files nor the environment set anything. */
  private static final HookDefaults BUILT_IN =
      new HookDefaults(
          Optional.of(Boolean.parseBoolean(Setting.HOOKS_ENABLED.defaultValue())),
          HookTimeout.parse(Setting.HOOKS_TIMEOUT.defaultValue()),
          Behaviour.named(Setting.HOOKS_TIMEOUT_BEHAVIOR.defaultValue()),
          Behaviour.named(Setting.HOOKS_FAILURE_BEHAVIOR.defaultValue()),
          Optional.of(Integer.valueOf(Setting.HOOKS_MAX_CONCURRENT.defaultValue())));

  private final HookDefaults defaults;
  private final Map<EventKey, List<Group>> groups;

  private HookConfig(HookDefaults defaults, Map<EventKey, List<Group>> groups) {
    this.defaults = defaults;
    this.groups = groups;
  }

  /** Hooks that run together. */
  record Group(HookMatcher matcher, boolean sequential, List<UserHook> hooks) {}

  /**
   * Joins the groups of all files; for settings of all hooks, later files override earlier ones.
   *
   * @param files in the order of their origins
   * @param overrides take precedence over every file
   */
  public static HookConfig merge(List<HookFile> files, HookDefaults overrides) {
    HookDefaults defaults = BUILT_IN;
    for (HookFile file : files) {
      defaults = defaults.overriddenBy(file.defaults());
    }
    defaults = defaults.overriddenBy(overrides);
    Map<EventKey, List<Group>> groups = new LinkedHashMap<>();
    for (HookFile file : files) {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      List<Ordered> ordered = new ArrayList<>();
      for (HookGroup group : file.groups()) {
        ordered.add(new Ordered(group, resolved(group, file, defaults, numbers)));
      }
      ordered.sort(Comparator.comparingInt(entry -> entry.group.order()));
      for (Ordered entry : ordered) {
        for (EventKey key : EventKey.named(entry.group.event())) {
          groups.computeIfAbsent(key, k -> new ArrayList<>()).add(entry.resolved);
        }
      }
    }
    groups.replaceAll((key, list) -> List.copyOf(list));
    return new HookConfig(defaults, Collections.unmodifiableMap(groups));
  }

  private record Ordered(HookGroup group, Group resolved) {}

  private static Group resolved(
      HookGroup group, HookFile file, HookDefaults defaults, Map<String, Integer> numbers) {
    EventKind kind = EventKey.named(group.event()).get(0).kind();
    List<UserHook> hooks = new ArrayList<>();
    for (HookGroup.Entry entry : group.entries()) {
      int number = numbers.merge(group.event(), 1, Integer::sum);
      hooks.add(
          new UserHook(
              entry.name().or(group::name).orElse(group.event() + " #" + number),
              entry.action(),
              entry.timeout().or(defaults::timeout).orElseThrow(),
              entry.onTimeout().orElseGet(() -> defaults.onTimeout(kind)),
              entry.onFailure().orElseGet(() -> defaults.onFailure(kind)),
              entry.statusMessage(),
              file.origin()));
    }
    return new Group(group.matcher(), group.sequential(), List.copyOf(hooks));
  }

  public boolean enabled() {
    return defaults.enabled().orElseThrow();
  }

  public Duration timeout() {
    return defaults.timeout().orElseThrow();
  }

  /** What hooks without an answer stand for, unless they set it themselves. */
  public Behaviour onTimeout(EventKind kind) {
    return defaults.onTimeout(kind);
  }

  public Behaviour onFailure(EventKind kind) {
    return defaults.onFailure(kind);
  }

  public int maxConcurrent() {
    return defaults.maxConcurrent().orElseThrow();
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  List<Group> groups(EventKey key) {
    return groups.getOrDefault(key, List.of());
  }

  /** A hook with its event and matcher, to show to people. */
  public record Configured(String event, String matcher, UserHook hook) {}

  /** All hooks, by event and in order. */
  public List<Configured> all() {
    List<Configured> all = new ArrayList<>();
    groups.forEach(
        (key, list) ->
            list.forEach(
                group ->
                    group.hooks.forEach(
                        hook -> all.add(new Configured(key.name(), group.matcher.text(), hook)))));
    return all;
  }

  /** The number of hooks by event name. */
  public Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    groups.forEach(
        (key, list) ->
            counts.put(key.name(), list.stream().mapToInt(group -> group.hooks.size()).sum()));
    return counts;
  }
}
