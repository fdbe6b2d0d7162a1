package swarmd.hooks;

import java.util.Optional;
import swarmd.hooks.HookResult.Decision;

/**
 * Why a handler decides an event as it does, for people.
 *
 * @param decision absent if the host decides
 * @param reason in words
 */
public record HookExplanation(Optional<Decision> decision, String reason) {

  public static HookExplanation allowed(String reason) {
    return new HookExplanation(Optional.of(Decision.ALLOW), reason);
  }

  public static HookExplanation denied(String reason) {
    return new HookExplanation(Optional.of(Decision.DENY), reason);
  }

  /** The person is to be asked, whatever others would approve. */
  public static HookExplanation asked(String reason) {
    return new HookExplanation(Optional.of(Decision.ASK), reason);
  }

  public static HookExplanation left(String reason) {
    return new HookExplanation(Optional.empty(), reason);
  }
}
