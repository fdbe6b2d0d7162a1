package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.testing.SettableTime;

final class WatchedFileTest {
  private static final FileTime SAME_TICK = FileTime.fromMillis(1_000_000);

  @TempDir Path folder;
  private final SettableTime time = new SettableTime();
  private Path file;
  private WatchedFile<String> watched;

  @BeforeEach
  void watch() {
    file = folder.resolve("watched");
    watched = new WatchedFile<>(file, WatchedFileTest::read, time);
  }

  private static String read(Path path) {
    try {
      return Files.exists(path) ? Files.readString(path) : "absent";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In place and with the same length, so that only the content differs. */
  private void write(String content) throws IOException {
    Files.writeString(file, content);
    Files.setLastModifiedTime(file, SAME_TICK);
  }

  @Test
  void a_second_change_within_a_tick_of_the_file_system_is_noticed() throws IOException {
    write("one");
    assertThat(watched.content()).isEqualTo("one");
    write("two");
    assertThat(watched.content()).isEqualTo("two");
    time.advance(WatchedFile.SETTLING_TIME);
    write("six");
    assertThat(watched.content()).isEqualTo("six");
  }

  @Test
  void a_file_that_has_not_changed_for_long_enough_is_not_read_again() throws IOException {
    write("one");
    watched.content();
    time.advance(WatchedFile.SETTLING_TIME.plusMillis(1));
    assertThat(watched.content()).isEqualTo("one");

    write("two");

    assertThat(watched.content()).isEqualTo("one");
    Files.setLastModifiedTime(file, FileTime.fromMillis(2_000_000));
    assertThat(watched.content()).isEqualTo("two");
  }

  @Test
  void creating_and_deleting_a_file_is_noticed() throws IOException {
    assertThat(watched.content()).isEqualTo("absent");
    write("one");
    assertThat(watched.content()).isEqualTo("one");
    Files.delete(file);
    assertThat(watched.content()).isEqualTo("absent");
  }
}
