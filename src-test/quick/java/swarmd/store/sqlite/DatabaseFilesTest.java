package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.store.Store.Unavailable;
import swarmd.swarm.Answers;

/** What was acknowledged survives even if the files are removed or replaced under the store. */
class DatabaseFilesTest {
  private final SqliteFile file = new SqliteFile();
  private final SqliteStore store = file.open();

  @AfterEach
  void close() {
    file.close();
  }

  private Path wal() {
    return file.path().resolveSibling("swarmd.db-wal");
  }

  private void add(String title) {
    Answers.await(store.write(Work.add(title)));
  }

  private static void assertUnavailable(CompletableFuture<?> request, Path because) {
    assertThatThrownBy(request::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(Unavailable.class)
        .hasMessageContaining(because + " was removed or replaced while swarmd was running")
        .hasMessageContaining("the next command starts a new one");
  }

  @Test
  void no_write_is_acknowledged_after_the_log_was_removed() throws IOException {
    add("one");
    Files.delete(wal());

    assertUnavailable(store.write(Work.add("two")), wal());
    assertUnavailable(store.writeLater(Work.add("three")), wal());
    assertThat(store.lost()).isCompleted();
  }

  @Test
  void a_read_notices_that_the_log_was_removed() throws IOException {
    add("one");
    Files.delete(wal());

    assertUnavailable(store.read(snapshot -> 1), wal());
  }

  @Test
  void what_was_acknowledged_before_the_log_was_removed_is_saved() throws IOException {
    add("one");
    Files.delete(wal());
    assertUnavailable(store.write(Work.add("two")), wal());

    file.close(store);

    assertThat(Work.titles(file.open())).containsExactly("one");
  }

  @Test
  void a_restored_log_is_neither_deleted_nor_mixed_with_newer_pages() throws IOException {
    add("one");
    Path backup = Files.copy(wal(), wal().resolveSibling("backup"));
    add("two");
    Files.move(backup, wal(), StandardCopyOption.REPLACE_EXISTING);
    byte[] restored = Files.readAllBytes(wal());

    file.close(store);

    assertThat(wal()).hasBinaryContent(restored);
    // Elsewhere, because this process still has the old log open, as an ended one has not.
    try (SqliteFile copy = new SqliteFile()) {
      Files.copy(file.path(), copy.path());
      Files.copy(wal(), copy.path().resolveSibling("swarmd.db-wal"));
      assertThat(Work.titles(copy.open())).containsExactly("one");
    }
  }

  @Test
  void the_files_of_a_store_that_took_its_place_are_left_alone() throws IOException {
    add("one");
    Files.move(file.path(), file.path().resolveSibling("moved.db"));
    Files.move(wal(), wal().resolveSibling("moved.db-wal"));
    Files.delete(wal().resolveSibling("swarmd.db-shm"));
    SqliteStore next = file.open();
    Answers.await(next.write(Work.add("new")));

    assertUnavailable(store.write(Work.add("two")), file.path());
    file.close(store);

    Answers.await(next.write(Work.add("newer")));
    assertThat(wal()).exists();
    assertThat(Work.titles(next)).containsExactly("new", "newer");
  }

  @Test
  void overwritten_pages_are_noticed_although_they_are_cached() throws IOException {
    for (int i = 0; i < 20; i++) {
      Answers.await(store.write(Work.addLong("t" + i, 10_000)));
    }
    file.close(store);
    SqliteStore reopened = file.open();
    assertThat(Work.titles(reopened)).hasSize(20);

    overwritePages();

    assertThatThrownBy(() -> Work.titles(reopened)).hasMessageContaining("is damaged");
    assertThat(reopened.lost()).isCompleted();
  }

  @Test
  void a_backup_copied_over_the_open_database_is_noticed() throws IOException {
    add("one");
    file.close(store);
    byte[] backup = Files.readAllBytes(file.path());
    SqliteStore reopened = file.open();
    Answers.await(reopened.write(Work.add("two")));

    Files.write(file.path(), backup);

    assertThatThrownBy(() -> reopened.write(Work.add("three")).join())
        .hasMessageContaining("another program overwrote " + file.path())
        .hasMessageContaining("Restore it again while swarmd is stopped");
  }

  @Test
  void another_program_may_change_the_database_without_damage() throws Exception {
    add("one");
    RawSql.run(file.path(), "UPDATE task SET priority = priority + 1");
    RawSql.run(file.path(), "PRAGMA wal_checkpoint(PASSIVE)");

    add("two");
    assertThat(Work.titles(store)).containsExactlyInAnyOrder("one", "two");
    assertThat(store.lost()).isNotCompleted();
  }

  @Test
  void a_check_finds_nothing_in_a_sound_file_and_names_a_damaged_one() throws IOException {
    for (int i = 0; i < 20; i++) {
      Answers.await(store.write(Work.addLong("t" + i, 10_000)));
    }
    assertThat(store.damage()).isEmpty();
    file.close(store);
    assertThat(SqliteStore.damage(file.path())).isEmpty();

    overwritePages();

    assertThat(SqliteStore.damage(file.path()))
        .hasValueSatisfying(
            text ->
                assertThat(text).contains(file.path() + " is damaged").contains("Move it away"));
  }

  /** All but the first, which SQLite needs to open the file. */
  private void overwritePages() throws IOException {
    try (FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.WRITE)) {
      byte[] garbage = new byte[(int) channel.size() - 4096];
      Arrays.fill(garbage, (byte) 0x5a);
      channel.write(ByteBuffer.wrap(garbage), 4096);
    }
  }
}
