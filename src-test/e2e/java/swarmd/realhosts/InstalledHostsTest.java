package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledHostsTest {
  @Test
  void the_message_for_missing_hosts_explains_how_to_install_them(@TempDir Path empty) {
    assertThat(new InstalledHosts(empty).missing().orElseThrow())
        .containsAnyOf(InstalledHosts.command(), "need node");
  }

  @Test
  void each_missing_host_has_a_message_of_its_own(@TempDir Path empty) {
    assertThat(new InstalledHosts(empty).missingFor(InstalledHosts.QWEN).orElseThrow())
        .containsAnyOf(InstalledHosts.commandForMore(), "need node");
  }

  @Test
  void ci_and_the_documentation_install_the_same_versions() throws IOException {
    Path repository = Path.of(System.getProperty("swarmd.repository"));
    String packages = InstalledHosts.CLAUDE + " " + InstalledHosts.GEMINI;

    assertThat(Files.readString(repository.resolve(".ci/run")))
        .contains(packages, InstalledHosts.packages(InstalledHosts.MORE));
    assertThat(Files.readString(repository.resolve("CONTRIBUTING.md")))
        .contains(InstalledHosts.command(), InstalledHosts.commandForMore());
  }
}
