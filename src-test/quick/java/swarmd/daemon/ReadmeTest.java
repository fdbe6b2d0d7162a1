package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.settings.Setting;

final class ReadmeTest {
  @Test
  void the_table_of_settings_lists_all_settings() throws IOException {
    Path readme = Path.of(System.getProperty("swarmd.repository"), "README.md");
    assumeTrue(Files.exists(readme), "there is no README.md yet");

    List<String> rows =
        Files.readAllLines(readme).stream().filter(line -> line.startsWith("| `SWARMD_")).toList();

    assertThat(rows)
        .containsExactlyElementsOf(Stream.of(Setting.values()).map(ReadmeTest::row).toList());
  }

  private static String row(Setting setting) {
    return "| `%s` | `%s` | %s |"
        .formatted(setting.variable(), setting.defaultValue(), setting.text());
  }
}
