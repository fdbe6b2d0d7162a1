package swarmd.sessions;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.store.Store;
import swarmd.time.Time;

/** Ends the sessions of hosts whose process is gone. */
public final class HostWatch implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HostWatch.class);

  /** A dead host's session has to be over within 10 s, its writes included. */
  private static final Duration INTERVAL = Duration.ofSeconds(3);

  private final Store store;
  private final Sessions sessions;
  private final ProcessTable processes;
  private final Function<Binding, CompletableFuture<?>> end;
  private final Executor files;
  private final Time time;
  private Optional<Time.Cancellable> next = Optional.empty();
  private boolean scheduled;
  private boolean closed;

  /**
   * @param end ends a session
   * @param files runs what reads the file system
   */
  public HostWatch(
      Store store,
      Sessions sessions,
      ProcessTable processes,
      Function<Binding, CompletableFuture<?>> end,
      Executor files,
      Time time) {
    this.store = store;
    this.sessions = sessions;
    this.processes = processes;
    this.end = end;
    this.files = files;
    this.time = time;
  }

  /** Begins with a look at what has happened while no daemon ran. */
  public void start() {
    sessions.onNewProcess(this::schedule);
    look();
  }

  /** One alarm at a time; none while there is nothing to watch. */
  private synchronized void schedule() {
    if (!closed && !scheduled) {
      scheduled = true;
      next = Optional.of(time.after(INTERVAL, this::ring));
    }
  }

  private void ring() {
    synchronized (this) {
      scheduled = false;
    }
    look();
  }

  private void look() {
    store
        .read(snapshot -> snapshot.get(BindingQueries.class).withProcess())
        .thenCompose(
            watched ->
                CompletableFuture.supplyAsync(() -> gone(watched), files)
                    .thenCompose(this::endAll)
                    .thenApply(done -> !watched.isEmpty()))
        .whenComplete(
            (more, failure) -> {
              if (failure != null) {
                log.warn("Hosts could not be checked, trying again: {}", failure.getMessage());
              }
              if (failure != null || more) {
                schedule();
              }
            });
  }

  private CompletableFuture<Void> endAll(List<Binding> gone) {
    return CompletableFuture.allOf(
        gone.stream().map(this::over).toArray(CompletableFuture<?>[]::new));
  }

  private List<Binding> gone(List<Binding> watched) {
    return watched.stream()
        .filter(binding -> !processes.isAlive(binding.process().orElseThrow()))
        .filter(binding -> !sessions.hasOtherProcess(binding))
        .toList();
  }

  private CompletableFuture<?> over(Binding binding) {
    log.info(
        "Session {}: its host, process {}, is gone",
        binding.session(),
        binding.process().orElseThrow().pid());
    return end.apply(binding)
        .thenCompose(
            ended ->
                store.write(
                    transaction -> {
                      transaction.get(BindingRepository.class).forgetProcess(binding);
                      return true;
                    }))
        .thenRun(() -> sessions.forgetProcess(binding));
  }

  @Override
  public synchronized void close() {
    closed = true;
    next.ifPresent(Time.Cancellable::cancel);
  }
}
