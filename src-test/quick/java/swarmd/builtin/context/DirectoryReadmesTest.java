package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.catalogue.HostProfiles;
import swarmd.testing.SettableTime;

/** How much of a folder's texts is read and kept. */
class DirectoryReadmesTest {
  @TempDir private Path temporary;
  private final SettableTime time = new SettableTime();

  @Test
  void a_text_is_kept_in_memory_once_for_all_folders_below_it() throws IOException {
    Path project = temporary.toRealPath();
    Files.writeString(project.resolve("README.md"), "About all.\n");
    DirectoryReadmes readmes = new DirectoryReadmes(time);
    assertThat(text(readmes, project, "first")).isEqualTo("About all.");
    time.advance(Duration.ofSeconds(3)); // a fresh file is read again: it may change unnoticed

    assertThat(text(readmes, project, "a")).isSameAs(text(readmes, project, "b"));
  }

  @Test
  void only_as_much_of_a_text_is_kept_as_can_be_shown() throws IOException {
    Path project = temporary.toRealPath();
    Files.writeString(project.resolve("README.md"), "r".repeat(30_000));
    Files.createDirectories(project.resolve(".cursor/rules"));
    Files.writeString(project.resolve(".cursor/rules/a.md"), "a".repeat(30_000));
    TouchedFolder place = new TouchedFolder(HostProfiles.GEMINI, project.toString(), project);

    for (Nearby nearby :
        List.of(new DirectoryReadmes(time).apply(place), new RuleFiles(time).apply(place))) {
      assertThat(nearby.texts()).hasSize(1);
      assertThat(nearby.texts().get(0).text()).hasSizeBetween(4_000, 5_500);
      assertThat(nearby.texts().get(0).whole()).isFalse();
    }
  }

  @Test
  void an_import_at_the_end_of_a_long_file_is_found() throws IOException {
    Path project = temporary.toRealPath();
    Files.writeString(project.resolve("AGENTS.md"), "How to work here.");
    Files.writeString(project.resolve("CLAUDE.md"), "x".repeat(20_000) + " @AGENTS.md");
    TouchedFolder place = new TouchedFolder(HostProfiles.CLAUDE, project.toString(), project);

    assertThat(new DirectoryReadmes(time).apply(place).texts()).isEmpty();
  }

  private static String text(DirectoryReadmes readmes, Path project, String name)
      throws IOException {
    Path folder = Files.createDirectory(project.resolve(name));
    return readmes
        .apply(new TouchedFolder(HostProfiles.GEMINI, project.toString(), folder))
        .texts()
        .get(0)
        .text();
  }
}
