package swarmd.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** A daemon is killed while it runs the check of a task. */
class InterruptedCheckTest {

  private static long pidIn(Path file) {
    try {
      String text = Files.exists(file) ? Files.readString(file).strip() : "";
      return text.isEmpty() ? 0 : Long.parseLong(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void the_next_complete_runs_it_again_and_ends_what_was_left_of_it() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Path pidFile = daemon.root().resolve("pid");
      Path go = daemon.root().resolve("go");
      ObjectNode settings = Api.object();
      settings
          .putObject("checks")
          .putObject("test")
          .put(
              "command",
              "[ -e %s ] || { tail -f /dev/null & echo $! > %s; wait; }".formatted(go, pidFile));
      Files.createDirectories(daemon.project().resolve(".swarmd"));
      Files.writeString(daemon.project().resolve(".swarmd/settings.json"), settings.toString());
      assertThat(daemon.swarm(daemon.project(), "hooks", "trust", "--yes").exit()).isZero();
      assertThat(daemon.swarm(daemon.project(), "task", "add", "a", "--check", "test").exit())
          .isZero();
      assertThat(daemon.swarm(daemon.project(), "task", "claim", "1", "--agent", "bob").exit())
          .isZero();
      Process done =
          Programs.start(
              daemon.project(),
              daemon.environment(),
              RunningDaemon.swarmCommand("task", "done", "1", "--agent", "bob"));
      try {
        eventually().until(() -> pidIn(pidFile) > 0);
        ProcessHandle left = ProcessHandle.of(pidIn(pidFile)).orElseThrow();

        done.destroyForcibly();
        daemon.kill();
        Files.createFile(go);
        daemon.restart();

        Programs.Result again =
            daemon.swarm(daemon.project(), "task", "done", "1", "--agent", "bob");
        assertThat(again.exit()).as(again.toString()).isZero();
        assertThat(again.out()).contains("task 1 is done");
        eventually().until(() -> !left.isAlive());
      } finally {
        done.destroyForcibly();
        ProcessHandle.of(pidIn(pidFile)).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
  }
}
