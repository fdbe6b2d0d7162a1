package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {
  @TempDir private Path folder;

  @Test
  void a_write_replaces_the_file_and_only_its_owner_can_read_it() throws IOException {
    Path file = Files.writeString(folder.resolve("http.json"), "something longer than the new");

    PrivateFiles.write(file, new byte[] {'n', 'e', 'w'});

    assertThat(file).hasContent("new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(folder).isDirectoryContaining(entry -> entry.equals(file));
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void a_write_that_fails_leaves_nothing_behind() throws IOException {
    Path inTheWay = Files.createDirectories(folder.resolve("http.json/full")).getParent();

    assertThatThrownBy(() -> PrivateFiles.write(inTheWay, new byte[] {'x'}))
        .isInstanceOf(IOException.class);

    assertThat(folder.toFile().list()).containsExactly("http.json");
  }
}
