package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import swarmd.common.Outcome;
import swarmd.modes.ModeRules.Owner;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.time.Time;

/** The modes of all sessions: what agents, people and hooks can do with them. Nothing blocks. */
public final class Modes {
  private final Store store;
  private final Time time;
  private final ModeRules rules = new ModeRules();
  private final WorkerModeCache workerModes;
  private final RunningWorkers workers;

  public Modes(Store store, Time time) {
    this.store = store;
    this.time = time;
    workerModes = new WorkerModeCache(store, time);
    workers = new RunningWorkers(store, time);
  }

  /** Starts the mode; in one that is already active, only the given fields change. */
  public CompletableFuture<Outcome<ActiveMode>> start(
      String project, String session, Mode mode, Map<String, ?> fields) {
    Owner owner = new Owner(project, session);
    return write(transaction -> rules.start(transaction, owner, mode, fields, time.millis()));
  }

  /** Changes these fields of an active mode. */
  public CompletableFuture<Outcome<ActiveMode>> change(
      String project, String session, Mode mode, Map<String, ?> fields) {
    Owner owner = new Owner(project, session);
    return write(transaction -> rules.change(transaction, owner, mode, fields, time.millis()));
  }

  /** Ends one mode or all, of one session or of all; returns those that ended. */
  public CompletableFuture<List<ActiveMode>> end(
      String project, Optional<String> session, Optional<Mode> mode) {
    return write(transaction -> rules.end(transaction, project, session, mode));
  }

  /** Ends the modes of a session that was silent for too long; returns those that ended. */
  public CompletableFuture<List<ActiveMode>> endStale(String project, String session) {
    Owner owner = new Owner(project, session);
    return list(Optional.of(project), Optional.of(session))
        .thenCompose(
            modes ->
                modes.stream().anyMatch(mode -> mode.stale(time.millis()))
                    ? write(transaction -> rules.endStale(transaction, owner, time.millis()))
                    : CompletableFuture.completedFuture(List.of()));
  }

  /** A mode with workers that the session is in. Rarely reads the database. */
  public CompletableFuture<Optional<Mode>> withWorkers(String project, String session) {
    return workerModes.of(new Owner(project, session));
  }

  /** The running workers of all sessions that have declared files. Rarely reads the database. */
  public CompletableFuture<List<RunningWorker>> runningWorkers(String project) {
    return workers.in(project);
  }

  /** Ends all modes of a session for good, as part of a transaction. */
  public List<ActiveMode> endWithin(Transaction transaction, String project, String session) {
    return rules.end(transaction, project, Optional.of(session), Optional.empty());
  }

  /** Ends all modes of a session until it is resumed, as part of a transaction. */
  public List<ActiveMode> suspendWithin(
      Transaction transaction, String project, String session, long now) {
    return rules.suspend(transaction, new Owner(project, session), now);
  }

  /** Brings back the modes that only the end of their session has ended. */
  public CompletableFuture<Resumed> resume(String project, String session) {
    Owner owner = new Owner(project, session);
    return write(transaction -> rules.resume(transaction, owner, time.millis()));
  }

  /**
   * What became of a resumed session's modes.
   *
   * @param active those that are active again
   * @param inTheWay for each that another mode keeps from it, why
   * @param tooLate those whose session was away for too long
   */
  public record Resumed(List<ActiveMode> active, List<String> inTheWay, List<ActiveMode> tooLate) {}

  /** Stale ones included. */
  public CompletableFuture<List<ActiveMode>> list(
      Optional<String> project, Optional<String> session) {
    return store.read(snapshot -> snapshot.get(ModeQueries.class).list(project, session));
  }

  /** Runs work that may start or end modes. */
  public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
    return store
        .write(work)
        .whenComplete(
            (result, failure) -> {
              workerModes.clear();
              workers.clear();
            });
  }
}
