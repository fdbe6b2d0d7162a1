package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.write;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.realhosts.Turn.Subagent.Kind;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** A host that lives keeps its task for much longer than a lease; one that has ended does not. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class LivingHolderTest extends RealHostTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration LEASE = LONG.dividedBy(5);
  private static final String CLAIM = "swarm task claim";

  /** A mere `sleep` is refused by Claude Code. */
  private static final String WORK = "timeout %d tail -f /dev/null; echo worked";

  private static final List<String> NEVER_LOST = List.of("created", "claimed", "completed");

  private String token = "";

  LivingHolderTest() {
    super(Map.of("SWARMD_LEASE_MS", String.valueOf(LEASE.toMillis())));
  }

  /** Also tells when the daemon received what, and what became of the task. */
  @Override
  String transcript() {
    return super.transcript()
        + daemon.swarm(daemon.project(), "events", "--hooks", "-n", "100").out()
        + daemon.swarm(daemon.project(), "task", "show", "1").out();
  }

  private static Turn work(Duration time) {
    return shell(WORK.formatted(time.toSeconds()));
  }

  /** Remembers the token of the claim that was just made. */
  private Step claimedThen(Turn turn) {
    return input -> {
      token = input.find("token  (\\w+)");
      return turn;
    };
  }

  private Step done(long task) {
    return input -> shell("swarm task done %d --token %s".formatted(task, token));
  }

  private List<String> history(long task) {
    try (Api api = daemon.api()) {
      return api.history(task);
    }
  }

  private String status(long task) {
    return task(task).get("status").asText();
  }

  private RealHost gemini() {
    return new RealHost(GeminiProgram.installed(), daemon, model).install("launcher");
  }

  private Programs.Result anotherClaims() {
    return daemon.swarm(
        daemon.project(), "task", "claim", "--session", "another", "--agent", "main-another");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void claude_code_keeps_its_task_during_a_long_command(Way way) {
    keepsItsTaskDuringALongCommand(claude(way));
  }

  @Test
  void gemini_cli_keeps_its_task_during_a_long_command() {
    keepsItsTaskDuringALongCommand(gemini());
  }

  private void keepsItsTaskDuringALongCommand(RealHost host) {
    long task = add("write the parser");
    model.script(shell(CLAIM), claimedThen(work(LONG)), done(task), say("Done."));

    run(host, model, "write the parser");

    assertThat(model.requests().get(2).news()).contains("worked");
    assertThat(model.requests().get(3).news()).contains("task %d is done".formatted(task));
    assertThat(history(task)).isEqualTo(NEVER_LOST);
  }

  @Test
  void a_main_agent_that_waits_for_its_subagent_keeps_its_task() {
    long task = addWithFiles("write the parser", "src/**");
    model.script(
        shell(CLAIM),
        claimedThen(subagent("worker", "do the work", Kind.FOREGROUND)),
        done(task),
        say("The worker is done."));

    keepsItsTaskWhileItsSubagentWorksAndEditsItsFiles(task);
  }

  /** Its turn ends before the work does. */
  @Test
  void a_main_agent_whose_subagent_works_in_the_background_keeps_its_task() {
    long task = addWithFiles("write the parser", "src/**");
    model.script(
        shell(CLAIM),
        claimedThen(subagent("worker", "do the work")),
        say("The worker is at work."),
        done(task),
        say("The worker is done."));

    keepsItsTaskWhileItsSubagentWorksAndEditsItsFiles(task);

    assertThat(model.requests().get(3).news()).contains("task-notification");
  }

  private void keepsItsTaskWhileItsSubagentWorksAndEditsItsFiles(long task) {
    Path file = daemon.project().resolve("src/Parser.java");
    Duration half = LONG.dividedBy(2);
    model.lane(
        "worker",
        work(half),
        write(file.toString(), "class Parser {}\n"),
        work(half),
        input -> {
          assertThat(status(task)).isEqualTo("claimed");
          return say("The parser is written.");
        });

    run(claude(Way.LAUNCHER), model, "have the parser written");

    assertThat(model.requests("worker").get(3).news()).contains("worked");
    assertThat(file).hasContent("class Parser {}");
    assertThat(history(task)).isEqualTo(NEVER_LOST);
  }

  @Test
  void a_permission_prompt_that_waits_for_the_person_keeps_the_task() {
    long task = add("write the parser");
    model.script(
        shell(CLAIM), claimedThen(shell("touch made")), done(task), say("Everything is written."));

    TerminalSession terminal = open(claude(Way.LAUNCHER).withPermissions("default"));
    terminal.enter("write the parser").awaits("Do you want to proceed?");
    eventually().pollDelay(LONG).until(() -> true);
    assertThat(anotherClaims().out()).doesNotContain("write the parser");
    terminal.pressEnter().awaits("Everything is written.");

    assertThat(model.failures()).isEmpty();
    assertThat(daemon.project().resolve("made")).exists();
    assertThat(history(task)).isEqualTo(NEVER_LOST);
  }

  @Test
  void a_host_that_is_killed_at_a_permission_prompt_gives_its_task_back() {
    long task = add("write the parser");
    model.script(shell(CLAIM), shell("touch made"));

    TerminalSession terminal = open(claude(Way.LAUNCHER).withPermissions("default"));
    terminal.enter("write the parser").awaits("Do you want to proceed?");
    eventually().pollDelay(LEASE.multipliedBy(2)).until(() -> true);
    assertThat(status(task)).isEqualTo("claimed");
    terminal.kill();

    eventually().atMost(Duration.ofSeconds(20)).until(() -> status(task).equals("pending"));
  }

  /** Nothing is running any more, so the lease is all that the holder has. */
  @Test
  void a_holder_whose_turn_is_over_loses_its_task_and_is_told_with_the_next_prompt() {
    long task = add("write the parser");
    model.script(shell(CLAIM), say("I will go on later."), say("I have heard of it."));

    TerminalSession terminal = open(claude(Way.LAUNCHER));
    terminal.enter("write the parser").awaits("I will go on later.");
    eventually().until(() -> status(task).equals("pending"));
    assertThat(anotherClaims().out()).contains("write the parser");
    terminal.enter("go on").awaits("I have heard of it.");

    assertThat(model.requests().get(2).news())
        .contains("no longer hold task %d".formatted(task), "lease ended", "main-another");
  }

  private long addWithFiles(String title, String glob) {
    try (Api api = daemon.api()) {
      ObjectNode body = api.body().put("title", title);
      body.putArray("files").add(glob);
      return Api.ids(api.post("/v1/tasks", body)).get(0);
    }
  }
}
