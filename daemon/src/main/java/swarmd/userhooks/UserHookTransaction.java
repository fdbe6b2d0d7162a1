package swarmd.userhooks;

import swarmd.modes.ModeTransaction;

/** What the user's hooks may leave behind. */
public interface UserHookTransaction extends ModeTransaction {
  WaitingContexts waitingContexts();
}
