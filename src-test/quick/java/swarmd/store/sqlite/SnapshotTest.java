package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.Store;
import swarmd.swarm.Answers;
import swarmd.swarm.NewTask;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;

/** Reads see a consistent snapshot. */
class SnapshotTest {
  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();

  @AfterEach
  void close() {
    file.close();
  }

  @Test
  void a_read_neither_waits_for_a_write_nor_sees_it_before_its_commit() {
    CompletableFuture<Void> added = new CompletableFuture<>();
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    var write =
        store.write(
            transaction -> {
              Work.add(transaction, NewTask.titled("a"));
              added.complete(null);
              return goOn.join();
            });
    Answers.await(added);

    assertThat(Work.titles(store)).isEmpty();
    assertThat(write).isNotDone();
    goOn.complete(null);
    Answers.await(write);
    assertThat(Work.titles(store)).containsExactly("a");
  }

  @Test
  void a_read_waits_for_what_was_written_behind_before_it() {
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    var write = store.write(transaction -> goOn.join());
    store.writeBehind(transaction -> Work.add(transaction, NewTask.titled("a")));

    var read = CompletableFuture.supplyAsync(() -> Work.titles(store));
    goOn.complete(null);

    Answers.await(write);
    assertThat(Answers.await(read)).containsExactly("a");
  }

  @Test
  void what_could_not_be_written_behind_affects_no_read() {
    store.writeBehind(
        transaction -> {
          throw new IllegalStateException("a bug");
        });
    store.writeBehind(transaction -> Work.add(transaction, NewTask.titled("a")));

    assertThat(Work.titles(store)).containsExactly("a");
  }

  @Test
  void a_read_sees_one_moment_however_long_it_takes() {
    Answers.await(store.write(Work.add("before")));
    CompletableFuture<Void> looked = new CompletableFuture<>();
    CompletableFuture<Void> lookAgain = new CompletableFuture<>();
    CompletableFuture<List<List<TaskEvent>>> read =
        store.read(
            snapshot -> {
              TaskQueries tasks = snapshot.get(TaskQueries.class);
              List<TaskEvent> first = tasks.eventsAfter(0, Optional.empty(), 9);
              looked.complete(null);
              lookAgain.join();
              return List.of(first, tasks.eventsAfter(0, Optional.empty(), 9));
            });
    Answers.await(looked);
    Answers.await(store.write(Work.add("meanwhile")));
    lookAgain.complete(null);

    List<List<TaskEvent>> seen = Answers.await(read);
    assertThat(seen.get(1)).isEqualTo(seen.get(0)).hasSize(1);
    assertThat(Work.titles(store)).containsExactly("before", "meanwhile");
  }

  @Test
  void a_failed_read_affects_no_later_one() {
    for (int i = 0; i < 5; i++) {
      CompletableFuture<Object> bad =
          store.read(
              tasks -> {
                throw new IllegalStateException("a bug");
              });
      assertThat(bad.handle((value, failure) -> failure).join())
          .hasRootCauseInstanceOf(IllegalStateException.class);
    }
    assertThat(Work.titles(store)).isEmpty();
  }

  @Test
  void another_process_sees_acknowledged_writes() {
    Answers.await(store.write(Work.add("a")));

    assertThat(Work.titles(file.open())).containsExactly("a");
  }

  @Test
  void a_commit_is_on_the_disk_before_it_is_acknowledged() {
    SqliteDatabase database = new SqliteDatabase(file.path());
    try (SqliteConnection connection = database.openWriter()) {
      Sql writer = connection.sql();
      int full = 2;
      assertThat(writer.of("PRAGMA synchronous").number()).isEqualTo(full);
      String mode = writer.of("PRAGMA journal_mode").one(row -> row.getString(1));
      assertThat(mode).isEqualTo("wal");
    }
  }
}
