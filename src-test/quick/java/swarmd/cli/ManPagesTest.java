package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manual pages that packages bring. */
class ManPagesTest {
  private final Map<String, String> pages = ManPages.all();

  @Test
  void every_command_has_a_page() {
    assertThat(pages.keySet())
        .contains("swarm", "swarm-status", "swarm-task", "swarm-task-claim", "swarm-daemon");
  }

  @Test
  void a_page_tells_what_the_help_does() {
    assertThat(pages.get("swarm-uninstall"))
        .startsWith(".TH \"SWARM-UNINSTALL\" \"1\"")
        .contains(".SH NAME\nswarm\\-uninstall \\- Removes the hooks")
        .contains(".TP\n\\fB\\-\\-data\\fR\nWith \\-\\-all, also remove")
        .contains("\n  swarm uninstall \\-\\-all \\-\\-data")
        .contains(".SH SEE ALSO\n\\fBswarm\\fR(1)");
  }

  @Test
  void no_line_of_text_is_taken_for_a_command_of_roff() {
    assertThat(pages.values())
        .allSatisfy(
            page ->
                assertThat(
                        page.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                    .allMatch(line -> line.matches("\\.(TH .*|SH [A-Z ]+|TP|nf|fi)")));
  }
}
