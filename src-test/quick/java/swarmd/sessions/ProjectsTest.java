package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.Answers;

/** Which project a directory belongs to. */
class ProjectsTest {
  @TempDir private Path temporary;
  private Path root;

  @BeforeEach
  void canonical() throws IOException {
    root = temporary.toRealPath();
  }

  private Path folder(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  private static Path project(Path directory) {
    return Path.of(Answers.value(Projects.of(directory.toString())).id());
  }

  @Test
  void a_directory_outside_of_git_is_a_project_of_its_own() throws IOException {
    Path plain = folder("plain");

    assertThat(project(plain)).isEqualTo(plain);
  }

  @Test
  void inside_a_git_work_tree_it_is_the_top_level() throws IOException {
    Path repository = folder("repository");
    folder("repository/.git");

    assertThat(project(folder("repository/src/deep"))).isEqualTo(repository);
    assertThat(project(repository)).isEqualTo(repository);
  }

  @Test
  void a_linked_work_tree_whose_git_is_a_file_counts_too() throws IOException {
    folder("repository/.git");
    Path tree = folder("repository/trees/one");
    Files.writeString(tree.resolve(".git"), "gitdir: ../../.git/worktrees/one\n");

    assertThat(project(folder("repository/trees/one/src"))).isEqualTo(tree);
  }

  @Test
  void several_ways_to_write_a_directory_are_one_project() throws IOException {
    Path plain = folder("plain");
    Path link = Files.createSymbolicLink(root.resolve("link"), plain);

    assertThat(project(link)).isEqualTo(plain);
    assertThat(project(root.resolve("other/../plain/."))).isEqualTo(plain);
    assertThat(Answers.value(Projects.of(plain + "/"))).isEqualTo(Project.in(plain.toString()));
  }

  @Test
  void a_link_into_a_work_tree_leads_to_its_top_level() throws IOException {
    Path repository = folder("repository");
    folder("repository/.git");
    Path link = Files.createSymbolicLink(root.resolve("link"), folder("repository/src"));

    assertThat(project(link)).isEqualTo(repository);
  }

  @Test
  void a_directory_that_is_not_there_stands_for_itself() {
    assertThat(project(root.resolve("gone/x/../y"))).isEqualTo(root.resolve("gone/y"));
  }

  @Test
  void a_directory_that_is_not_there_any_more_belongs_to_the_work_tree_it_was_in()
      throws IOException {
    Path repository = folder("repository");
    folder("repository/.git");

    assertThat(project(repository.resolve("gone"))).isEqualTo(repository);
  }

  @Test
  void a_relative_path_is_refused() {
    for (String relative : new String[] {"src", "./src", "../src"}) {
      Outcome<Project> outcome = Projects.of(relative);
      assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.INVALID_REQUEST);
      assertThat(Answers.message(outcome)).contains("absolute path").contains("'" + relative + "'");
    }
  }

  @Test
  void a_text_that_cannot_be_a_path_is_refused() {
    assertThat(Answers.message(Projects.of(""))).isEqualTo("project must not be blank");
    assertThat(Answers.message(Projects.of("/a\0b")))
        .contains("must not contain the character U+0000");
    assertThat(Answers.message(Projects.of("/" + "a".repeat(4_096)))).contains("longer than 4096");
  }
}
