package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import swarmd.store.Store;
import swarmd.swarm.Answers;

/** Closing a store. */
class ClosedStoreTest {
  private final SqliteFile file = new SqliteFile();

  @AfterEach
  void close() {
    file.close();
  }

  @Test
  void a_closed_store_is_unavailable() {
    Store store = file.open();
    file.close(store);

    assertThatThrownBy(() -> Answers.await(store.write(transaction -> true)))
        .isInstanceOf(Store.Unavailable.class)
        .hasMessageContaining("shutting down");
    assertThatThrownBy(() -> Answers.await(store.read(tasks -> true)))
        .isInstanceOf(Store.Unavailable.class);
  }

  @Test
  void requests_that_wait_when_the_store_is_closed_are_still_stored() {
    Store store = file.open();
    List<CompletableFuture<?>> answers = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      answers.add(store.write(Work.add("t")));
    }
    file.close(store);

    assertThat(answers).allMatch(answer -> answer.isDone() && !answer.isCompletedExceptionally());
    assertThat(Work.titles(file.open())).hasSize(100);
  }

  @Test
  void closing_leaves_one_file_behind() {
    Store store = file.open();
    Answers.await(store.write(Work.add("t")));
    file.close(store);

    Path folder = file.path().getParent();
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file.path()));
  }

  @Test
  void closing_moves_the_log_into_the_file_even_while_another_program_reads_it() throws Exception {
    Store store = file.open();
    Answers.await(store.write(Work.add("t")));
    Path log = file.path().resolveSibling("swarmd.db-wal");
    assertThat(log).isNotEmptyFile();
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement statement = other.createStatement()) {
      statement.executeQuery("SELECT count(*) FROM task").close();
      file.close(store);

      assertThat(log).isEmptyFile();
    }
  }

  @RepeatedTest(5)
  void every_write_is_answered_even_one_submitted_while_the_store_closes() throws Exception {
    Store store = file.open();
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    Thread busy =
        new Thread(
            () -> {
              do {
                answers.add(store.write(transaction -> true));
              } while (!answers.get(answers.size() - 1).isCompletedExceptionally()
                  && answers.size() < 10_000);
            });
    busy.start();
    file.close(store);
    busy.join();

    for (CompletableFuture<Boolean> answer : answers) {
      assertThat(answer.handle((value, failure) -> true).get(60, TimeUnit.SECONDS)).isTrue();
    }
  }
}
