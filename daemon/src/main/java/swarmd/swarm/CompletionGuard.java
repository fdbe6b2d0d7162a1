package swarmd.swarm;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks at a task's work before the task is completed. */
public interface CompletionGuard {
  /** One that lets everything through. */
  CompletionGuard NONE = (id, token) -> CompletableFuture.completedFuture(Optional.empty());

  /** Why the holder with this token cannot complete the task yet; empty if nothing is known. */
  CompletableFuture<Optional<String>> obstacle(long id, String token);
}
