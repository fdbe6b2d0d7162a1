package swarmd.modes;

import swarmd.hooks.HookSnapshot;

/** What can be asked about modes and all that they depend on. */
public interface ModeSnapshot extends HookSnapshot {
  ModeQueries modes();
}
