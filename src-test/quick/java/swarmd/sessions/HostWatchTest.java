package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

class HostWatchTest {
  private static final HostProcess DEAD = new HostProcess(1, "1");
  private static final HostProcess ALIVE = new HostProcess(2, "2");

  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();
  private final SettableTime time = new SettableTime();
  private final ProcessTable processes =
      pid -> pid == ALIVE.pid() ? Optional.of(ALIVE.started()) : Optional.empty();
  private final Sessions sessions =
      new Sessions(
          store,
          new RetriedWrites(store, time),
          new ProjectCache(folder -> Runnable::run, time),
          processes,
          Runnable::run,
          time);
  private final List<String> ended = new CopyOnWriteArrayList<>();
  private final HostWatch watch =
      new HostWatch(
          store,
          sessions,
          processes,
          binding -> {
            ended.add(binding.session());
            return CompletableFuture.completedFuture(true);
          },
          Runnable::run,
          time);

  @AfterEach
  void close() {
    watch.close();
    file.close();
  }

  private void save(HostProcess process) {
    Binding binding =
        new Binding("s", Project.in("/p"), "claude", Optional.of(process), Set.of(), false);
    Answers.await(
        store.write(
            transaction -> {
              transaction.get(BindingRepository.class).save(binding, time.millis());
              return true;
            }));
  }

  @Test
  void a_session_whose_process_is_gone_is_over() {
    save(DEAD);
    watch.start();

    eventually().until(() -> ended.equals(List.of("s")));
  }

  @Test
  void a_session_that_was_resumed_in_another_process_a_moment_ago_goes_on() {
    save(DEAD);
    CompletableFuture<Boolean> unblocked = new CompletableFuture<>();
    store.write(transaction -> unblocked.join()); // the new process cannot be stored yet
    try {
      Answers.await(
          sessions.locate(
              new Arrival(
                  "s",
                  "claude",
                  Optional.of("/p"),
                  Arrival.Start.AGAIN,
                  Optional.of(ALIVE),
                  false,
                  Set.of(),
                  false,
                  Optional.empty())));
      watch.start();
      eventually().until(() -> time.waiting() == 1); // until its next look
    } finally {
      unblocked.complete(true);
    }

    assertThat(ended).isEmpty();
  }
}
