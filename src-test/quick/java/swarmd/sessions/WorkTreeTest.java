package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.swarm.Answers;

class WorkTreeTest {
  @TempDir private Path temporary;

  private Path main;

  @BeforeEach
  void makeRepository() throws IOException {
    main = Files.createDirectories(temporary.toRealPath().resolve("main"));
    Files.createDirectories(main.resolve(".git"));
  }

  private static Path projectOf(Path folder) {
    return Path.of(Answers.value(Projects.of(folder.toString())).folder());
  }

  @Test
  void a_linked_work_tree_is_one_project_with_the_main_one() throws IOException {
    Path linked = WorkTrees.link(main, main.resolveSibling("linked"));

    assertThat(projectOf(linked)).isEqualTo(main);
    assertThat(projectOf(Files.createDirectories(linked.resolve("src/a")))).isEqualTo(main);
  }

  @Test
  void a_work_tree_inside_the_main_one_is_one_project_with_it() throws IOException {
    Path linked = WorkTrees.link(main, main.resolve(".claude/worktrees/one"));

    assertThat(projectOf(linked)).isEqualTo(main);
    assertThat(WorkTree.relative(linked.resolve("src/A.java"), main))
        .isEqualTo(Path.of("src/A.java"));
  }

  @Test
  void a_repository_that_only_claims_to_be_linked_is_a_project_of_its_own() throws IOException {
    WorkTrees.link(main, main.resolveSibling("linked"));
    Path hostile = Files.createDirectories(main.resolveSibling("hostile"));
    Files.writeString(hostile.resolve(".git"), "gitdir: " + main + "/.git/worktrees/linked\n");

    assertThat(projectOf(hostile)).isEqualTo(hostile);
  }

  @Test
  void a_submodule_is_a_project_of_its_own() throws IOException {
    Path submodule = Files.createDirectories(main.resolve("library"));
    Files.createDirectories(main.resolve(".git/modules/library"));
    Files.writeString(submodule.resolve(".git"), "gitdir: ../.git/modules/library\n");

    assertThat(projectOf(submodule)).isEqualTo(submodule);
  }

  @Test
  void the_work_trees_of_a_bare_repository_are_one_project() throws IOException {
    Path bare = Files.createDirectories(main.resolveSibling("bare.git"));
    for (String name : new String[] {"one", "two"}) {
      Path tree = Files.createDirectories(main.resolveSibling(name));
      Path own = Files.createDirectories(bare.resolve("worktrees").resolve(name));
      Files.writeString(own.resolve("commondir"), "../..\n");
      Files.writeString(own.resolve("gitdir"), tree.resolve(".git") + "\n");
      Files.writeString(tree.resolve(".git"), "gitdir: " + own + "\n");

      assertThat(projectOf(tree)).isEqualTo(bare);
    }
  }

  @Test
  void a_git_file_that_makes_no_sense_makes_a_project_of_its_own() throws IOException {
    Path odd = Files.createDirectories(main.resolveSibling("odd"));
    for (String text : new String[] {"", "gitdir:", "gitdir: /nowhere/at/all", "x\0y"}) {
      Files.writeString(odd.resolve(".git"), text);

      assertThat(projectOf(odd)).isEqualTo(odd);
    }
  }

  @Test
  void a_file_in_a_nested_repository_is_seen_from_the_project() throws IOException {
    Path nested = Files.createDirectories(main.resolve("vendor/library"));
    Files.createDirectories(nested.resolve(".git"));

    assertThat(WorkTree.relative(nested.resolve("A.java"), main))
        .isEqualTo(Path.of("vendor/library/A.java"));
    assertThat(WorkTree.relative(Path.of("/elsewhere/A.java"), main))
        .isEqualTo(Path.of("/elsewhere/A.java"));
  }

  @Test
  void the_settings_can_name_the_project() throws IOException {
    Files.createDirectories(main.resolve(".swarmd"));
    Files.writeString(main.resolve(".swarmd/settings.json"), "{\"project\": \"shop\"}");

    assertThat(Answers.value(Projects.of(main.toString())))
        .isEqualTo(new Project("shop", main.toString()));
  }

  @Test
  void a_name_that_could_be_a_folder_is_ignored() throws IOException {
    Files.createDirectories(main.resolve(".swarmd"));
    for (String name : new String[] {"/home/ann/other", "", "../other", "a b"}) {
      Files.writeString(
          main.resolve(".swarmd/settings.json"), "{\"project\": \"%s\"}".formatted(name));

      assertThat(Answers.value(Projects.of(main.toString())))
          .isEqualTo(Project.in(main.toString()));
    }
  }
}
