package swarmd.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documentation agrees with the installed programs. */
final class ShownCommandsTest {
  static List<Page> pages() {
    return ShownCommands.pages();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_command_on_a_page_prints_what_the_page_shows(Page page) {
    assertThat(ShownCommands.run(page).differences())
        .as("correct the page by hand, or with: ./gradlew docs")
        .isEmpty();
  }

  @Test
  void the_page_of_commands_has_the_help_of_every_command() {
    assertThat(Docs.COMMANDS.file())
        .as("the page is out of date; write it again with: ./gradlew docs")
        .hasContent(Docs.COMMANDS.text().get());
  }
}
