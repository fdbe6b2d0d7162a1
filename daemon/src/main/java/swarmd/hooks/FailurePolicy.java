package swarmd.hooks;

import swarmd.catalogue.EventKind;
import swarmd.hooks.HookResult.Decision;

/**
 * The answer to an event that could not be judged. A host always goes on, with one exception: a
 * permission is never given by mistake.
 */
public final class FailurePolicy {
  private FailurePolicy() {}

  /** Whether an event of this kind is denied if nobody can judge it. */
  public static boolean denies(EventKind kind) {
    return kind == EventKind.PERMISSION_REQUEST;
  }

  static HookResult answer(EventKind kind, String error) {
    return denies(kind)
        ? HookResult.deny("swarmd could not decide (" + error + "), so the request was denied")
        : HookResult.NOTHING;
  }

  /** Whether a handler's failure outweighs what the others decided: it might have denied. */
  static boolean outweighs(EventKind kind, HookResult others) {
    return denies(kind) && !others.is(Decision.DENY);
  }
}
