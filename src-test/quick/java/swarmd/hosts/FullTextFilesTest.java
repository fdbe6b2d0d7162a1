package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.testing.SettableTime;

final class FullTextFilesTest {
  @TempDir private Path home;
  private final SettableTime time = new SettableTime();
  private Path folder;
  private FullTextFiles files;

  @BeforeEach
  void open() {
    folder = home.resolve("context");
    files = new FullTextFiles(folder, time);
  }

  private Path keep(String text) {
    time.advance(Duration.ofSeconds(1));
    return Path.of(files.keep(text));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void only_its_owner_can_read_the_file_of_a_text() throws IOException {
    Path file = keep("all of it: 😀");

    assertThat(file).hasParent(folder).hasContent("all of it: 😀");
    assertThat(permissions(file)).isEqualTo("rw-------");
    assertThat(permissions(folder)).isEqualTo("rwx------");
  }

  @Test
  void the_same_text_is_kept_once() {
    assertThat(keep("a")).isEqualTo(keep("a"));
    assertThat(folder).isDirectoryContaining(file -> true);
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void the_last_hundred_texts_stay() throws IOException {
    Path first = keep("first");
    Path second = keep("second");
    for (int i = 0; i < 98; i++) {
      keep("text " + i);
    }
    keep("first");

    Path last = keep("last");

    assertThat(first).exists();
    assertThat(second).doesNotExist();
    assertThat(last).exists();
    try (Stream<Path> kept = Files.list(folder)) {
      assertThat(kept).hasSize(100);
    }
  }

  @Test
  void a_text_just_kept_stays_even_if_the_clock_was_set_back() throws IOException {
    for (int i = 0; i < 100; i++) {
      keep("text " + i);
    }
    FullTextFiles earlier = new FullTextFiles(folder, new SettableTime());

    assertThat(Path.of(earlier.keep("new"))).hasContent("new");
    assertThat(folder.toFile().list()).hasSize(100);
  }

  @Test
  void a_folder_that_cannot_be_created_is_an_error() throws IOException {
    Files.writeString(folder, "in the way");

    assertThatThrownBy(() -> files.keep("a")).isInstanceOf(UncheckedIOException.class);
  }
}
