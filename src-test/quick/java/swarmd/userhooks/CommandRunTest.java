package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.userhooks.Fixtures.command;
import static swarmd.userhooks.Fixtures.sequence;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.swarm.Answers;
import swarmd.time.Deadline;
import swarmd.time.SystemTime;
import swarmd.userhooks.UserHook.Behaviour;

/** The input of a command, and the meaning of its exit code. */
class CommandRunTest extends RunnerTest {

  private HookResult run(String line) {
    return run(sequence(command(line)), event("PreToolUse"));
  }

  private HookResult run(String line, Behaviour behaviour) {
    return run(sequence(command(line, Fixtures.LIMIT, behaviour)), event("PreToolUse"));
  }

  @Test
  void a_command_runs_in_the_project_with_the_payload_and_its_environment() throws IOException {
    run("cat > payload; pwd -P > where; env > environment");

    assertThat(read("payload")).startsWith("{").contains("\"session_id\":\"s1\"");
    assertThat(read("where")).isEqualTo(folder.toRealPath().toString());
    assertThat(read("environment").lines())
        .contains(
            "HOOK_EVENT=PreToolUse",
            "SESSION_ID=s1",
            "PROJECT_DIR=" + folder,
            "CLAUDE_PROJECT_DIR=" + folder,
            "PATH=" + System.getenv("PATH"));
  }

  @Test
  void without_a_project_a_command_runs_in_the_default_folder() {
    HookResult result = run(sequence(command("pwd -P")), Fixtures.event("PreToolUse", Map.of()));

    assertThat(result.context()).containsExactly("/");
  }

  @Test
  void exit_0_with_json_is_an_answer_and_with_text_is_context() {
    assertThat(run("echo '{\"decision\":\"block\",\"reason\":\"no\"}'"))
        .isEqualTo(HookResult.deny("no"));
    assertThat(run("echo; echo ' two words '; echo")).isEqualTo(HookResult.context("two words"));
    assertThat(run("true")).isEqualTo(HookResult.NOTHING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"decision\":\"deny\"", "[1]", "\"deny\"", "{} {}", "null"})
  void output_other_than_a_json_object_is_plain_text(String text) {
    assertThat(run("echo '" + text + "'")).isEqualTo(HookResult.context(text));
  }

