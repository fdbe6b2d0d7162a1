package swarmd.userhooks;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.hooks.HookEvent;
import swarmd.userhooks.UserHook.Action;

/** Finds the hooks that an event meets. */
public final class HookPlanner {
  private static final Logger log = LoggerFactory.getLogger(HookPlanner.class);
  private static final int MAX_REMEMBERED = 10_000;
  private static final int MAX_SLOW = 100;

  /** Uses of tools that have met their hooks. */
  private final Set<Use> met = new LinkedHashSet<>();

  private final Set<String> slow = new LinkedHashSet<>();

  /** What is to run. The same event of the same use of a tool runs its hooks only once. */
  public HookPlan plan(HookEvent event, HookConfig config) {
    HookPlan plan = preview(event, config);
    return plan.hooks().isEmpty() || isFirst(event) ? plan : HookPlan.EMPTY;
  }

  /** What would run. */
  public HookPlan preview(HookEvent event, HookConfig config) {
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

  private boolean isFirst(HookEvent event) {
    Optional<String> use = event.text("tool_use_id");
    return use.isEmpty() || remember(new Use(event.session(), use.get(), EventKey.of(event)));
  }

  private boolean remember(Use use) {
    synchronized (met) {
      boolean first = met.add(use);
      if (met.size() > MAX_REMEMBERED) {
        met.remove(met.iterator().next());
      }
      return first;
    }
  }

  private record Use(Optional<String> session, String tool, EventKey event) {}

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
