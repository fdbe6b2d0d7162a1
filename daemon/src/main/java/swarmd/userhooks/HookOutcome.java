package swarmd.userhooks;

import java.time.Duration;
import java.util.Optional;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.userhooks.UserHook.Behaviour;

/** The outcome of one hook. */
public sealed interface HookOutcome {

  /** It answered, perhaps with an empty result. */
  record Answered(HookResult result) implements HookOutcome {}

  /** It failed without an answer. */
  record Failed(String reason) implements HookOutcome {}

  /** It did not answer in time. */
  record TimedOut(String reason) implements HookOutcome {
    private static final String MORE_TIME = "; set SWARMD_HOOK_TIMEOUT_MS to give hooks more time";

    static TimedOut after(Duration limit) {
      return new TimedOut("timed out after " + limit.toMillis() + " ms");
    }

    /** Explains that the event's limit was shorter than the hook's own. */
    TimedOut atLimitOfEvent() {
      return new TimedOut(reason + ", when the time for its event was over" + MORE_TIME);
    }

    static TimedOut beforeStart() {
      return new TimedOut("did not run: no time was left for it" + MORE_TIME);
    }
  }

  /** The consequence for the event. */
  default HookResult toResult(UserHook hook, HookEvent event) {
    if (this instanceof Answered answered) {
      return explained(answered.result, hook, event);
    }
    Behaviour behaviour = this instanceof TimedOut ? hook.onTimeout() : hook.onFailure();
    return unanswered(event, behaviour, "hook " + hook.name() + " " + problem().orElseThrow());
  }

  /** What a hook without an answer stands for. */
  static HookResult unanswered(HookEvent event, Behaviour behaviour, String warning) {
    return switch (canBePrevented(event) ? behaviour : Behaviour.IGNORE) {
      case DENY -> HookResult.deny(warning);
      case ASK -> HookResult.ask(warning);
      case IGNORE -> HookResult.NOTHING.withSystemMessage(warning);
      case WITHDRAW -> withdrawal(event, warning);
    };
  }

  /** The answer to a permission request if a guard that should have judged it is missing. */
  static HookResult withdrawal(HookEvent event, String warning) {
    String consequence = warning + ", so swarmd approves nothing";
    return event.host().asksPermissions()
        ? HookResult.ask(consequence).withSystemMessage(consequence)
        : HookResult.deny(consequence);
  }

  /** Whether the hook has said what it thinks. */
  default boolean isAnswer() {
    return this instanceof Answered;
  }

  /** A denial without a reason gets one, so that the model can make sense of it. */
  private static HookResult explained(HookResult result, UserHook hook, HookEvent event) {
    if (!result.is(Decision.DENY) || result.reason().filter(text -> !text.isBlank()).isPresent()) {
      return result;
    }
    String effect = event.stopsAnAgent() ? " asks you to continue" : " blocked it";
    return HookResult.deny("hook " + hook.name() + effect).and(result);
  }

  /**
   * Only an action that has not happened yet can be denied for safety. On a Stop, a denial by a
   * broken hook would keep the agent working forever.
   */
  private static boolean canBePrevented(HookEvent event) {
    return event.is(EventKind.BEFORE_TOOL)
        || event.is(EventKind.PERMISSION_REQUEST)
        || event.is(EventKind.PROMPT_SUBMITTED);
  }

  /** The reason why there is no answer; empty if there is one. */
  default Optional<String> problem() {
    if (this instanceof Failed failed) {
      return Optional.of("failed: " + failed.reason);
    }
    return this instanceof TimedOut timedOut ? Optional.of(timedOut.reason) : Optional.empty();
  }
}
