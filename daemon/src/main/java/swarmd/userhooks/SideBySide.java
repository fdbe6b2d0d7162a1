package swarmd.userhooks;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import swarmd.userhooks.HookReport.Ran;

/** Hooks side by side, so many at once; as one ends, the next begins. */
final class SideBySide {
  private final HookRunner runner;
  private final List<UserHook> hooks;
  private final int atOnce;
  private final HookCall call;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger left;
  private final AtomicReferenceArray<Ran> ran;
  private final CompletableFuture<List<Ran>> done = new CompletableFuture<>();

  SideBySide(HookRunner runner, List<UserHook> hooks, int atOnce, HookCall call) {
    this.runner = runner;
    this.hooks = hooks;
    this.atOnce = Math.min(Math.max(1, atOnce), hooks.size());
    this.call = call;
    left = new AtomicInteger(hooks.size());
    ran = new AtomicReferenceArray<>(hooks.size());
  }

  CompletableFuture<List<Ran>> start() {
    for (int i = 0; i < atOnce; i++) {
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
