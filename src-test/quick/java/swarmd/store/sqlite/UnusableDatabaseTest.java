package swarmd.store.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.Store;
import swarmd.swarm.Answers;

/** A file that cannot be used is named, explained and left as it is. */
class UnusableDatabaseTest {
  private final SqliteFile file = new SqliteFile();

  @AfterEach
  void close() {
    file.close();
  }

  private void sql(String text) throws SQLException {
    RawSql.run(file.path(), text);
  }

  private void assertRefused(String because) throws IOException {
    byte[] before = Files.readAllBytes(file.path());
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(file::open)
          .isInstanceOf(DatabaseUnusable.class)
          .hasMessageContaining(file.path().toString())
          .hasMessageContaining(because);
      assertThat(Files.readAllBytes(file.path())).isEqualTo(before);
    }
  }

  @Test
  void a_database_of_a_newer_version_is_refused_and_unchanged() throws Exception {
    Store store = file.open();
    Answers.await(store.write(Work.add("kept")));
    file.close(store);
    sql("PRAGMA journal_mode = DELETE"); // so that opening it for writing would change it
    long version = RawSql.number(file.path(), "PRAGMA user_version");
    sql("PRAGMA user_version = 99");

    assertRefused("schema version 99");
    assertRefused("Install the newer swarmd");
    sql("PRAGMA user_version = " + version);
    assertThat(Work.titles(file.open())).containsExactly("kept");
  }

  @Test
  void a_file_that_is_not_a_database_is_refused_and_unchanged() throws Exception {
    Files.writeString(file.path(), "somebody's precious notes\n".repeat(500));

    assertRefused("damaged or no SQLite database");
    assertRefused("Move it away");
  }

  @Test
  void a_damaged_database_is_refused_and_unchanged() throws Exception {
    file.close(file.open());
    byte[] bytes = Files.readAllBytes(file.path());
    System.arraycopy("rubbish".getBytes(UTF_8), 0, bytes, 0, 7);
    Files.write(file.path(), bytes);

    assertRefused("damaged or no SQLite database");
  }

  @Test
  void an_empty_file_becomes_a_database() throws Exception {
    Files.createFile(file.path());

    assertThat(Work.titles(file.open())).isEmpty();
  }

  @Test
  void a_folder_in_its_place_is_refused() throws Exception {
    Files.createDirectory(file.path());

    assertThatThrownBy(file::open)
        .isInstanceOf(DatabaseUnusable.class)
        .hasMessageContaining(file.path().toString());
  }

  @Test
  void damage_found_later_is_reported_and_nothing_is_overwritten() throws Exception {
    file.close(file.open());
    int schema = (int) Files.size(file.path()); // damage in there would be found at once
    Store store = file.open();
    for (int i = 0; i < 300; i++) {
      store.write(Work.add("t" + "x".repeat(200)));
    }
    file.close(store);
    Path path = file.path();
    byte[] bytes = Files.readAllBytes(path);
    for (int at = schema; at < bytes.length; at++) {
      bytes[at] = 0x55;
    }
    Files.write(path, bytes);

    Store damaged = file.open();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> Answers.await(damaged.write(Work.add("new"))))
          .isInstanceOf(Store.Unavailable.class)
          .hasMessageContaining("damaged");
    }
    assertThatThrownBy(() -> Work.titles(damaged))
        .hasRootCauseInstanceOf(SQLException.class)
        .hasMessageContaining("damaged");
    file.close(damaged);
    assertThat(Files.readAllBytes(path)).isEqualTo(bytes);
  }
}
