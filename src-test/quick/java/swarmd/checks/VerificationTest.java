package swarmd.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.Git;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** ralph and ultraqa are not ended by the word of the agent that does the work. */
class VerificationTest extends InProcessTest {
  private static final String[] VERIFIED = {"mode", "set", "ralph", "--session", "s", "--verified"};

  private static final Pattern VARIABLES =
      Pattern.compile("^export SWARM_SESSION=s SWARM_AGENT=(\\S+?)(?: SWARM_CALL=(\\S+))?; ");

  private HostSession session;
  private Commands agent;

  @BeforeEach
  void begin() {
    session = new HostSession(api.http(), daemon.project(), "s");
    session.startInThisProcess();
    agent = shellOf("s");
  }

  private Commands shellOf(String id) {
    return new Commands(daemon::connect, daemon.project()).with("CLAUDE_CODE_SESSION_ID", id);
  }

  private void start(String mode) {
    ok(swarm.run("mode", "start", mode, "--session", "s"));
    daemon.time().advance(Duration.ofSeconds(1));
  }

  private ObjectNode edit(String event, String file) {
    ObjectNode payload = session.payload(event).put("tool_name", "Write").put("tool_use_id", file);
    payload.putObject("tool_input").put("file_path", daemon.project().resolve(file).toString());
    return payload;
  }

  /** Edits a file as the main agent, or as a subagent. */
  private void edits(String file, String... subagent) {
    for (String event : new String[] {"PreToolUse", "PostToolUse"}) {
      ObjectNode payload = edit(event, file);
      Stream.of(subagent).forEach(name -> HostSession.by(name, payload));
      session.send(payload);
    }
    daemon.time().advance(Duration.ofSeconds(1));
  }

