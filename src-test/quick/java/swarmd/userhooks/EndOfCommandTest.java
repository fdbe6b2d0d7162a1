package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.userhooks.Some.command;
import static swarmd.userhooks.Some.sequence;

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
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;
import swarmd.userhooks.UserHook.Behaviour;

/** What has taken too long is gone, with all that came from it. */
class EndOfCommandTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** A child and a grandchild whose parent is gone, both deaf; one of them has left the session. */
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

  /** Who has written it knows that somebody reads. */
  private static final String MORE_THAN_A_PIPE_HOLDS =
      "head -c 200000 /dev/zero | tr '\\0' '\\n'; ";

  @TempDir Path folder;
  private final SettableTime time = new SettableTime();
  private final HookRunner runner = new HookRunner(Plugins.none(), Path.of("/"), time);

  @AfterEach
  void endHooks() {
    runner.close();
  }

  private HookEvent event() {
    return Some.event("PreToolUse", Map.of("cwd", folder.toString()));
  }

  private CompletableFuture<HookReport> start(String line, Behaviour otherwise) {
    return runner.run(sequence(command(line, LIMIT, otherwise)), event());
  }

  private List<Long> pids(int count) throws IOException {
    eventually().until(() -> pids().size() == count);
    return pids();
  }

  private List<Long> pids() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("pid."))
          .map(EndOfCommandTest::content)
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

  /** A zombie counts as gone: who should reap it is not our business. */
  private static boolean isGone(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException e) {
      return ProcessHandle.of(pid).isEmpty();
    }
  }

  private static void assertGone(List<Long> pids) {
    eventually().until(() -> pids.stream().allMatch(EndOfCommandTest::isGone));
  }

  @Test
  void a_deaf_hook_and_all_its_children_are_gone_after_the_limit() throws IOException {
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
  void a_hook_may_clean_up_when_it_is_asked_to_end() {
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
  void what_a_hook_leaves_in_the_background_is_not_waited_for_and_ends_at_the_limit()
      throws IOException {
    CompletableFuture<HookReport> report =
        start(
            "sh -c 'echo $$ > pid.left; exec sleep 1000' & echo said; "
                + MORE_THAN_A_PIPE_HOLDS
                + MORE_THAN_A_PIPE_HOLDS.replace(";", ">&2;")
                + "touch heard",
            Behaviour.DENY);
    List<Long> pids = pids(1);
    eventually().until(() -> Files.exists(folder.resolve("heard")));

    eventually().until(() -> time.isDueIn(RunningCommand.STRAGGLERS)); // the shell has exited

    time.advance(RunningCommand.STRAGGLERS);

    assertThat(Answers.await(report).result()).isEqualTo(HookResult.context("said"));
    assertThat(pids).noneMatch(EndOfCommandTest::isGone);
    time.advance(LIMIT);
    assertGone(pids);
  }

  @Test
  void what_has_cut_itself_off_outlives_its_hook() throws IOException {
    CompletableFuture<HookReport> report =
        start(
            "sh -c 'echo $$ > pid.server; exec sleep 1000' >/dev/null 2>&1 & echo started",
            Behaviour.IGNORE);

    assertThat(Answers.await(report).result()).isEqualTo(HookResult.context("started"));
    List<Long> pids = pids(1);
    time.advance(LIMIT.multipliedBy(2));
    assertThat(pids).noneMatch(EndOfCommandTest::isGone);
    ProcessHandle.of(pids.get(0)).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void when_the_daemon_stops_so_do_hooks() throws IOException {
    CompletableFuture<HookReport> report = start(STUBBORN, Behaviour.IGNORE);
    List<Long> pids = pids(5);

    runner.close();

    assertGone(pids);
    assertThat(Answers.await(report).problems()).isPresent();
    assertThat(Answers.await(start("true", Behaviour.IGNORE)).problems().orElseThrow())
        .contains("swarmd is stopping");
  }
}
