package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.RunningDaemon;
import swarmd.testing.TestRepository;

/** `swarm doctor` names the worktrees of finished tasks that were not removed. */
class RemainingWorktreeTest {

  @Test
  void the_doctor_names_a_worktree_with_work_of_a_cancelled_task_until_it_is_gone()
      throws Exception {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      TestRepository.in(daemon.project());
      api.add("a");
      Path folder =
          Path.of(
              api.post("/v1/tasks/claim", api.body().put("agent", "ann").put("worktree", true))
                  .at("/tasks/0/worktree")
                  .asText());
      TestRepository.write(folder.resolve("idea.txt"), "an idea");
      assertThat(daemon.swarm(daemon.project(), "doctor").out()).doesNotContain("worktree");

      api.post("/v1/tasks/1/cancel", Api.object());
      eventually()
          .until(() -> api.get("/v1/worktrees").at("/worktrees/0/kept").asText().contains("idea"));

      assertThat(daemon.swarm(daemon.project(), "doctor").out())
          .contains(
              "%s of task 1, which is finished, remains: it has uncommitted work: idea.txt"
                  .formatted(folder));
      Files.delete(folder.resolve("idea.txt"));
      daemon.swarm(daemon.project(), "task", "land");
      eventually().until(() -> Files.notExists(folder));
      assertThat(daemon.swarm(daemon.project(), "doctor").out()).doesNotContain("worktree");
    }
  }
}
