package swarmd.builtin.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.HostSession;

/** Models get README.md and AGENTS.md of the folders they work in. */
class DirectoryReadmeInjectorTest extends ContextTest {

  private static String readmes(HostSession session, ObjectNode payload) {
    return said("directory-readme-injector", session, payload);
  }

  private String afterReading(String file) {
    return readmes(mine, used(mine, "Read", file));
  }

  private String geminiAfterReading(String file) {
    return readmes(mine, usedInGemini(mine, "read_file", file));
  }

  @Test
  void the_nearest_readme_comes_first_and_each_comes_once() {
    write("README.md", "About all.\n");
    write("AGENTS.md", "How to work here.\n");
    write("src/deep/README.md", "About deep.\n");
    write("src/deep/a.txt", "");
    write("src/a.txt", "");

    assertThat(readmes(mine, usedInGemini(mine, "write_file", "src/a.txt")))
        .isEqualTo(
            """
            [swarmd directory-readme-injector] From the README.md and AGENTS.md in the folders of src/a.txt:

            ## AGENTS.md
            > How to work here.

            ## README.md
            > About all.\
            """);
    assertThat(geminiAfterReading("src/deep/a.txt"))
        .contains("About deep.")
        .doesNotContain("About all.");
    assertThat(geminiAfterReading("src/deep/a.txt")).isEmpty();
    assertThat(readmes(other, usedInGemini(other, "replace", "src/deep/a.txt")))
        .containsSubsequence("About deep.", "How to work here.", "About all.");
  }

  @Test
  void subagents_get_them_too_and_everyone_again_after_a_compaction() {
    write("README.md", "About all.");

    assertThat(afterReading("a.txt")).contains("About all.");
    assertThat(readmes(mine, used(mine, "Edit", "a.txt").put("agent_id", "sub1")))
        .contains("About all.");
    mine.send(mine.payload("SessionStart").put("source", "compact"));
    assertThat(afterReading("a.txt")).contains("About all.");
  }

  @Test
  void a_readme_that_the_model_reads_or_writes_is_not_repeated() {
    write("README.md", "About all.");
    write("src/README.md", "About src.");

    assertThat(afterReading("src/README.md")).contains("About all.").doesNotContain("About src.");
    assertThat(afterReading("src/a.txt")).isEmpty();
    write("src/README.md", "Something else, written by the model.");
    aSecondPasses();
    assertThat(readmes(mine, used(mine, "Write", "src/README.md"))).isEmpty();
    assertThat(afterReading("src/a.txt")).isEmpty();
  }

  @Test
  void within_a_second_the_disk_is_not_read_again() {
    assertThat(afterReading("a.txt")).isEmpty();
    write("README.md", "About all.");

    assertThat(afterReading("b.txt")).isEmpty();
    aSecondPasses();
    assertThat(afterReading("b.txt")).contains("About all.");
  }

  @Test
  void the_text_is_limited_and_omitted_files_are_named() {
    write("README.md", "r".repeat(100_000));
    write("src/README.md", "s".repeat(3_000));
    write("src/deep/README.md", "d".repeat(50));
    write("src/deep/a.txt", "");

    String said = afterReading("src/deep/a.txt");

    assertThat(said)
        .hasSizeLessThanOrEqualTo(5_500)
        .contains("d".repeat(50), "s".repeat(3_000), "r".repeat(1_000))
        .endsWith("…\n[cut; the rest is in README.md]");
  }

  @Test
  void claude_code_reads_agents_md_itself_where_it_has_no_claude_md() {
    write("AGENTS.md", "How to work here.");
    write("src/AGENTS.md", "How to work in src.");
    write("src/a.txt", "");
    assertThat(afterReading("src/a.txt")).isEmpty();

    write("CLAUDE.md", "Of another kind.");
    aSecondPasses();
    assertThat(afterReading("src/a.txt")).contains("How to work here.", "How to work in src.");
  }

  @Test
  void claude_code_does_not_get_what_its_claude_md_imports() throws IOException {
    write("AGENTS.md", "How to work here.");
    write("CLAUDE.md", "See @AGENTS.md\n");
    write("src/AGENTS.md", "How to work in src.");
    Files.createSymbolicLink(daemon.project().resolve("src/CLAUDE.md"), Path.of("AGENTS.md"));

    assertThat(afterReading("src/a.txt")).isEmpty();
    assertThat(geminiAfterReading("src/a.txt"))
        .contains("How to work in src.", "How to work here.");
  }

  @Test
  void a_claude_md_in_the_claude_folder_counts_too() {
    write("AGENTS.md", "How to work here.");
    write(".claude/CLAUDE.md", "Of another kind.");

    assertThat(afterReading("a.txt")).contains("How to work here.");
  }

  @Test
  void nothing_outside_the_project_is_read() throws IOException {
    Path outside = write(daemon.userHome(), "outside/README.md", "Secret.");
    write(daemon.userHome(), "outside/a.txt", "");
    write(daemon.userHome(), "README.md", "Above the project.");
    write("src/a.txt", "");
    Files.createSymbolicLink(daemon.project().resolve("src/README.md"), outside);
    Files.createSymbolicLink(daemon.project().resolve("out"), outside.getParent());

    assertThat(afterReading("src/a.txt")).isEmpty();
    assertThat(afterReading("out/a.txt")).isEmpty();
    assertThat(afterReading("../outside/a.txt")).isEmpty();
    assertThat(afterReading(outside.resolveSibling("a.txt").toString())).isEmpty();
    assertThat(afterReading("/etc/passwd")).isEmpty();
  }

  @Test
  void files_that_are_not_text_are_left_out() throws IOException {
    Files.write(daemon.project().resolve("README.md"), new byte[] {1, 0, 2});
    Files.createDirectory(daemon.project().resolve("AGENTS.md"));
    write("src/README.md", " \n ");

    assertThat(geminiAfterReading("src/a.txt")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"node_modules", "vendor", "third_party", "site-packages", ".venv", "venv", ".git"})
  void readmes_of_third_party_packages_are_skipped(String folder) {
    write("README.md", "About all.");
    write(folder + "/x/README.md", "About x.");
    write(folder + "/x/a.js", "");

    assertThat(afterReading(folder + "/x/a.js")).contains("About all.").doesNotContain("About x.");
  }
}
