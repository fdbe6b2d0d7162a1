package swarmd.userhooks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Action;

/** Finds the hooks that an event meets. */
public final class HookPlanner {
  private static final Logger log = LoggerFactory.getLogger(HookPlanner.class);
  private static final int MAX_SLOW = 100;

  private final Set<String> slow = new LinkedHashSet<>();

  public HookPlan plan(HookEvent event, HookConfig config) {
    EventKey key = EventKey.of(event);
    List<HookConfig.Group> groups = config.groups(key);
    if (groups.isEmpty() || !config.enabled()) {
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
    subject.undecided().forEach(this::reportSlow);
    return hooks.isEmpty()
        ? HookPlan.EMPTY
        : new HookPlan(List.copyOf(hooks), sequential, config.maxConcurrent());
  }

  private void reportSlow(String pattern) {
    synchronized (slow) {
      if (slow.size() < MAX_SLOW && slow.add(pattern)) {
        log.warn("The matcher {} takes too long, so its hooks run without it", pattern);
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