  @Test
  void exit_2_blocks_and_stderr_is_the_reason() {
    assertThat(run("echo ignored; echo 'not here' >&2; exit 2"))
        .isEqualTo(HookResult.deny("not here"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exit 2", "echo '{\"decision\":\"deny\"}'", "echo '{\"continue\":false}'"})
  void a_denial_without_a_reason_names_the_hook(String line) {
    assertThat(run(line)).isEqualTo(HookResult.deny("hook guard blocked it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"exit 2", "echo '{\"decision\":\"block\"}'"})
  void a_hold_without_a_reason_asks_the_agent_to_continue(String line) {
    for (String stop : new String[] {"Stop", "SubagentStop"}) {
      assertThat(run(sequence(command(line)), event(stop)))
          .isEqualTo(HookResult.deny("hook guard asks you to continue"));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Behaviour.class, names = "WITHDRAW", mode = Mode.EXCLUDE)
  void any_other_exit_is_a_failure(Behaviour behaviour) {
    HookResult result = run("echo broken >&2; exit 1", behaviour);

    assertThat(result.decision()).isEqualTo(decision(behaviour));
    assertThat(result.reason().or(result::systemMessage))
        .contains("hook guard failed: exit code 1: broken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"decision\":\"allow\"}", "{\"additionalContext\":\"c\"}", "text"})
  void the_output_of_a_failed_command_is_ignored(String output) {
    HookResult result = run("echo '" + output + "'; exit 1");

    assertThat(result.decision()).isEmpty();
    assertThat(result.context()).isEmpty();
    assertThat(result.systemMessage()).contains("hook guard failed: exit code 1");
  }

  @ParameterizedTest
  @EnumSource(value = Behaviour.class, names = "WITHDRAW", mode = Mode.EXCLUDE)
  void exit_124_is_a_timeout(Behaviour behaviour) {
    assertThat(run("exit 124", behaviour).decision()).isEqualTo(decision(behaviour));
    assertThat(report(sequence(command("exit 124")), event("PreToolUse")).hooks().get(0).outcome())
        .isInstanceOf(HookOutcome.TimedOut.class);
  }

  @Test
  void the_output_of_a_failed_command_is_not_context() {
    HookResult result = run(sequence(command("echo half an ans; exit 1")), event("PostToolUse"));

    assertThat(result.context()).isEmpty();
  }

  @Test
  void failures_and_timeouts_have_separate_behaviours() {
    assertThat(decision("exit 1", Behaviour.ASK, Behaviour.DENY)).contains(Decision.DENY);
    assertThat(decision("exit 124", Behaviour.ASK, Behaviour.DENY)).contains(Decision.ASK);
  }

  private Optional<Decision> decision(String line, Behaviour onTimeout, Behaviour onFailure) {
    UserHook hook =
        new UserHook(
            "guard",
            new UserHook.Action.Command(line),
            Fixtures.LIMIT,
            onTimeout,
            onFailure,
            Optional.empty(),
            UserHook.Origin.USER);
    return run(sequence(hook), event("PreToolUse")).decision();
  }

  private static Optional<Decision> decision(Behaviour behaviour) {
    return switch (behaviour) {
      case IGNORE -> Optional.empty();
      case ASK, WITHDRAW -> Optional.of(Decision.ASK);
      case DENY -> Optional.of(Decision.DENY);
    };
  }

  @Test
  void a_broken_hook_never_keeps_an_agent_from_stopping() {
    UserHook broken = command("exit 1", Fixtures.LIMIT, Behaviour.DENY);

    assertThat(run(sequence(broken), event("Stop")).decision()).isEmpty();
  }

  @Test
  void an_unknown_decision_is_a_failure() {
    assertThat(run("echo '{\"decision\":\"denied\"}'", Behaviour.DENY).reason().orElseThrow())
        .contains("'denied' is not a decision");
  }

  @Test
  void a_command_that_cannot_be_started_is_a_failure() {
    HookResult result =
        run(
            sequence(command("true", Fixtures.LIMIT, Behaviour.ASK)),
            Fixtures.event("PreToolUse", Map.of("cwd", "/nowhere/at/all")));

    assertThat(result.decision()).contains(Decision.ASK);
  }

  @Test
  void a_failure_to_start_threads_frees_the_slot() {
    Path exhausted =
        (Path)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Path.class},
                (proxy, method, arguments) -> {
                  throw new OutOfMemoryError("unable to create native thread");
                });
    HookEvent event = event("PreToolUse");
    try (SystemTime time = new SystemTime();
        CommandRun commands = new CommandRun(Runnable::run, time)) {
      RunningHook running =
          commands.start(
              command("true"),
              "true",
              new HookCall(event, event.fields(), exhausted, Deadline.in(Fixtures.LIMIT, time)));

      assertThat(running.outcome())
          .isCompletedWithValue(new HookOutcome.Failed("unable to create native thread"));
      assertThat(running.gone()).isCompleted();
    }
  }

  @Test
  void output_over_a_mebibyte_is_cut_and_the_hook_goes_on() {
    HookResult result =
        run("head -c 5000000 /dev/zero | tr '\\0' x; head -c 5000000 /dev/zero >&2; touch done");

    assertThat(exists("done")).isTrue();
    assertThat(result.context().get(0)).hasSize(RunningCommand.MAX_OUTPUT);
  }

  @Test
  void an_answer_over_a_mebibyte_is_a_failure_as_it_may_be_a_denial() {
    HookResult result =
        run(
            "echo '{\"decision\":\"deny\",\"reason\":\"'; head -c 2000000 /dev/zero | tr '\\0' x;"
                + " echo '\"}'",
            Behaviour.ASK);

    assertThat(result.decision()).contains(Decision.ASK);
    assertThat(result.reason().orElseThrow()).contains("its answer is longer than 1048576 bytes");
  }

  @Test
  void an_answer_over_the_shared_budget_is_a_failure_as_it_may_be_a_denial() {
    try (SystemTime time = new SystemTime();
        CommandRun commands = new CommandRun(task -> new Thread(task).start(), time, 5)) {
      HookEvent event = event("PreToolUse");
      RunningHook running =
          commands.start(
              command("true"),
              "echo '{\"decision\":\"deny\"}'",
              new HookCall(event, event.fields(), folder, Deadline.in(Fixtures.LIMIT, time)));

      assertThat(Answers.await(running.outcome()))
          .isEqualTo(
              new HookOutcome.Failed("its output is lost: all hooks together write too much"));
    }
  }

  @Test
  void a_hook_may_ignore_its_payload() {
    HookReport report =
        report(
            sequence(command("exec <&-; echo fine")),
            event("PreToolUse", Map.of("tool_input", Map.of("content", "x".repeat(3_000_000)))));

    assertThat(report.result()).isEqualTo(HookResult.context("fine"));
    assertThat(report.problems()).isEmpty();
  }

  @Test
  void a_large_payload_arrives_whole() throws IOException {
    report(
        sequence(command("wc -c > size")),
        event("PreToolUse", Map.of("tool_input", Map.of("content", "x".repeat(3_000_000)))));

    assertThat(Integer.parseInt(read("size"))).isGreaterThan(3_000_000);
  }
}
