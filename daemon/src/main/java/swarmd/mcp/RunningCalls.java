package swarmd.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The calls that a client can still cancel. */
final class RunningCalls {
  private final Map<Key, CompletableFuture<Void>> running = new ConcurrentHashMap<>();

  /**
   * A call of a client.
   *
   * @param id 1 and "1" are different ones
   */
  record Key(String client, JsonNode id) {}

  /** Completes the future when the client cancels the call, until the call has ended. */
  void add(Key key, CompletableFuture<Void> cancelled, CompletableFuture<?> call) {
    running.put(key, cancelled);
    call.whenComplete((answer, failure) -> running.remove(key, cancelled));
  }

  void cancel(Key key) {
    CompletableFuture<Void> cancelled = running.get(key);
    if (cancelled != null) {
      cancelled.complete(null);
    }
  }
}
