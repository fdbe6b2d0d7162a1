package swarmd.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import swarmd.testing.SettableTime;

/** Text files in folders whose contents cannot be trusted. */
class TextFileTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(temporary.toRealPath().resolve("folder"));
  }

  private Optional<String> read(String name, int maxBytes) {
    return TextFile.read(folder, folder.resolve(name), maxBytes).map(TextFile::text);
  }

  @Test
  void only_the_beginning_is_read_and_no_character_is_cut_in_two() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "abäc");

    assertThat(read("a", 3)).contains("ab");
    assertThat(read("a", 4)).contains("abä");
    assertThat(TextFile.read(folder, file, 4).orElseThrow().whole()).isFalse();
    assertThat(TextFile.read(folder, file, 5).orElseThrow())
        .isEqualTo(new TextFile(file, "abäc", true));
  }

  @Test
  void byte_order_marks_and_carriage_returns_are_removed() throws IOException {
    Files.writeString(folder.resolve("a"), "\uFEFF---\r\nx: y\r\n");

    assertThat(read("a", 100)).contains("---\nx: y\n");
  }

  @Test
  void binary_files_and_files_outside_the_folder_count_as_absent() throws IOException {
    Files.writeString(temporary.resolve("secret"), "secret");
    Files.writeString(folder.resolve("binary"), "a\0b");
    Files.createDirectory(folder.resolve("directory"));
    Files.createSymbolicLink(folder.resolve("link"), temporary.resolve("secret"));
    Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));

    for (String name : List.of("binary", "directory", "link", "loop", "none", "../secret")) {
      assertThat(read(name, 100)).as(name).isEmpty();
    }
  }

  @Test
  @Timeout(60)
  void a_pipe_counts_as_absent() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Files.createSymbolicLink(folder.resolve("zero"), Path.of("/dev/zero"));
    TextFiles<String> texts = new TextFiles<>(100, TextFile::text, new SettableTime());

    for (String name : List.of("pipe", "zero")) {
      assertThat(read(name, 100)).as(name).isEmpty();
      assertThat(texts.of(folder, folder.resolve(name))).as(name).isEmpty();
    }
    assertThat(TextFile.read(Path.of("/"), Path.of("/dev/zero"), 100)).isEmpty();
  }

  @Test
  void a_file_that_changes_is_read_again_and_others_are_not() throws IOException {
    Path file = Files.writeString(folder.resolve("a"), "one");
    TextFiles<String> texts = new TextFiles<>(100, TextFile::text, new SettableTime());

    assertThat(texts.of(folder, file)).contains("one");
    Files.writeString(file, "another");
    assertThat(texts.of(folder, file)).contains("another");
    Files.delete(file);
    assertThat(texts.of(folder, file)).isEmpty();
  }

  @Test
  void a_listing_is_sorted_limited_and_stays_inside() throws IOException {
    Files.createDirectories(folder.resolve("list/deep"));
    for (String name : List.of("b.md", "deep/c.md", "a.md", "d.txt", "e.md")) {
      Files.writeString(folder.resolve("list").resolve(name), "");
    }
    Files.createSymbolicLink(folder.resolve("out"), temporary);

    assertThat(Listing.of(folder, folder.resolve("list"), 3, name -> name.endsWith(".md")))
        .map(file -> folder.relativize(file).toString())
        .containsExactly("list/a.md", "list/b.md", "list/deep/c.md");
    assertThat(Listing.of(folder, folder.resolve("out"), 3, name -> true)).isEmpty();
    assertThat(Listing.of(folder, folder.resolve("none"), 3, name -> true)).isEmpty();
  }
}
