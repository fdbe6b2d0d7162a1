package swarmd.userhooks;

import java.util.List;

/**
 * The hooks to run for an event, in order.
 *
 * @param sequential whether they run one after another, each with the changes of those before it
 * @param maxConcurrent how many may run in parallel
 */
public record HookPlan(List<UserHook> hooks, boolean sequential, int maxConcurrent) {

  public static final HookPlan EMPTY = new HookPlan(List.of(), false, 1);
}
