package swarmd.userhooks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Action;

/** Finds the hooks to run for an event. */
public final class HookPlanner {
  private static final Logger log = LoggerFactory.getLogger(HookPlanner.class);
  private static final int MAX_SLOW = 100;

  private final List<PluginHook> plugins;
  private final List<String> unloaded;
  private final Set<String> slow = new LinkedHashSet<>();

  public HookPlanner(List<PluginHook> plugins) {
    this(plugins, List.of());
  }

  /**
   * @param unloaded plugins that could not be loaded, so that their hooks do not run
   */
  public HookPlanner(List<PluginHook> plugins, List<String> unloaded) {
    this.plugins = plugins;
    this.unloaded = unloaded;
  }

  public HookPlan plan(HookEvent event, HookConfig config) {
    EventKey key = EventKey.of(event);
    List<HookConfig.Group> groups = config.groups(key);
    if (groups.isEmpty() && plugins.isEmpty() || !config.enabled()) {
      return HookPlan.EMPTY;
    }
    MatchSubject subject = new MatchSubject(event, key, MatchBudget.full());
    List<UserHook> hooks = new ArrayList<>();
    Set<Action> known = new HashSet<>();
    boolean sequential = key.isSequential();
    for (HookConfig.Group group : groups) {
      if (group.matcher().matches(subject)) {
        sequential |= group.sequential();
        group.hooks().stream().filter(hook -> known.add(hook.action())).forEach(hooks::add);
      }
    }
    for (PluginHook plugin : plugins) {
      if (key.isAmong(plugin.events()) && known.add(action(plugin))) {
        hooks.add(asHook(plugin, key.kind(), config));
      }
    }
    subject.undecided().forEach(this::reportSlow);
    return hooks.isEmpty()
        ? HookPlan.EMPTY
        : new HookPlan(List.copyOf(hooks), sequential, config.maxConcurrent());
  }

  private static Action action(PluginHook plugin) {
    return new Action.Plugin(plugin.className());
  }

  private static UserHook asHook(PluginHook plugin, EventKind kind, HookConfig config) {
    return new UserHook(
        plugin.name(),
        action(plugin),
        config.timeout(),
        config.onTimeout(kind),
        config.onFailure(kind),
        Optional.empty(),
        UserHook.Origin.PLUGIN);
  }

  /** A plugin's hook as it would run on one of its events, to show it to people. */
  public HookConfig.Configured configured(PluginHook plugin, String event, HookConfig config) {
    EventKey key = EventKey.named(event).get(0);
    return new HookConfig.Configured(
        event.equals("*") ? event : key.name(),
        HookMatcher.ALL.text(),
        asHook(plugin, key.kind(), config));
  }

  /** Whether there are no hooks for any event. */
  boolean isIdle(HookConfig config) {
    return config.isEmpty() && plugins.isEmpty();
  }

  /** The hooks of all plugins, whether or not a file names them. */
  public List<PluginHook> plugins() {
    return plugins;
  }

  /** Names of plugins whose hooks do not run because they could not be loaded. */
  public List<String> unloaded() {
    return unloaded;
  }

  private void reportSlow(String pattern) {
    synchronized (slow) {
      if (slow.size() < MAX_SLOW && slow.add(pattern)) {
        log.warn("The matcher {} takes too long, so it counts as a match", pattern);
      }
    }
  }

  /** Patterns that took too long to match, the first hundred. */
  public List<String> slowPatterns() {
    synchronized (slow) {
      return List.copyOf(slow);
    }
  }
}
