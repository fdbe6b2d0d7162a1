package swarmd.common;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Hands actions to other threads. Those that come up during {@link #together} are handed over
 * together, so that a thread wakes up once for many of them.
 */
public final class Handover {
  /** The first ones must not wait for too many others. */
  private static final int MOST = 32;

  private static final ThreadLocal<Handover> OPEN = new ThreadLocal<>();

  private final Map<Executor, List<Action>> waiting = new LinkedHashMap<>();

  private Handover() {}

  /**
   * @param refused receives the failure if the executor does not take the action
   */
  private record Action(Runnable action, Consumer<Throwable> refused) {}

  /** Runs the work in this thread; all that it hands over has been handed over when it returns. */
  public static void together(Runnable work) {
    Handover handover = new Handover();
    OPEN.set(handover);
    try {
      work.run();
    } finally {
      OPEN.remove();
      handover.waiting.forEach(Handover::handOver);
    }
  }

  /** Hands over an action, which must not throw. */
  public static void to(Executor executor, Runnable action, Consumer<Throwable> refused) {
    Action added = new Action(action, refused);
    Handover open = OPEN.get();
    if (open == null) {
      handOver(executor, List.of(added));
    } else {
      open.add(executor, added);
    }
  }

  private void add(Executor executor, Action added) {
    List<Action> actions = waiting.computeIfAbsent(executor, key -> new ArrayList<>());
    actions.add(added);
    if (actions.size() == MOST) {
      waiting.remove(executor);
      handOver(executor, actions);
    }
  }

  private static void handOver(Executor executor, List<Action> actions) {
    try {
      executor.execute(() -> actions.forEach(each -> each.action.run()));
    } catch (RuntimeException | Error e) { // it has ended, or memory has
      actions.forEach(each -> each.refused.accept(e));
    }
  }
}
