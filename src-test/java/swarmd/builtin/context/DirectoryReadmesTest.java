package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of the folders' texts. */
class DirectoryReadmesTest {
  @TempDir private Path temporary;

  @Test
  void a_text_is_in_memory_once_however_many_folders_are_below_it() throws IOException {
    Path project = temporary.toRealPath();
    Path readme = Files.writeString(project.resolve("README.md"), "About all.\n");
    Files.setLastModifiedTime(readme, FileTime.fromMillis(0));
    DirectoryReadmes readmes = new DirectoryReadmes();

    assertThat(text(readmes, project, "a")).isSameAs(text(readmes, project, "b"));
  }

  private static String text(DirectoryReadmes readmes, Path project, String name)
      throws IOException {
    Path folder = Files.createDirectory(project.resolve(name));
    return readmes.apply(new Place("gemini", project.toString(), folder)).texts().get(0).text();
  }
}
