package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;
import swarmd.testing.TestRepository;

/** The daemon is killed while a task lands. */
class LandingCrashTest {

  private static Result ok(Result result) {
    assertThat(result.exit()).as(result.toString()).isZero();
    return result;
  }

  @Test
  void a_daemon_that_is_killed_leaves_the_person_s_tree_alone_and_the_next_one_lands_the_task()
      throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Path main = daemon.project();
      TestRepository repository = TestRepository.in(main);
      Path begun = daemon.root().resolve("begun");
      Path go = daemon.root().resolve("go");
      TestRepository.write(
          main.resolve(".swarmd/settings.json"),
          "{\"checks\": {\"slow\": {\"command\": \"touch %s; until [ -e %s ]; do sleep 0.05; done\"}}}"
              .formatted(begun, go));
      repository.commit(main, "a.txt", "base\n");
      ok(daemon.swarm(main, "hooks", "trust", "--yes"));
      ok(daemon.swarm(main, "task", "add", "a"));
      Path folder;
      try (Api api = daemon.api()) {
        var claimed =
            api.post("/v1/tasks/claim", api.body().put("agent", "ann").put("worktree", true));
        folder = Path.of(claimed.at("/tasks/0/worktree").asText());
        repository.commit(folder, "a.txt", "new\n");
        api.complete(Api.Held.of(claimed));
      }
      ok(daemon.swarm(main, "task", "require", "slow"));
      repository.commit(main, "b.txt", "meanwhile\n");
      String before = repository.tip("main");

      Process landing =
          Programs.start(
              main, daemon.environment(), RunningDaemon.swarmCommand("task", "land", "1"));
      eventually().until(() -> Files.exists(begun));
      daemon.kill();
      assertThat(new String(landing.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("the daemon stopped before the command was finished; run it again")
          .doesNotContain("swarm doctor");
      Programs.await(landing);

      assertThat(repository.tip("main")).isEqualTo(before);
      assertThat(TestRepository.status(main)).isEmpty();
      assertThat(git(folder, "status", "--branch", "--porcelain").out())
          .isEqualTo("## swarm/1-a\n");
      TestRepository.write(go, "");
      daemon.restart();
      ok(daemon.swarm(main, "task", "land", "1"));

      assertThat(TestRepository.read(main.resolve("a.txt"))).isEqualTo("new\n");
      assertThat(TestRepository.read(main.resolve("b.txt"))).isEqualTo("meanwhile\n");
      assertThat(TestRepository.status(main)).isEmpty();
      assertThat(repository.branches()).containsExactly("main");
      assertThat(folder).doesNotExist();
    }
  }
}