  private void configure(String command) throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        folder.resolve("settings.json"),
        "{\"checks\": {\"test\": %s}}".formatted(Api.object().put("command", command)));
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
    ok(swarm.run("hooks", "trust", "--yes"));
  }

  /** A subagent runs the command in its shell. */
  private Result review(String name) {
    String command = session.commandOf(name, "swarm " + String.join(" ", VERIFIED));
    Matcher variables = VARIABLES.matcher(command);
    assertThat(variables.find()).as(command).isTrue();
    return shellOf("s")
        .with("SWARM_SESSION", "s")
        .with("SWARM_AGENT", variables.group(1))
        .with("SWARM_CALL", String.valueOf(variables.group(2)))
        .run(VERIFIED);
  }

  /** The main agent sets the variables that a subagent's shell has. */
  private Commands posingAs(String name) {
    return shellOf("s").with("SWARM_SESSION", "s").with("SWARM_AGENT", name);
  }

  private void assertRefused(Result result, String why) {
    assertThat(result.exit()).as(result.toString()).isEqualTo(3);
    assertThat(result.err()).contains(why).hasLineCount(1);
    session.useTool();
    assertThat(session.held()).startsWith("[swarmd ralph");
  }

  @Test
  void the_agent_s_own_word_does_not_verify_ralph() {
    start("ralph");
    session.useTool();

    assertRefused(
        agent.run(VERIFIED), "your own word does not count: have a subagent that edited nothing");
    assertRefused(agent.run("mode", "set", "ralph", "--verification", "approved"), "own word");
    assertRefused(agent.run("mode", "start", "ralph", "--verified"), "own word");
  }

  @Test
  void the_refusal_names_the_check() throws IOException {
    configure("true");
    start("ralph");

    assertRefused(agent.run(VERIFIED), "run: swarm check test, have a subagent");
  }

  @Test
  void a_reviewer_that_edited_nothing_verifies_ralph() {
    start("ralph");
    edits("src/a.txt");
    session.startSubagent("reviewer1");

    ok(review("reviewer1"));

    assertThat(session.stop().get("systemMessage").asText())
        .isEqualTo("ralph is done: the work was verified by subagent reviewer1 (general-purpose).");
    assertThat(api.get("/v1/modes").get("modes")).isEmpty();
  }

  @Test
  void an_edit_after_the_approval_withdraws_it() {
    start("ralph");
    session.startSubagent("reviewer1");
    ok(review("reviewer1"));
    daemon.time().advance(Duration.ofSeconds(1));

    edits("src/a.txt");

    assertThat(session.held()).contains("changed after it was verified");
    session.startSubagent("reviewer2");
    ok(review("reviewer2"));
    session.letGo();
  }

  @Test
  void a_subagent_that_edited_files_is_no_reviewer() {
    start("ralph");
    session.startSubagent("worker1");
    edits("src/a.txt", "worker1");

    assertRefused(review("worker1"), "agent 'worker1' has edited files itself");
  }

  @Test
  void an_edit_before_the_mode_began_does_not_matter() {
    session.startSubagent("helper1");
    edits("src/a.txt", "helper1");
    start("ralph");

    ok(review("helper1"));
    session.letGo();
  }

  @Test
  void a_made_up_or_ended_subagent_is_no_reviewer() {
    start("ralph");
    session.startSubagent("reviewer1");
    session.runToolAs("reviewer1");

    Commands forged = shellOf("s").with("SWARM_SESSION", "s");
    assertRefused(forged.with("SWARM_AGENT", "nobody").run(VERIFIED), "not a subagent at work");
    assertRefused(forged.with("SWARM_AGENT", "reviewer1").run(VERIFIED), "not a subagent at work");
    session.stopSubagent("reviewer1");
    assertRefused(forged.with("SWARM_AGENT", "reviewer1").run(VERIFIED), "not a subagent at work");
  }

  @Test
  void the_main_agent_cannot_pose_as_a_subagent_at_work() {
    start("ralph");
    session.startSubagent("reviewer1");
    session.useTool();
    session.useToolAs("reviewer1");

    assertRefused(
        posingAs("reviewer1").run(VERIFIED),
        "swarmd cannot tell that subagent 'reviewer1' itself runs this command");
    assertRefused(
        posingAs("reviewer1").with("SWARM_CALL", "a".repeat(43)).run(VERIFIED), "cannot tell");
  }

  @Test
  void a_subagent_s_proof_counts_for_itself_and_only_while_its_call_is_open() {
    start("ralph");
    session.startSubagent("reviewer1");
    session.startSubagent("worker1");
    session.useToolAs("worker1");
    String command = session.commandOf("reviewer1", "swarm mode set ralph --verified");
    Matcher variables = VARIABLES.matcher(command);
    assertThat(variables.find()).as(command).isTrue();
    String proof = variables.group(2);

    assertRefused(posingAs("worker1").with("SWARM_CALL", proof).run(VERIFIED), "cannot tell");
    session.runToolAs("reviewer1");
    assertRefused(posingAs("reviewer1").with("SWARM_CALL", proof).run(VERIFIED), "not a subagent");
  }

  @Test
  void where_swarmd_cannot_tell_who_sends_events_a_subagent_s_word_does_not_count() {
    HostSession unknown = new HostSession(api.http(), daemon.project(), "s");
    unknown.start();
    start("ralph");
    session.startSubagent("reviewer1");

    assertRefused(review("reviewer1"), "cannot tell that subagent 'reviewer1'");
  }

  @Test
  void an_agent_of_a_session_in_an_unknown_process_does_not_verify_ralph() {
    start("ralph");
    HostSession other = new HostSession(api.http(), daemon.project(), "other");
    other.start();
    other.useTool();

    assertRefused(shellOf("other").run(VERIFIED), "does not run in a host of its own");
  }

  @Test
  void an_agent_of_another_session_at_work_verifies_ralph() {
    start("ralph");
    HostSession other = new HostSession(api.http(), daemon.project(), "other");
    other.startInThisProcess();
    assertRefused(shellOf("other").run(VERIFIED), "session other is not at work");

    other.useTool();

    ok(shellOf("other").run(VERIFIED));
    session.letGo();
  }

  @Test
  void the_person_verifies_ralph_in_a_terminal() {
    start("ralph");

    ok(swarm.run(VERIFIED));

    assertThat(session.stop().get("systemMessage").asText()).contains("verified by the person");
  }

  @Test
  void a_mode_does_not_start_verified() {
    ok(swarm.run("mode", "start", "ralph", "--session", "s", "--verified"));

    assertThat(session.held()).startsWith("[swarmd ralph");
  }

  @Test
  void a_check_after_the_last_edit_verifies_ralph() throws IOException {
    configure("true");
    ok(swarm.run("mode", "start", "ralph", "--session", "s"));
    daemon.time().advance(Duration.ofSeconds(1));
    edits("src/a.txt");

    assertThat(session.held()).contains("swarm check test");
    assertThat(agent.run("check", "test").exit()).isZero();

    assertThat(session.stop().get("systemMessage").asText())
        .isEqualTo("ralph is done: the work was verified by check 'test'.");
  }

  @Test
  void a_check_from_before_the_mode_or_before_the_last_edit_does_not_count() throws IOException {
    configure("true");
    agent.run("check", "test");
    daemon.time().advance(Duration.ofSeconds(1));
    start("ralph");
    assertThat(session.held()).startsWith("[swarmd ralph");
    session.useTool();

    agent.run("check", "test");
    daemon.time().advance(Duration.ofSeconds(1));
    edits("src/a.txt");

    assertThat(session.held()).contains("it passed, but src/a.txt was edited since");
  }

  @Test
  void a_change_that_no_tool_reported_makes_a_check_outdated() throws IOException {
    git(daemon.project(), "init", "-q");
    Files.writeString(daemon.project().resolve("a.txt"), "1");
    configure("true");
    start("ralph");
    agent.run("check", "test");

    Files.writeString(daemon.project().resolve("a.txt"), "2, by sed");

    assertThat(session.held()).contains("files in the work tree were changed since");
    session.useTool();
    agent.run("check", "test");
    session.letGo();
  }

  @Test
  void a_tracked_file_that_is_written_while_the_check_runs_makes_it_outdated() throws IOException {
    git(daemon.project(), "init", "-q");
    Files.writeString(daemon.project().resolve("a.txt"), "1");
    git(daemon.project(), "add", "a.txt");
    configure("echo broken > a.txt; echo new > report.txt");
    start("ralph");

    assertThat(agent.run("check", "test").exit()).isZero();

    assertThat(session.held()).contains("tracked files were changed while it ran");
  }

  @Test
  void a_check_may_write_files_that_git_does_not_track() throws IOException {
    git(daemon.project(), "init", "-q");
    configure("echo new > report.txt");
    start("ralph");

    assertThat(agent.run("check", "test").exit()).isZero();

    session.letGo();
  }

  @Test
  void a_work_tree_that_can_no_longer_be_read_makes_a_check_outdated() throws IOException {
    git(daemon.project(), "init", "-q");
    configure("true");
    start("ralph");
    assertThat(agent.run("check", "test").exit()).isZero();

    git(daemon.project(), "config", "core.repositoryformatversion", "99");

    assertThat(session.held()).contains("files in the work tree were changed since");
  }

  @Test
  void a_subagent_that_wrote_files_with_the_shell_is_no_reviewer() {
    start("ralph");
    session.startSubagent("sub1");
    ObjectNode shell = session.payload("PostToolUse").put("tool_name", "Bash");
    shell.put("tool_use_id", "w1").putObject("tool_input").put("command", "echo x > src/b.txt");
    shell.putObject("tool_response").put("stdout", "");
    session.send(HostSession.by("sub1", shell));
    daemon.time().advance(Duration.ofSeconds(1));

    assertThat(review("sub1").err()).contains("'sub1' has edited files itself");
  }

  @Test
  void a_change_that_no_tool_reported_withdraws_an_approval() throws IOException {
    git(daemon.project(), "init", "-q");
    Files.writeString(daemon.project().resolve("a.txt"), "1");
    start("ralph");
    ok(swarm.run(VERIFIED));

    Files.writeString(daemon.project().resolve("a.txt"), "2, by sed");

    assertThat(session.held()).contains("changed after it was verified");
  }

  @Test
  void a_check_in_another_work_tree_does_not_count() throws IOException {
    Path project = daemon.project();
    Git.start(project);
    Path linked = daemon.userHome().resolve("linked");
    git(project, "worktree", "add", "-q", linked.toString());
    configure("[ $PWD = %s ]".formatted(linked.toRealPath()));
    start("ralph");
    try (Commands there =
        new Commands(daemon::connect, linked).with("CLAUDE_CODE_SESSION_ID", "s")) {
      assertThat(there.run("check", "test").exit()).isZero();
    }

    assertThat(session.held()).contains("another work tree");
  }

  @Test
  void a_check_in_the_main_work_tree_does_not_count_for_one_inside_it() throws IOException {
    Path project = daemon.project();
    Git.start(project);
    Path linked = project.resolve(".claude/worktrees/x");
    git(project, "worktree", "add", "-q", linked.toString());
    configure("true");
    start("ralph");
    assertThat(agent.run("check", "test").exit()).isZero();

    ObjectNode stop = session.payload("Stop").put("stop_hook_active", false);

    assertThat(session.send(stop.put("cwd", linked.toString())).path("reason").asText())
        .contains("another work tree");
  }

  @Test
  void fields_of_swarmd_itself_cannot_be_set() {
    start("ralph");

    assertThat(patch("ralph", "{\"approval\":{\"by\":\"me\",\"at\":1}}"))
        .isEqualTo("400 invalid_request");
  }

  @Test
  void an_agent_cannot_change_the_limits_of_its_mode() {
    start("ultraqa");

    assertThat(agent.run("mode", "set", "ultraqa", "--max", "1").exit()).isEqualTo(3);
    ok(swarm.run("mode", "set", "ultraqa", "--session", "s", "--max", "2"));
  }

  private String patch(String mode, String body) {
    return Api.refusal(
        api.http()
            .send(
                "PATCH",
                "/v1/modes/%s?project=%s&session=s".formatted(mode, daemon.project()),
                Map.of(),
                body.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ralph", "ultraqa", "autopilot", "swarm"})
  void an_agent_at_work_cannot_end_a_mode_that_is_the_person_s_to_end(String mode) {
    start(mode);
    session.useTool();

    Result cancel = agent.run("cancel");
    assertThat(cancel.exit()).isEqualTo(3);
    assertThat(cancel.err()).contains("only the person can, with /cancel");
    assertThat(agent.run("mode", "stop", mode).exit()).isEqualTo(3);
    assertThat(ok(swarm.run("cancel", "--session", "s")).out()).contains("ended " + mode);
  }

  @Test
  void a_job_that_outlives_its_tool_call_cannot_end_a_mode_either() {
    start("ralph");
    session.runTool();

    assertThat(agent.run("cancel").err()).contains("only the person can, with /cancel");
    assertThat(shellOf("another").run("cancel", "--session", "s").exit()).isEqualTo(3);
  }

  @Test
  void ultraqa_goes_from_red_to_green_by_the_daemon_s_check() throws IOException {
    configure("cat state; grep -q green state");
    Path state = daemon.project().resolve("state");
    Files.writeString(state, "red\n");
    start("ultraqa");
    assertThat(session.held()).contains("Run: swarm check test");
    session.useTool();

    assertThat(agent.run("check", "test").exit()).isEqualTo(1);
    assertThat(session.held())
        .contains("Check 'test' failed with exit code 1", "Its last lines: red");
    Result word = agent.run("mode", "set", "ultraqa", "--passing");
    assertThat(word.exit()).isEqualTo(3);
    assertThat(word.err()).contains("an agent's word does not count: run: swarm check test");

    Files.writeString(state, "green\n");
    edits("state");
    session.useTool();
    assertThat(session.held()).contains("[swarmd ultraqa");
    session.useTool();
    assertThat(agent.run("check", "test").exit()).isZero();

    assertThat(session.stop().get("systemMessage").asText())
        .isEqualTo("ultraqa is done: tests, check 'test' passed.");
  }

  @Test
  void a_reviewer_s_word_does_not_pass_ultraqa_but_the_person_s_does() {
    start("ultraqa");
    session.startSubagent("reviewer1");
    session.useToolAs("reviewer1");

    Result refused =
        shellOf("s")
            .with("SWARM_SESSION", "s")
            .with("SWARM_AGENT", "reviewer1")
            .run("mode", "set", "ultraqa", "--passing");
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(session.held()).contains("This project has no check");

    ok(swarm.run("mode", "set", "ultraqa", "--session", "s", "--passing"));
    assertThat(session.stop().get("systemMessage").asText()).contains("says the person");
  }

  @Test
  void the_same_failure_of_the_check_three_times_in_a_row_ends_ultraqa() throws IOException {
    configure("echo \"test 7 failed after $$ ms\"; exit 1");
    start("ultraqa");
    for (int i = 0; i < 2; i++) {
      agent.run("check", "test");
      session.useTool();
      session.held();
      session.useTool();
      session.held(); // the same run is not counted twice
    }
    agent.run("check", "test");
    session.useTool();

    assertThat(session.stop().get("systemMessage").asText())
        .contains("same failure came 3 times in a row");
  }

  private void configureTwo(String one, String other) throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        folder.resolve("settings.json"),
        "{\"checks\":{\"%s\":{\"command\":\"true\"},\"%s\":{\"command\":\"false\"}}}"
            .formatted(one, other));
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
    ok(swarm.run("hooks", "trust", "--yes"));
  }

  @Test
  void an_agent_cannot_swap_the_check_for_an_easier_one() throws IOException {
    configureTwo("easy", "test");
    start("ultraqa");
    session.useTool();

    Result swap = agent.run("mode", "set", "ultraqa", "--check", "easy");

    assertThat(swap.exit()).isEqualTo(3);
    assertThat(swap.err()).contains("cannot replace the check 'test' of ultraqa").hasLineCount(1);
    assertThat(agent.run("mode", "start", "ultraqa", "--check", "easy").exit()).isEqualTo(3);
    ok(agent.run("mode", "set", "ultraqa", "--check", "test"));
    assertThat(agent.run("mode", "set", "ultraqa", "--check", "easy").exit()).isEqualTo(3);
    agent.run("check", "easy");
    assertThat(session.held()).contains("[swarmd ultraqa");
    ok(swarm.run("mode", "set", "ultraqa", "--session", "s", "--check", "easy"));
  }

  @Test
  void where_no_check_is_the_usual_one_an_agent_names_it_once() throws IOException {
    configureTwo("easy", "hard");
    start("ultraqa");

    ok(agent.run("mode", "set", "ultraqa", "--check", "hard"));

    assertThat(agent.run("mode", "set", "ultraqa", "--check", "easy").exit()).isEqualTo(3);
  }

  @Test
  void an_agent_cannot_point_its_mode_at_another_swarm() {
    start("swarm");
    session.useTool();

    Result other = agent.run("mode", "set", "swarm", "--swarm", "finished");

    assertThat(other.exit()).isEqualTo(3);
    assertThat(other.err()).contains("cannot change 'swarm' of swarm");
    assertThat(agent.run("mode", "start", "swarm", "--swarm", "finished").exit()).isEqualTo(3);
  }

  @Test
  void another_check_can_be_named() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        folder.resolve("settings.json"),
        "{\"checks\":{\"lint\":{\"command\":\"true\"},\"unit\":{\"command\":\"false\"}}}");
    ok(swarm.run("hooks", "trust", "--yes"));
    start("ultraqa");
    assertThat(session.held()).contains("several checks (lint, unit)", "--check NAME");
    session.useTool();

    ok(agent.run("mode", "set", "ultraqa", "--check", "lint"));
    agent.run("check", "lint");

    assertThat(session.stop().get("systemMessage").asText()).contains("check 'lint' passed");
  }
}
