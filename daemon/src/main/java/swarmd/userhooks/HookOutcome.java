package swarmd.userhooks;

import java.time.Duration;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.userhooks.UserHook.Behaviour;

/** How one hook went. */
public sealed interface HookOutcome {

  /** It has said something, or that it has nothing to say. */
  record Answered(HookResult result) implements HookOutcome {}

  /** It gave no answer. */
  record Failed(String why) implements HookOutcome {}

  /** It gave no answer in time. */
  record TimedOut(String why) implements HookOutcome {
    private static final String MORE_TIME = "; SWARMD_HOOK_TIMEOUT_MS gives hooks more time";

    static TimedOut after(Duration limit) {
      return new TimedOut("timed out after " + limit.toMillis() + " ms");
    }

    /** The same, for one that was to have more time than its event had left. */
    TimedOut withItsEvent() {
      return new TimedOut(why + ", as its event did" + MORE_TIME);
    }

    static TimedOut beforeItBegan() {
      return new TimedOut("did not run: no time was left for it" + MORE_TIME);
    }
  }

  /** What it means for the event. */
  default HookResult meaning(UserHook hook, HookEvent event) {
    if (this instanceof Answered answered) {
      return explained(answered.result, hook, event);
    }
    Behaviour behaviour = this instanceof TimedOut ? hook.onTimeout() : hook.onFailure();
    String warning = "hook " + hook.name() + " " + problem().orElseThrow();
    return switch (asksForLeave(event) ? behaviour : Behaviour.IGNORE) {
      case DENY -> HookResult.deny(warning);
      case ASK -> HookResult.ask(warning);
      case IGNORE -> HookResult.NOTHING.withSystemMessage(warning);
    };
  }

  /** A model that is denied something, or is to go on, must know what to make of it. */
  private static HookResult explained(HookResult result, UserHook hook, HookEvent event) {
    if (!result.is(Decision.DENY) || result.reason().filter(why -> !why.isBlank()).isPresent()) {
      return result;
    }
    String what = event.stopsAnAgent() ? " asks you to continue" : " blocked it";
    return HookResult.deny("hook " + hook.name() + what).and(result);
  }

  /**
   * Only what has not happened yet can be denied for safety's sake. On a Stop a denial would have
   * the agent go on, and with a broken hook for ever.
   */
  private static boolean asksForLeave(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        || event.is(EventKind.PERMISSION_REQUEST)
        || event.is(EventKind.PROMPT_SUBMITTED);
  }

  /** Why there is no answer; empty if there is one. */
  default Optional<String> problem() {
    if (this instanceof Failed failed) {
      return Optional.of("failed: " + failed.why);
    }
    return this instanceof TimedOut timedOut ? Optional.of(timedOut.why) : Optional.empty();
  }
}
