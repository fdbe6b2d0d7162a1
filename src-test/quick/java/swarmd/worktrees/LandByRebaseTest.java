package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.TestRepository;
import swarmd.testing.WorktreeTest;

/** With SWARMD_WORKTREE_LAND=rebase, the target's history stays a line. */
class LandByRebaseTest extends WorktreeTest {

  @Override
  protected Map<String, String> settings() {
    return Map.of("SWARMD_WORKTREE_LAND", "rebase", "SWARMD_WORKTREE_FOLDER", "../trees/REPO");
  }

  @Test
  void tasks_land_one_after_the_other() {
    add("first");
    add("second");
    add("third", "--depends-on", "2");
    work("ann", 1, "a.txt", "one\n");
    Place second = work("bob", 2, "b.txt", "two\n");
    assertThat(second.folder())
        .isEqualTo(daemon.project().resolveSibling("trees").resolve("p").resolve("2-second"));
    Place third = work("cid", 3, "c.txt", "three\n");

    ok(swarm.run("task", "land"));

    assertThat(repository.log("main"))
        .containsExactly("Change c.txt", "Change b.txt", "Change a.txt", "Change README");
    assertThat(TestRepository.read(daemon.project().resolve("c.txt"))).isEqualTo("three\n");
    assertThat(repository.branches()).containsExactly("main");
    assertThat(third.folder()).doesNotExist();
  }

  @Test
  void a_conflict_leaves_the_branch_as_it_was() {
    add("first");
    add("second");
    work("ann", 1, "a.txt", "one\n");
    Place second = work("bob", 2, "a.txt", "two\n");
    String before = repository.tip("swarm/2-second");
    ok(land(1));

    assertRefused(land(2), 3, "swarm/2-second conflicts with main in a.txt");

    assertThat(repository.tip("swarm/2-second")).isEqualTo(before);
    assertThat(TestRepository.status(second.folder())).isEmpty();
    assertThat(api.show(2).at("/handoff/0/note").asText()).contains("git rebase main");
  }
}
