package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.util.LibraryLoaderUtil;

final class DriverLibraryTest {
  @TempDir Path folder;

  private Path jars;
  private DriverLibrary library;

  @BeforeEach
  void open() throws IOException {
    jars = Files.createDirectory(folder.resolve("lib"));
    library = new DriverLibrary(jars, Files.createDirectory(folder.resolve("native")));
  }

  @Test
  void the_next_start_finds_the_library_unpacked() {
    library.keep();

    Path kept = jars.resolve(LibraryLoaderUtil.getNativeLibName());
    assertThat(kept).isNotEmptyFile();
    System.load(kept.toString()); // throws if it is not whole
    assertThat(folder.resolve("native")).isEmptyDirectory();
  }

  @Test
  void a_library_that_is_there_is_not_replaced_under_the_daemon_that_uses_it() throws IOException {
    Path kept = Files.writeString(jars.resolve(LibraryLoaderUtil.getNativeLibName()), "in use");

    library.keep();

    assertThat(kept).hasContent("in use");
  }
}
