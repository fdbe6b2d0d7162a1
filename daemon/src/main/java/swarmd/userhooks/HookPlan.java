package swarmd.userhooks;

import java.util.List;

/**
 * The hooks that an event meets, in order.
 *
 * @param sequential one after the other, each seeing what the ones before have changed; else side
 *     by side
 * @param maxConcurrent how many run side by side
 */
public record HookPlan(List<UserHook> hooks, boolean sequential, int maxConcurrent) {

  public static final HookPlan EMPTY = new HookPlan(List.of(), false, 1);
}
