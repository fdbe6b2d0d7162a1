package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.userhooks.Fixtures.command;
import static swarmd.userhooks.Fixtures.parallel;
import static swarmd.userhooks.Fixtures.sequence;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookResult;
import swarmd.userhooks.UserHook.Behaviour;

class ParallelRunTest extends RunnerTest {

  /** Signals that it runs, and waits for a signal to end. */
  private static UserHook waiting(int number) {
    return command(
        "touch here."
            + number
            + "; until [ -e go."
            + number
            + " ]; do sleep 0.01; done; echo "
            + number);
  }

  private List<String> here() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("here."))
          .sorted()
          .toList();
    }
  }

  private void letGo(int... numbers) throws IOException {
    for (int number : numbers) {
      Files.createFile(folder.resolve("go." + number));
    }
  }

  @Test
  void ten_hooks_run_five_at_a_time_and_their_answers_keep_the_order() throws IOException {
    List<UserHook> hooks = IntStream.range(0, 10).mapToObj(ParallelRunTest::waiting).toList();

    CompletableFuture<HookReport> report = runner.run(parallel(5, hooks), event("PostToolUse"));

    eventually().until(() -> here().size() == 5);
    assertThat(here()).containsExactly("here.0", "here.1", "here.2", "here.3", "here.4");
    assertThat(runner.running()).isEqualTo(5);
    letGo(4, 3, 2, 1, 0);
    eventually().until(() -> here().size() == 10);
    assertThat(runner.running()).isEqualTo(5);
    letGo(9, 8, 7, 6, 5);

    assertThat(report.join().result())
        .isEqualTo(HookResult.context("0\n\n1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n9"));
  }

  @Test
  void other_hooks_run_when_one_fails() {
    HookReport report =
        report(
            parallel(2, List.of(command("exit 1"), command("exit 2"), command("echo context"))),
            event("PostToolUse"));

    assertThat(report.hooks()).hasSize(3);
    assertThat(report.result().context()).containsExactly("context");
  }

  @Test
  void a_hundred_hanging_hooks_do_not_slow_a_healthy_one() {
    List<UserHook> hanging =
        Collections.nCopies(100, command("sleep 600", Duration.ofMinutes(10), Behaviour.IGNORE));
    CompletableFuture<HookReport> hung = runner.run(parallel(100, hanging), event("PostToolUse"));
    eventually().until(() -> runner.running() == 100);

    assertThat(run(sequence(command("echo fine")), event("PreToolUse")))
        .isEqualTo(HookResult.context("fine"));
    assertThat(hung).isNotDone();
  }

  @Test
  void when_too_many_hooks_hang_the_next_one_fails_at_once() {
    List<UserHook> hanging =
        Collections.nCopies(
            HookRunner.MAX_RUNNING, command("sleep 600", Duration.ofMinutes(10), Behaviour.IGNORE));
    runner.run(parallel(hanging.size(), hanging), event("PostToolUse"));

    UserHook guard = command("true", Fixtures.LIMIT, Behaviour.DENY);
    assertThat(run(sequence(guard), event("PreToolUse")).reason().orElseThrow())
        .contains("too many hooks are running");
  }

  @Test
  void starting_hooks_does_not_block() {
    CompletableFuture<HookReport> report =
        runner.run(sequence(waiting(1), waiting(2)), event("PreToolUse"));

    assertThat(report).isNotDone();
  }
}
