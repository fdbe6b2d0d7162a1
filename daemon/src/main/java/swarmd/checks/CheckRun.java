package swarmd.checks;

import java.util.concurrent.CompletableFuture;

/** A check from its request until its result is stored. */
public interface CheckRun {

  /** Completes with the stored result; fails if it could not be started or stored. */
  CompletableFuture<CheckRecord> result();

  /** Ends its processes, or takes it out of the queue. */
  void stop();
}
