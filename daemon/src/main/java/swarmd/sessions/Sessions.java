package swarmd.sessions;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.common.LruMap;
import swarmd.common.Outcome;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Knows which project, host and process each session is bound to. The first event binds a session;
 * later ones are looked up by its id, whatever folder they come from.
 */
public final class Sessions {
  private static final int REMEMBERED = 10_000;

  private final Store store;
  private final RetriedWrites writes;
  private final ProjectCache projects;
  private final ProcessTable processes;
  private final Executor files;
  private final Time time;
  private volatile Runnable newProcess = () -> {};
  private final Map<String, Binding> bindings =
      Collections.synchronizedMap(new LruMap<>(REMEMBERED));

  /**
   * @param files runs what reads the file system
   */
  public Sessions(
      Store store,
      RetriedWrites writes,
      ProjectCache projects,
      ProcessTable processes,
      Executor files,
      Time time) {
    this.store = store;
    this.writes = writes;
    this.projects = projects;
    this.processes = processes;
    this.files = files;
    this.time = time;
  }

  /** The session's binding, made now if this is its first event; empty if it has no project. */
  public CompletableFuture<Optional<Binding>> locate(Arrival arrival) {
    Binding known = bindings.get(arrival.session());
    if (known != null && arrival.start() == Arrival.Start.NONE) {
      return CompletableFuture.completedFuture(Optional.of(known));
    }
    return find(arrival.session())
        .thenCompose(
            found ->
                found.isPresent() && arrival.start() == Arrival.Start.NONE
                    ? CompletableFuture.completedFuture(found)
                    : bind(arrival, found));
  }

  /** What is known of a session. */
  public CompletableFuture<Optional<Binding>> find(String session) {
    Binding known = bindings.get(session);
    if (known != null) {
      return CompletableFuture.completedFuture(Optional.of(known));
    }
    return store
        .read(snapshot -> snapshot.get(BindingQueries.class).find(session))
        .whenComplete(
            (found, failure) -> {
              if (failure == null) {
                found.ifPresent(binding -> bindings.putIfAbsent(session, binding));
              }
            });
  }

  /** The account that a session works for, if the session is known. */
  public CompletableFuture<Optional<Account>> accountOf(String session) {
    return find(session).thenApply(found -> found.map(Account::of));
  }

  private CompletableFuture<Optional<Binding>> bind(Arrival arrival, Optional<Binding> before) {
    boolean staysBound = before.isPresent() && arrival.start() != Arrival.Start.NEW;
    CompletableFuture<Optional<Project>> project =
        staysBound
            ? CompletableFuture.completedFuture(before.map(Binding::project))
            : projectOf(arrival.directory());
    return project.thenCombine(
        process(arrival, before),
        (found, process) ->
            found.map(
                in ->
                    bind(
                        arrival,
                        in,
                        process,
                        isMarked(arrival, before, process),
                        account(arrival, before))));
  }

  /** Where a session goes on, a client that knows no process knows no environment either. */
  private static Optional<String> account(Arrival arrival, Optional<Binding> before) {
    boolean goesOn = arrival.start() == Arrival.Start.AGAIN && arrival.process().isEmpty();
    return goesOn ? before.flatMap(Binding::account) : arrival.account();
  }

  private static boolean isMarked(
      Arrival arrival, Optional<Binding> before, Optional<HostProcess> process) {
    return process.isPresent()
        && (arrival.process().isPresent()
            ? arrival.marked()
            : before.filter(Binding::marked).isPresent());
  }

  private Binding bind(
      Arrival arrival,
      Project project,
      Optional<HostProcess> process,
      boolean marked,
      Optional<String> account) {
    Binding binding =
        new Binding(
            arrival.session(),
            project,
            arrival.host(),
            process,
            arrival.skipped(),
            arrival.disabled(),
            marked,
            account);
    Binding before = bindings.put(arrival.session(), binding);
    if (!binding.equals(before)) {
      long now = time.millis();
      writes.submit(
          transaction -> transaction.get(BindingRepository.class).save(binding, now),
          () -> {
            if (binding.process().isPresent()) {
              newProcess.run();
            }
          });
    }
    return binding;
  }

  /** The project of an event that has no session; empty if its folder leads to none. */
  public CompletableFuture<Optional<Project>> projectOf(Optional<String> directory) {
    if (directory.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return projects
        .of(directory.get())
        .thenApply(
            outcome ->
                outcome instanceof Outcome.Ok<Project> ok
                    ? Optional.of(ok.value())
                    : Optional.empty());
  }

  /** Where a session goes on and nothing is said of its process, it is still the one it was. */
  private CompletableFuture<Optional<HostProcess>> process(
      Arrival arrival, Optional<Binding> before) {
    if (arrival.process().isPresent()) {
      HostProcess claimed = arrival.process().get();
      return CompletableFuture.supplyAsync(() -> processes.confirm(claimed), files);
    }
    boolean goesOn = arrival.start() == Arrival.Start.AGAIN;
    return CompletableFuture.completedFuture(
        goesOn ? before.flatMap(Binding::process) : Optional.empty());
  }

  /** Calls the listener whenever a session with a known process was stored. */
  void onNewProcess(Runnable listener) {
    newProcess = listener;
  }

  /** Whether the session goes on in a process that was not stored yet. */
  boolean hasOtherProcess(Binding stored) {
    Binding current = bindings.get(stored.session());
    return current != null
        && current.process().isPresent()
        && !current.process().equals(stored.process());
  }

  /** The session is over; its next start binds it again. */
  void forgetProcess(Binding ended) {
    bindings.computeIfPresent(
        ended.session(),
        (id, current) ->
            current.equals(ended)
                ? new Binding(
                    id,
                    current.project(),
                    current.host(),
                    Optional.empty(),
                    current.skipped(),
                    current.disabled(),
                    false,
                    current.account())
                : current);
  }
}
