package swarmd.modes;

import swarmd.hooks.HookTransaction;

/** What a mode may change. */
public interface ModeTransaction extends HookTransaction {
  ModeRepository modes();
}
