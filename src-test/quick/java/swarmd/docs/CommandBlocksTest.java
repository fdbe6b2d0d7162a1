package swarmd.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation shows is run: by ShownCommandsTest, or by the test that it names. */
final class CommandBlocksTest {
  private static final Path TESTS = Path.of(System.getProperty("swarmd.repository"), "src-test");

  static List<Page> pages() {
    return Page.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void every_block_of_commands_is_run_or_names_the_test_that_covers_it(Page page)
      throws IOException {
    for (Page.Block block : ShownCommands.shellBlocks(page)) {
      if (block.language().equals("sh")) {
        assertThat(block.testedBy()).as(block.lines().toString()).isNotEmpty();
      }
      for (String test : block.testedBy()) {
        assertThat(exists(test)).as("a test named " + test).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void no_command_hides_in_a_block_that_is_not_run(Page page) {
    for (Page.Block block : page.blocks()) {
      if (!ShownCommands.shellBlocks(page).contains(block)) {
        assertThat(block.lines()).noneMatch(line -> line.startsWith("$ "));
      }
    }
  }

  /** A test, or a file such as .ci/run or the checklist of a release. */
  private static boolean exists(String test) throws IOException {
    if (Files.exists(TESTS.resolveSibling(test))) {
      return true;
    }
    int dot = test.lastIndexOf('.');
    String file = test.substring(0, dot).replace('.', '/') + ".java";
    for (String part : List.of("quick", "e2e")) {
      Path source = TESTS.resolve(part + "/java/swarmd").resolve(file);
      if (Files.exists(source)
          && Files.readString(source).contains(" void " + test.substring(dot + 1) + "(")) {
        return true;
      }
    }
    return false;
  }
}
