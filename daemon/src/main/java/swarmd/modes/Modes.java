package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.common.Outcome;
import swarmd.modes.ModeRules.Owner;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.time.Time;

/** The modes of all sessions: what agents, people and hooks can do with them. Nothing blocks. */
public final class Modes {
  private final Store store;
  private final PrdReader prds;
  private final Executor files;
  private final Time time;
  private final ModeRules rules = new ModeRules();
  private final WorkerModes workerModes;

  /**
   * @param files runs what reads the file system
   */
  public Modes(Store store, PrdReader prds, Executor files, Time time) {
    this.store = store;
    this.prds = prds;
    this.files = files;
    this.time = time;
    workerModes = new WorkerModes(store, time);
  }

  /** Starts the mode; in one that runs already, only the given fields are changed. */
  public CompletableFuture<Outcome<ActiveMode>> start(
      String project, String session, Mode mode, Map<String, ?> fields) {
    Owner owner = new Owner(project, session);
    return thenForgetting(
        store.write(transaction -> rules.start(transaction, owner, mode, fields, time.millis())));
  }

  /** Changes these fields of a mode that is active. */
  public CompletableFuture<Outcome<ActiveMode>> change(
      String project, String session, Mode mode, Map<String, ?> fields) {
    Owner owner = new Owner(project, session);
    return store.write(
        transaction -> rules.change(transaction, owner, mode, fields, time.millis()));
  }

  /** Ends one mode or all, of one session or of all; returns what was ended. */
  public CompletableFuture<List<ActiveMode>> end(
      String project, Optional<String> session, Optional<Mode> mode) {
    return thenForgetting(
        store.write(transaction -> rules.end(transaction, project, session, mode)));
  }

  /** Ends what a session was in before a long silence; returns what was ended. */
  public CompletableFuture<List<ActiveMode>> endStale(String project, String session) {
    return list(Optional.of(project), Optional.of(session))
        .thenCompose(
            modes ->
                modes.stream().anyMatch(mode -> mode.stale(time.millis()))
                    ? thenForgetting(
                        store.write(
                            transaction ->
                                rules.endStale(
                                    transaction, new Owner(project, session), time.millis())))
                    : CompletableFuture.completedFuture(List.of()));
  }

  /** A mode with workers that the session is in. Rarely asks the database. */
  public CompletableFuture<Optional<Mode>> withWorkers(String project, String session) {
    return workerModes.of(new Owner(project, session));
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

  /** To be called with a change that was made within a transaction. */
  public <T> CompletableFuture<T> afterwards(CompletableFuture<T> change) {
    return thenForgetting(change);
  }

  /** Brings back the modes that only the end of their session has ended. */
  public CompletableFuture<Resumed> resume(String project, String session) {
    return thenForgetting(
        store.write(
            transaction -> rules.resume(transaction, new Owner(project, session), time.millis())));
  }

  /**
   * What became of a resumed session's modes.
   *
   * @param active those that are active again
   * @param inTheWay for each that is not, why
   */
  public record Resumed(List<ActiveMode> active, List<String> inTheWay) {}

  private <T> CompletableFuture<T> thenForgetting(CompletableFuture<T> change) {
    return change.whenComplete((result, failure) -> workerModes.forget());
  }

  /** Stale ones included. */
  public CompletableFuture<List<ActiveMode>> list(
      Optional<String> project, Optional<String> session) {
    return store.read(snapshot -> snapshot.get(ModeQueries.class).list(project, session));
  }

  /** What the mode says when its session wants to stop; empty if the session is not in it. */
  CompletableFuture<Optional<StopAnswer>> stop(ActiveMode active, String host) {
    Owner owner = new Owner(active.project(), active.session());
    return prd(active)
        .thenCompose(
            prd ->
                thenForgetting(
                    store.write(
                        transaction ->
                            rules.stop(
                                transaction, owner, active.mode(), host, prd, time.millis()))));
  }

  CompletableFuture<Optional<ActiveMode>> find(String project, String session, Mode mode) {
    return store.read(
        snapshot ->
            snapshot
                .get(ModeQueries.class)
                .find(project, session, mode)
                .filter(active -> !active.stale(time.millis())));
  }

  /** Read before the transaction, which must not wait for a disk. */
  private CompletableFuture<Optional<StopInputs.Prd>> prd(ActiveMode active) {
    return active.state() instanceof RalphState ralph
        ? CompletableFuture.supplyAsync(() -> prds.read(active.project(), ralph.prd()), files)
        : CompletableFuture.completedFuture(Optional.empty());
  }
}
