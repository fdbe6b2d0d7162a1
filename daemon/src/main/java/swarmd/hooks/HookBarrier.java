package swarmd.hooks;

import java.util.concurrent.CompletableFuture;

/** What an event's result has to pass before it is told. */
public interface HookBarrier {

  /** Must not block, and never fails. */
  CompletableFuture<HookResult> pass(HookEvent event, HookResult result);
}
