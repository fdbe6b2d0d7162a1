package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import swarmd.store.Store;
import swarmd.swarm.Answers;

/** Another program locks the database for longer than a write waits. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class LockedDatabaseTest {
  private final SqliteFile file = new SqliteFile();

  @AfterEach
  void close() {
    file.close();
  }

  @Test
  void writes_are_refused_and_reads_work_until_the_lock_is_gone() throws Exception {
    Store store = file.open();
    Answers.await(store.write(Work.add("before")));
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN EXCLUSIVE");
      var locked = store.write(Work.add("during"));
      assertThat(Work.titles(store)).containsExactly("before");

      assertThatThrownBy(() -> Answers.await(locked))
          .isInstanceOf(Store.Unavailable.class)
          .hasMessageContaining("another program has locked " + file.path());
      assertThat(Work.titles(store)).containsExactly("before");
      statement.execute("ROLLBACK");
    }

    Answers.await(store.write(Work.add("after")));
    assertThat(Work.titles(store)).containsExactly("before", "after");
  }

  @Test
  void a_write_waits_for_a_short_lock() throws Exception {
    Store store = file.open();
    try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + file.path());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN EXCLUSIVE");
      var patient = store.write(Work.add("patient"));
      assertThat(Work.titles(store)).isEmpty();
      statement.execute("ROLLBACK");

      assertThat(Answers.await(patient).title()).isEqualTo("patient");
    }
  }
}
