package swarmd.userhooks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** The tool calls of one agent that have no result yet, as its events report them. */
final class CallsInFlight {
  /** After this time no result is expected any more. */
  static final Duration MAX_AGE = Duration.ofMinutes(10);

  /** Some hosts do not report every result, so the list needs a limit. */
  private static final int MAX = 32;

  private final List<Call> calls = new ArrayList<>();

  private record Call(String id, long at) {}

  /** Whether the call was reported before, as by a host in which swarmd is installed twice. */
  boolean isRepeated(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        && event.text("tool_use_id").isPresent()
        && contains(id(event));
  }

  /**
   * @param result what the event's hooks decided: a denied call has no result
   */
  void update(HookEvent event, HookResult result, long now) {
    calls.removeIf(call -> now - call.at > MAX_AGE.toMillis());
    if (event.is(EventKind.BEFORE_TOOL)) {
      if (!result.is(Decision.DENY)) {
        calls.add(new Call(id(event), now));
        if (calls.size() > MAX) {
          calls.remove(0);
        }
      }
    } else if (event.kind().isAfterTool()) {
      calls.stream().filter(call -> call.id.equals(id(event))).findFirst().ifPresent(calls::remove);
    } else if (endsTurn(event)) {
      calls.clear();
    }
  }

  /** Adds calls that were in flight before a restart. */
  void restore(List<String> ids, long at) {
    ids.stream().filter(id -> !contains(id)).forEach(id -> calls.add(new Call(id, at)));
  }

  private boolean contains(String id) {
    return calls.stream().anyMatch(call -> call.id.equals(id));
  }

  List<String> ids() {
    return calls.stream().map(Call::id).toList();
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  boolean areAllBefore(long time) {
    return calls.stream().allMatch(call -> call.at < time);
  }

  /** Some hosts do not number their calls; then a result belongs to the tool's oldest call. */
  private static String id(HookEvent event) {
    return event.text("tool_use_id").orElseGet(() -> "tool:" + event.text("tool_name").orElse(""));
  }

  private static boolean endsTurn(HookEvent event) {
    return event.isStop()
        || event.is(EventKind.SUBAGENT_STOP)
        || event.is(EventKind.SESSION_START)
        || event.is(EventKind.SESSION_END)
        || event.is(EventKind.PROMPT_SUBMITTED);
  }
}
