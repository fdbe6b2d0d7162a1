package swarmd.userhooks;

import swarmd.hooks.HookEvent;

/** Knows which hooks an event meets. */
public interface PlanSource {

  HookPlan plan(HookEvent event);

  /** Whether there is any hook at all. */
  default boolean isAvailable() {
    return true;
  }
}
