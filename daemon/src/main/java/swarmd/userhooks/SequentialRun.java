package swarmd.userhooks;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.userhooks.HookReport.Ran;

/** Runs hooks one after another, until one makes a final decision. */
final class SequentialRun {
  private final HookRunner runner;
  private final Iterator<UserHook> rest;
  private final List<Ran> ran = new ArrayList<>();
  private final CompletableFuture<List<Ran>> done = new CompletableFuture<>();
  private HookCall call;

  SequentialRun(HookRunner runner, List<UserHook> hooks, HookCall call) {
    this.runner = runner;
    rest = hooks.iterator();
    this.call = call;
  }

  CompletableFuture<List<Ran>> start() {
    next();
    return done;
  }

  private void next() {
    if (!rest.hasNext()) {
      done.complete(ran);
      return;
    }
    runner
        .start(rest.next(), call)
        .thenAccept(this::add)
        .exceptionally(
            failure -> {
              done.completeExceptionally(failure);
              return null;
            });
  }

  private void add(Ran hook) {
    ran.add(hook);
    HookResult result = hook.outcome().toResult(hook.hook(), call.event());
    // A hook that failed leaves it to the others whether they deny.
    if (hook.outcome().isAnswer()
        ? ResultMerge.ends(call.event(), result)
        : result.is(Decision.DENY)) {
      done.complete(ran);
      return;
    }
    call = call.with(ResultMerge.rewritten(call.payload(), result));
    next();
  }
}
