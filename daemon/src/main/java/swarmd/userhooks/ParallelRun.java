package swarmd.userhooks;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import swarmd.userhooks.HookReport.Ran;

/** Runs hooks in parallel, up to a limit; when one ends, the next starts. */
final class ParallelRun {
  private final HookRunner runner;
  private final List<UserHook> hooks;
  private final int maxConcurrent;
  private final HookCall call;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger left;
  private final AtomicReferenceArray<Ran> ran;
  private final CompletableFuture<List<Ran>> done = new CompletableFuture<>();

  ParallelRun(HookRunner runner, List<UserHook> hooks, int maxConcurrent, HookCall call) {
    this.runner = runner;
    this.hooks = hooks;
    this.maxConcurrent = Math.min(Math.max(1, maxConcurrent), hooks.size());
    this.call = call;
    left = new AtomicInteger(hooks.size());
    ran = new AtomicReferenceArray<>(hooks.size());
  }

  CompletableFuture<List<Ran>> start() {
    for (int i = 0; i < maxConcurrent; i++) {
      startNext();
    }
    return done;
  }

  private void startNext() {
    int place = next.getAndIncrement();
    if (place >= hooks.size()) {
      return;
    }
    runner
        .start(hooks.get(place), call)
        .thenAccept(
            hook -> {
              ran.set(place, hook);
              if (left.decrementAndGet() == 0) {
                done.complete(IntStream.range(0, hooks.size()).mapToObj(ran::get).toList());
              }
              startNext();
            });
  }
}
