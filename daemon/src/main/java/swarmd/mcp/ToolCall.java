package swarmd.mcp;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.json.JsonFields;

/**
 * One call of a tool.
 *
 * @param requestId the same if the client repeats the call, because the daemon has died meanwhile
 * @param cancelled completes if nobody waits for the result any more
 */
record ToolCall(
    Worker worker,
    JsonFields arguments,
    Optional<String> requestId,
    CompletableFuture<Void> cancelled) {

  /** Cancels what the client waits for as soon as nobody waits for it. */
  <T> CompletableFuture<T> cancellable(CompletableFuture<T> waiting) {
    if (!waiting.isDone()) {
      cancelled.thenRun(() -> waiting.cancel(false));
    }
    return waiting;
  }
}
