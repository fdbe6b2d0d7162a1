package swarmd.swarm;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Keeps tasks from sessions whose account cannot work for now. */
public interface ClaimGate {

  /** Keeps nothing from anybody. */
  ClaimGate OPEN =
      new ClaimGate() {
        @Override
        public CompletableFuture<Optional<String>> accountOf(ClaimRequest request) {
          return CompletableFuture.completedFuture(request.account());
        }

        @Override
        public CompletableFuture<Optional<String>> accountOf(String session) {
          return CompletableFuture.completedFuture(Optional.empty());
        }

        @Override
        public Optional<Claimed.Nothing> obstacle(String account) {
          return Optional.empty();
        }

        @Override
        public void onOpened(Runnable listener) {}
      };

  /** The account of whoever sends the request; empty if it is unknown, or does not matter now. */
  CompletableFuture<Optional<String>> accountOf(ClaimRequest request);

  /** The account of a session, if it is known. */
  CompletableFuture<Optional<String>> accountOf(String session);

  /** Why this account gets nothing for now. */
  Optional<Claimed.Nothing> obstacle(String account);

  /** Calls the listener whenever an account may get tasks again earlier than was expected. */
  void onOpened(Runnable listener);
}
