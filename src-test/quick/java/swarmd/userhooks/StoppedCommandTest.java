package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.userhooks.Fixtures.command;
import static swarmd.userhooks.Fixtures.sequence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;
import swarmd.userhooks.UserHook.Behaviour;

/** A command that is stopped leaves no process behind. */
class StoppedCommandTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Ignores SIGTERM, as do its child, an orphan and an orphan that has left the session. */
  private static final String STUBBORN =
      """
      trap '' TERM
      sh -c 'trap "" TERM; echo $$ > pid.child; while :; do sleep 0.05; done' &
      (sh -c 'trap "" TERM; echo $$ > pid.orphan; exec >/dev/null 2>&1; while :; do sleep 0.05; done' &)
      (setsid sh -c 'trap "" TERM; echo $$ > pid.runaway; exec >/dev/null 2>&1; while :; do sleep 0.05; done' &)
      (exec env -i sh -c 'echo $$ > pid.bare; exec sleep 1000' &)
      echo $$ > pid.hook
      while :; do sleep 0.05; done
      """;

  /** Writing this much only succeeds if the output is read. */
  private static final String MORE_THAN_A_PIPE_HOLDS =
      "head -c 200000 /dev/zero | tr '\\0' '\\n'; ";

  @TempDir Path folder;
  private final SettableTime time = new SettableTime();
  private final HookRunner runner = new HookRunner(Plugins.none(), Path.of("/"), time);

  @AfterEach
  void stopHooks() {
    runner.close();
  }

  private HookEvent event() {
    return Fixtures.event("PreToolUse", Map.of("cwd", folder.toString()));
  }

  private CompletableFuture<HookReport> start(String line, Behaviour behaviour) {
    return runner.run(sequence(command(line, LIMIT, behaviour)), event());
  }

  /** Lets the time pass in which readers finish after the shell's exit, but not the limit. */
  private void awaitAnswer(CompletableFuture<HookReport> report) {
    eventually()
        .until(
            () -> {
              if (time.isDueIn(RunningCommand.STRAGGLER_GRACE)) {
                time.advance(RunningCommand.STRAGGLER_GRACE);
              }
              return report.isDone();
            });
  }

  private List<Long> pids(int count) throws IOException {
    eventually().until(() -> pids().size() == count);
    return pids();
  }

  private List<Long> pids() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("pid."))
          .map(StoppedCommandTest::content)
          .filter(text -> !text.isEmpty())
          .map(Long::valueOf)
          .toList();
    }
  }

  private static String content(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** A zombie counts as gone, because reaping it is not up to us. */
  private static boolean isGone(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException e) {
      return ProcessHandle.of(pid).isEmpty();
    }
  }

  private static void assertGone(List<Long> pids) {
    eventually().until(() -> pids.stream().allMatch(StoppedCommandTest::isGone));
  }

  @Test
  void a_hook_that_ignores_sigterm_is_killed_with_all_its_children() throws IOException {
    CompletableFuture<HookReport> report = start(STUBBORN, Behaviour.DENY);
    List<Long> pids = pids(5);

    time.advance(LIMIT);

    assertThat(Answers.await(report).result())
        .isEqualTo(HookResult.deny("hook guard timed out after 10000 ms"));
    time.advance(RunningCommand.TERM_GRACE);
    assertGone(pids);
    eventually().until(() -> runner.running() == 0);
  }

  @Test
  void a_hook_can_clean_up_on_sigterm() {
    CompletableFuture<HookReport> report =
        start(
            "trap 'touch cleaned; exit' TERM; touch there; while :; do sleep 0.05; done",
            Behaviour.IGNORE);
    eventually().until(() -> Files.exists(folder.resolve("there")));

    time.advance(LIMIT);

    assertThat(Answers.await(report).result().decision()).isEmpty();
    eventually().until(() -> Files.exists(folder.resolve("cleaned")));
  }

  @Test
  void a_background_process_does_not_delay_the_answer_and_ends_at_the_limit() throws IOException {
    CompletableFuture<HookReport> report =
        start(
            "sh -c 'echo $$ > pid.left; exec sleep 1000' & echo said; "
                + MORE_THAN_A_PIPE_HOLDS
                + MORE_THAN_A_PIPE_HOLDS.replace(";", ">&2;")
                + "touch heard",
            Behaviour.DENY);
    List<Long> pids = pids(1);
    eventually().until(() -> Files.exists(folder.resolve("heard")));

    awaitAnswer(report);

    assertThat(Answers.await(report).result()).isEqualTo(HookResult.context("said"));
    assertThat(pids).noneMatch(StoppedCommandTest::isGone);
    time.advance(LIMIT);
    assertGone(pids);
  }

  @Test
  void a_background_process_with_its_own_output_outlives_its_hook() throws IOException {
    CompletableFuture<HookReport> report =
        start(
            "sh -c 'echo $$ > pid.server; exec sleep 1000' >/dev/null 2>&1 & echo started",
            Behaviour.IGNORE);

    assertThat(Answers.await(report).result()).isEqualTo(HookResult.context("started"));
    List<Long> pids = pids(1);
    time.advance(LIMIT.multipliedBy(2));
    assertThat(pids).noneMatch(StoppedCommandTest::isGone);
    ProcessHandle.of(pids.get(0)).ifPresent(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh -c 'echo $$ > pid.left; exec sleep 1000' &",
        "sh -c 'echo $$ > pid.left; echo heard >&2; exec sleep 1000' &",
        "(setsid sh -c 'echo $$ > pid.left; exec sleep 1000' &)",
        "(env -i setsid sh -c 'echo $$ > pid.left; exec sleep 1000' &)",
        "(env -i setsid sh -c 'echo $$ > pid.left; exec sleep 1000 >/dev/null' &)",
        "exec 3>&1; (env -i setsid sh -c 'echo $$ > pid.left; exec sleep 1000 >/dev/null 2>&1' &)"
      })
  void a_process_that_keeps_the_output_ends_at_the_limit_although_the_shell_has_exited(String line)
      throws IOException {
    CompletableFuture<HookReport> report =
        start(line + "\nuntil [ -s pid.left ]; do sleep 0.01; done; echo said", Behaviour.DENY);
    List<Long> pids = pids(1);
    awaitAnswer(report);

    assertThat(Answers.await(report).result()).isEqualTo(HookResult.context("said"));
    assertThat(runner.running()).isEqualTo(1);
    assertThat(pids).noneMatch(StoppedCommandTest::isGone);
    time.advance(LIMIT);
    time.advance(RunningCommand.TERM_GRACE);

    assertGone(pids);
    eventually().until(() -> runner.running() == 0);
  }

  @Test
  void at_the_limit_only_those_that_keep_the_output_end_once_the_shell_has_exited()
      throws IOException {
    CompletableFuture<HookReport> report =
        start(
            "sh -c 'echo $$ > pid.server; exec sleep 1000' >/dev/null 2>&1 &"
                + " sh -c 'echo $$ > other; exec sleep 1000' &"
                + " until [ -s pid.server ] && [ -s other ]; do sleep 0.01; done",
            Behaviour.DENY);
    long server = pids(1).get(0);
    awaitAnswer(report);
    Answers.await(report);

    time.advance(LIMIT);
    time.advance(RunningCommand.TERM_GRACE);

    assertGone(List.of(Long.valueOf(content(folder.resolve("other")))));
    eventually().until(() -> runner.running() == 0);
    assertThat(isGone(server)).isFalse();
    ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void hooks_end_when_the_daemon_stops() throws IOException {
    CompletableFuture<HookReport> report = start(STUBBORN, Behaviour.IGNORE);
    List<Long> pids = pids(5);

    runner.close();

    assertGone(pids);
    assertThat(Answers.await(report).problems()).isPresent();
    assertThat(Answers.await(start("true", Behaviour.IGNORE)).problems().orElseThrow())
        .contains("swarmd is stopping");
  }
}
