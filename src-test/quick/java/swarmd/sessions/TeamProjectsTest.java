package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.swarm.Answers;
import swarmd.testing.Git;

/** All clones of a repository are one project of a team. */
class TeamProjectsTest {
  private final TeamProjects naming = new TeamProjects("ann@desk");

  @Test
  void all_clones_of_a_repository_are_one_project(@TempDir Path first, @TempDir Path second) {
    Git.start(first);
    Git.git(first, "remote", "add", "origin", "git@example.org:acme/shop.git");
    Git.start(second);
    Git.git(second, "remote", "add", "origin", "https://example.org/acme/shop");

    assertThat(named(first)).isEqualTo(named(second)).isEqualTo("example.org/acme/shop");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/srv/git/shop.git", "../shop", "file:///srv/git/shop.git"})
  void a_clone_of_a_local_repository_belongs_to_its_workstation(
      String address, @TempDir Path folder) {
    Git.start(folder);
    Git.git(folder, "remote", "add", "origin", address);

    assertThat(named(folder)).isEqualTo("ann@desk:" + Projects.canonical(folder));
  }

  @Test
  void a_folder_outside_git_belongs_to_its_workstation(@TempDir Path folder) {
    assertThat(named(folder)).isEqualTo("ann@desk:" + Projects.canonical(folder));
  }

  @Test
  void a_name_in_the_project_s_settings_comes_first(@TempDir Path folder) throws Exception {
    Git.start(folder);
    Git.git(folder, "remote", "add", "origin", "git@example.org:acme/shop.git");
    Files.createDirectory(folder.resolve(".swarmd"));
    Files.writeString(folder.resolve(".swarmd/settings.json"), "{\"project\": \"the-shop\"}");

    assertThat(named(folder)).isEqualTo("the-shop");
  }

  private String named(Path folder) {
    return naming.apply(Answers.value(Projects.of(folder.toString()))).id();
  }
}
