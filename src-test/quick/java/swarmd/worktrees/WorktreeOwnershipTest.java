package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.HostSession;
import swarmd.testing.TestRepository;
import swarmd.testing.WorktreeTest;

/** The files of a task that has a worktree are its own there, and free elsewhere. */
class WorktreeOwnershipTest extends WorktreeTest {
  private HostSession ann;
  private HostSession bob;

  @BeforeEach
  void openSessions() {
    ann = new HostSession(api.http(), daemon.project(), "ann");
    bob = new HostSession(api.http(), daemon.project(), "bob");
    ann.start();
    bob.start();
  }

  private static String write(HostSession session, Path file) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", "Write");
    payload.putObject("tool_input").put("file_path", file.toString());
    return decision(session.send(payload));
  }

  private static String shell(HostSession session, Path folder, String command) {
    ObjectNode payload =
        session.payload("PreToolUse").put("tool_name", "Bash").put("cwd", folder.toString());
    payload.putObject("tool_input").put("command", command);
    return decision(session.send(payload));
  }

  private static String decision(JsonNode answer) {
    return answer.at("/hookSpecificOutput/permissionDecision").asText("free");
  }

  private Path main(String file) {
    return daemon.project().resolve(file);
  }

  @Test
  void an_agent_may_write_anything_in_its_worktree_whatever_others_own_elsewhere() {
    add("api", "--files", "src/**");
    add("ui", "--files", "src/**");
    api.claim(api.body().put("agent", "ann").put("session", "ann"));
    Place place = claim("bob");

    assertThat(write(bob, main("src/A.java"))).isEqualTo("deny");
    assertThat(write(bob, place.folder().resolve("src/A.java"))).isEqualTo("free");
    assertThat(shell(bob, place.folder(), "echo x > src/A.java && rm -rf src")).isEqualTo("free");
  }

  @Test
  void the_files_of_a_task_with_a_worktree_are_free_in_the_main_work_tree() {
    add("api", "--files", "src/**");
    claim("ann");

    assertThat(write(bob, main("src/A.java"))).isEqualTo("free");
    assertThat(shell(bob, daemon.project(), "echo x > src/A.java")).isEqualTo("free");
  }

  @Test
  void nobody_else_may_write_in_the_worktree_of_a_holder() {
    add("api");
    Place place = claim("ann");
    Path folder = place.folder();
    ObjectNode payload = bob.payload("PreToolUse").put("tool_name", "Write");
    payload.putObject("tool_input").put("file_path", folder.resolve("x.txt").toString());

    assertThat(bob.send(payload).at("/hookSpecificOutput/permissionDecisionReason").asText())
        .startsWith(
            "swarmd: %s is in the worktree of task 1 (\"api\"), which agent ann of session ann is working on"
                .formatted(folder.resolve("x.txt")));
    for (String command :
        new String[] {
          "echo x > %s/x.txt",
          "rm -rf %s",
          "rm -rf %s/../*",
          "rm -rf %s/..",
          "cp -r . %s",
          "cd %s && git reset --hard",
          "git -C %s checkout .",
          "git worktree remove --force %s",
          "sed -i s/a/b/ %s/README",
          "mv %s /tmp/gone"
        }) {
      assertThat(shell(bob, daemon.project(), command.formatted(folder)))
          .as(command)
          .isEqualTo("deny");
    }
    for (String command : new String[] {"cat %s/README", "ls %s", "git -C %s log"}) {
      assertThat(shell(bob, daemon.project(), command.formatted(folder)))
          .as(command)
          .isNotEqualTo("deny");
    }
    assertThat(write(ann, folder.resolve("x.txt"))).isEqualTo("free");
  }

  @Test
  void a_worktree_that_nobody_holds_is_open_to_all() {
    add("api");
    Place place = claim("ann");
    assertThat(write(bob, place.folder().resolve("x.txt"))).isEqualTo("deny");
    repository.commit(place.folder(), "x.txt", "");
    api.complete(place.held());

    assertThat(write(bob, place.folder().resolve("x.txt"))).isEqualTo("free");
  }

  @Test
  void a_holder_that_has_no_worktree_owns_its_files_everywhere() {
    add("api", "--files", "src/**");
    Place before = claim("ann");
    api.post(before.held().path("release"), before.held().proof());
    api.claim(api.body().put("agent", "ann").put("session", "ann"));

    assertThat(write(bob, main("src/A.java"))).isEqualTo("deny");
  }

  @Test
  void agents_are_watched_in_the_main_work_tree_as_before() {
    TestRepository.write(main("src/A.java"), "a");
    add("api", "--files", "src/**");
    add("ui");
    api.claim(api.body().put("agent", "ann").put("session", "ann"));
    Place place = claim("bob");

    assertThat(shell(bob, place.folder(), "echo x > " + main("src/A.java"))).isEqualTo("deny");
  }
}
