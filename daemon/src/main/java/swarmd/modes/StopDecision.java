package swarmd.modes;

import java.util.Optional;
import swarmd.hooks.HookResult;

/** What a mode decides when its session wants to stop. */
public sealed interface StopDecision {

  /** The mode after the decision; empty if it has ended. */
  Optional<ActiveMode> next(ActiveMode before, long now);

  /** What the host is told. */
  HookResult answer();

  /**
   * The session must go on.
   *
   * @param reason tells the model what is left to do
   * @param state the mode's state after this hold
   * @param notice tells the person what they must know meanwhile
   */
  record Hold(String reason, ModeState state, Optional<String> notice) implements StopDecision {

    Hold(String reason, ModeState state) {
      this(reason, state, Optional.empty());
    }

    @Override
    public Optional<ActiveMode> next(ActiveMode before, long now) {
      return Optional.of(before.held(state, now));
    }

    @Override
    public HookResult answer() {
      HookResult held = HookResult.deny(reason);
      return notice.map(held::withSystemMessage).orElse(held);
    }
  }

  /**
   * The session may stop this once, whatever its other modes would decide. The mode stays active.
   *
   * @param message tells the person why
   */
  record Release(String message) implements StopDecision {

    @Override
    public Optional<ActiveMode> next(ActiveMode before, long now) {
      return Optional.of(before.checked(now));
    }

    @Override
    public HookResult answer() {
      return HookResult.allow().withSystemMessage(message);
    }
  }

  /**
   * The mode ends; the session's other modes decide whether it may stop.
   *
   * @param message tells the person why
   */
  record Over(String message) implements StopDecision {

    @Override
    public Optional<ActiveMode> next(ActiveMode before, long now) {
      return Optional.empty();
    }

    @Override
    public HookResult answer() {
      return HookResult.NOTHING.withSystemMessage(message);
    }
  }
}
