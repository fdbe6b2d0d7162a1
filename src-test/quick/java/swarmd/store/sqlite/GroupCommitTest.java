package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import swarmd.store.Store;
import swarmd.swarm.Answers;
import swarmd.swarm.NewTask;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;

/** Many writes share a commit, but each fails alone. */
class GroupCommitTest {
  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();
  private final CompletableFuture<Void> gate = new CompletableFuture<>();
  private final List<List<TaskEvent>> commits = Collections.synchronizedList(new ArrayList<>());

  @AfterEach
  void close() {
    gate.complete(null);
    file.close();
  }

  /** Writes that arrive while the writer is busy share the next commit. */
  private void keepWriterBusy() {
    store.onCommit(TaskEvent.class, commits::add);
    CompletableFuture<Void> busy = new CompletableFuture<>();
    store.write(
        transaction -> {
          busy.complete(null);
          return gate.join();
        });
    Answers.await(busy);
  }

  private static Throwable failureOf(CompletableFuture<?> answer) {
    return Answers.await(answer.handle((value, failure) -> failure));
  }

  @Test
  void a_write_that_throws_is_undone_and_the_others_of_its_commit_are_kept() {
    keepWriterBusy();
    var first = store.write(Work.add("first"));
    var bad = store.write(Work.addAndThrow("bad", new IllegalStateException("a bug")));
    var last = store.write(Work.add("last"));
    gate.complete(null);

    assertThat(Answers.await(first).title()).isEqualTo("first");
    assertThat(Answers.await(last).title()).isEqualTo("last");
    assertThat(failureOf(bad)).isInstanceOf(IllegalStateException.class).hasMessage("a bug");
    assertThat(Work.titles(store)).containsExactly("first", "last");
  }

  @Test
  void listeners_get_one_call_per_commit_with_the_events_of_all_writes_that_were_kept() {
    keepWriterBusy();
    store.write(Work.add("first"));
    store.write(Work.addAndThrow("bad", new IllegalStateException("a bug")));
    var last = store.write(Work.add("last"));
    gate.complete(null);
    Answers.await(last);
    Answers.await(store.write(transaction -> true));

    assertThat(commits).hasSize(1);
    List<Long> taskIds =
        commits.get(0).stream().map(event -> event.taskId().orElseThrow()).toList();
    assertThat(taskIds).hasSize(2).doesNotHaveDuplicates();
    List<TaskEvent> stored =
        Answers.await(
            store.read(snapshot -> snapshot.get(TaskQueries.class).history(taskIds.get(1))));
    assertThat(stored).containsExactly(commits.get(0).get(1));
  }

  @Test
  void a_statement_that_the_database_refuses_undoes_only_its_own_write() {
    keepWriterBusy();
    var bad = store.write(Work.add((String) null));
    var good = store.write(Work.add("good"));
    gate.complete(null);

    assertThat(failureOf(bad)).isNotNull().isNotInstanceOf(Store.Unavailable.class);
    assertThat(Answers.await(good).title()).isEqualTo("good");
  }

  @Test
  void a_failure_of_the_whole_database_undoes_the_whole_commit_and_the_next_one_works() {
    keepWriterBusy();
    SQLiteException lock = new SQLiteException("locked", SQLiteErrorCode.SQLITE_BUSY);
    var first = store.write(Work.add("first"));
    var bad = store.write(Work.addAndThrow("bad", new IllegalStateException(lock)));
    var last = store.write(Work.add("last"));
    gate.complete(null);

    for (CompletableFuture<?> answer : List.of(first, bad, last)) {
      assertThat(failureOf(answer)).isInstanceOf(Store.Unavailable.class);
    }
    Answers.await(store.write(Work.add("next")));
    Answers.await(store.write(transaction -> true));
    assertThat(Work.titles(store)).containsExactly("next");
    assertThat(commits).hasSize(1);
    assertThat(commits.get(0)).hasSize(1);
  }

  @Test
  void an_error_in_a_write_does_not_end_the_writer() {
    var bad =
        store.write(
            transaction -> {
              Work.add(transaction, NewTask.titled("bad"));
              throw new StackOverflowError("too deep");
            });

    assertThat(failureOf(bad)).isInstanceOf(StackOverflowError.class);
    Answers.await(store.write(Work.add("good")));
    assertThat(Work.titles(store)).containsExactly("good");
  }

  @Test
  void writes_run_in_the_order_they_were_submitted() {
    keepWriterBusy();
    List<String> titles = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      titles.add("t" + i);
      store.write(Work.add("t" + i));
    }
    gate.complete(null);
    Answers.await(store.write(Work.add("end")));
    titles.add("end");

    assertThat(Work.titles(store)).isEqualTo(titles);
  }

  @Test
  void a_listener_that_throws_does_not_affect_the_others() {
    store.onCommit(
        TaskEvent.class,
        events -> {
          throw new IllegalStateException("a bug");
        });
    store.onCommit(TaskEvent.class, commits::add);
    Answers.await(store.write(Work.add("a")));
    Answers.await(store.write(Work.add("b")));
    Answers.await(store.write(transaction -> true));

    assertThat(commits).hasSize(2);
  }

  @Test
  void a_full_queue_refuses_further_writes_and_runs_the_waiting_ones() {
    keepWriterBusy();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    do {
      answers.add(store.write(transaction -> true));
    } while (!answers.get(answers.size() - 1).isDone());
    gate.complete(null);

    CompletableFuture<Boolean> turnedAway = answers.remove(answers.size() - 1);
    assertThatThrownBy(() -> Answers.await(turnedAway))
        .isInstanceOf(Store.Unavailable.class)
        .hasMessageContaining("too many writes");
    assertThat(answers).hasSizeGreaterThan(10_000).allMatch(Answers::await);
  }

  @Test
  void a_deferred_write_runs_without_any_other_write() {
    var later = store.writeLater(Work.add("later"));

    assertThat(Answers.await(later).title()).isEqualTo("later");
  }

  @Test
  void a_deferred_write_runs_before_a_later_write() {
    keepWriterBusy();
    store.writeLater(Work.add("first"));
    var second = store.write(Work.add("second"));
    gate.complete(null);
    Answers.await(second);

    assertThat(Work.titles(store)).containsExactly("first", "second");
  }

  @Test
  void a_later_write_never_overtakes_a_deferred_one_however_many_there_are() {
    keepWriterBusy();
    List<String> titles = new ArrayList<>();
    for (int i = 0; i < 2_500; i++) {
      titles.add("t" + i);
      store.writeLater(Work.add("t" + i));
    }
    titles.add("end");
    var end = store.write(Work.add("end"));
    gate.complete(null);
    Answers.await(end);

    assertThat(Work.titles(store)).isEqualTo(titles);
  }

  @Test
  void deferred_writes_from_many_threads_all_run() throws InterruptedException {
    List<CompletableFuture<?>> answers = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int j = 0; j < 50; j++) {
                  answers.add(store.writeLater(Work.add("t")));
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    answers.forEach(Answers::await);

    assertThat(Work.titles(store)).hasSize(400);
  }

  @Test
  void closing_waits_for_deferred_writes() {
    keepWriterBusy();
    store.writeLater(Work.add("later"));
    gate.complete(null);
    file.close(store);

    assertThat(Work.titles(file.open())).containsExactly("later");
  }
}
