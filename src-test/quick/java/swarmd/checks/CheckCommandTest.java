package swarmd.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.Git;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** Checks are commands of the person that the daemon runs for agents. */
class CheckCommandTest extends InProcessTest {

  private void configure(String checks) throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(folder.resolve("settings.json"), "{\"checks\": {" + checks + "}}");
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
  }

  private void configureTrusted(String checks) throws IOException {
    configure(checks);
    ok(swarm.run("hooks", "trust", "--yes"));
  }

  private static String check(String name, String command) {
    return Api.object()
        .put("command", command)
        .toString()
        .transform(json -> "\"%s\": %s".formatted(name, json));
  }

  private JsonNode listed(String name) {
    for (JsonNode check : Api.json(ok(swarm.run("check", "--json")).out()).get("checks")) {
      if (check.get("name").asText().equals(name)) {
        return check;
      }
    }
    throw new AssertionError("no check " + name);
  }

  @Test
  void the_daemon_runs_a_check_and_prints_its_output() throws IOException {
    configureTrusted(check("test", "echo out; echo err >&2; pwd"));

    Result result = swarm.run("check", "test");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).isEqualTo("out\nerr\n" + daemon.project().toRealPath() + "\n");
    assertThat(result.err()).isEqualTo("check 'test' passed in 0s\n");
  }

  @Test
  void a_check_that_fails_exits_1_and_is_recorded() throws IOException {
    configureTrusted(check("test", "echo 'line 7: wrong'; exit 3"));

    Result result =
        swarm.with("SWARM_SESSION", "s1").with("SWARM_AGENT", "a1").run("check", "test");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("failed with exit code 3");
    JsonNode last = listed("test").get("last");
    assertThat(last.get("ending").asText()).isEqualTo("failed");
    assertThat(last.get("exit_code").asInt()).isEqualTo(3);
    assertThat(last.get("output").asText()).isEqualTo("line 7: wrong\n");
    assertThat(last.get("session").asText()).isEqualTo("s1");
    assertThat(last.get("agent").asText()).isEqualTo("a1");
    assertThat(last.get("started_at").asLong()).isEqualTo(daemon.time().millis());
  }

  @Test
  void a_project_s_check_needs_the_person_s_trust_and_needs_it_again_after_a_change()
      throws IOException {
    configure(check("test", "true"));

    Result untrusted = swarm.run("check", "test");
    assertThat(untrusted.exit()).isEqualTo(3);
    assertThat(untrusted.err()).contains("check 'test' is not trusted", "swarm hooks trust");
    assertThat(swarm.run("hooks", "trust").out()).contains("check test, at most 600 s", "    true");
    ok(swarm.run("hooks", "trust", "--yes"));
    assertThat(swarm.run("check", "test").exit()).isZero();

    configure(check("test", "true && true"));
    assertThat(swarm.run("check", "test").exit()).isEqualTo(3);
  }

  @Test
  void an_agent_cannot_trust_a_check() throws IOException {
    configure(check("test", "true"));

    Result refused = swarm.with("CLAUDE_CODE_SESSION_ID", "s1").run("hooks", "trust", "--yes");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("an agent cannot trust");
    assertThat(swarm.run("check", "test").exit()).isEqualTo(3);
  }

  @Test
  void the_user_s_own_checks_need_no_trust_and_a_project_s_of_the_same_name_comes_first()
      throws IOException {
    Files.writeString(
        daemon.daemon().info().home().resolve("settings.json"),
        "{\"checks\": {%s, %s}}".formatted(check("test", "echo mine"), check("lint", "echo lint")));

    assertThat(swarm.run("check", "test").out()).isEqualTo("mine\n");
    configure(check("test", "echo project"));

    assertThat(swarm.run("check", "test").exit()).as("not trusted yet").isEqualTo(3);
    assertThat(swarm.run("check", "lint").out()).isEqualTo("lint\n");
    ok(swarm.run("hooks", "trust", "--yes"));
    assertThat(swarm.run("check", "test").out()).isEqualTo("project\n");
  }

  @Test
  void hooks_that_were_trusted_stay_so_when_there_are_no_checks() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    String hooks =
        "\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]}";
    Files.writeString(folder.resolve("settings.json"), "{" + hooks + "}");
    ok(swarm.run("hooks", "trust", "--yes"));
    Files.writeString(folder.resolve("settings.json"), "{" + hooks + ", \"checks\": {}}");
    daemon.time().advance(Duration.ofSeconds(5));

    assertThat(swarm.run("hooks", "trust").exit()).as("still trusted").isZero();
  }

  @Test
  void a_settings_file_with_an_error_is_named_instead_of_a_missing_check() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(folder.resolve("settings.json"), "{\n  \"checks\": {,}\n}");

    assertThat(swarm.run("check", "test").err())
        .contains("a settings file cannot be read, and the person has to fix it: ")
        .contains("settings.json:2:14: ");
  }

  @Test
  void an_unknown_check_is_refused_with_the_known_ones() throws IOException {
    assertThat(swarm.run("check", "test").err())
        .contains("no check is configured", ".swarmd/settings.json");
    configureTrusted(check("lint", "true") + "," + check("unit", "true"));

    Result unknown = swarm.run("check", "tset");

    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no check 'tset'; the checks are lint, unit");
  }

  @Test
  void invalid_entries_are_reported_and_the_rest_works() throws IOException {
    configure(
        "\"a b\": {\"command\": \"true\"}, \"x\": {\"command\": \"\"}, \"y\": \"true\","
            + " \"z\": {\"command\": \"true\", \"timeout\": -1}, "
            + check("test", "true"));

    assertThat(swarm.run("hooks", "status").out() + swarm.run("hooks", "status").err())
        .contains(
            "'a b' is not a valid name", "'command' must not be blank", "a check must be an object")
        .contains("'timeout' must be a number of seconds");
    ok(swarm.run("hooks", "trust", "--yes"));
    assertThat(swarm.run("check", "test").exit()).isZero();
  }

  @Test
  void without_a_name_checks_are_listed_with_trust_and_last_result() throws IOException {
    assertThat(swarm.run("check").err()).contains("no checks", "\"checks\"");
    configure(check("lint", "false") + "," + check("test", "true"));
    assertThat(ok(swarm.run("check")).out()).contains("needs: swarm hooks trust", "never run");
    ok(swarm.run("hooks", "trust", "--yes"));
    swarm.run("check", "lint");
    swarm.run("check", "test");

    String out = ok(swarm.run("check")).out();

    assertThat(out).contains("lint").contains("failed with exit code 1").contains("passed in");
    assertThat(out).contains("trusted").doesNotContain("never run");
  }

  @Test
  void the_state_of_the_work_tree_is_recorded() throws IOException {
    Path project = daemon.project();
    git(project, "init", "-q");
    Files.writeString(project.resolve("a.txt"), "1");
    Files.writeString(project.resolve(".gitignore"), ".swarmd\nbuild\n");
    git(project, "add", ".");
    git(project, "commit", "-qm", "one");
    String commit = git(project, "rev-parse", "HEAD").out().strip();
    configureTrusted(check("test", "mkdir -p build; date > build/out"));

    JsonNode clean = Api.json(ok(swarm.run("check", "test", "--json")).out()).get("tree");
    assertThat(clean.get("commit").asText()).isEqualTo(commit);
    assertThat(clean.get("dirty").asBoolean()).isFalse();

    JsonNode same = Api.json(ok(swarm.run("check", "test", "--json")).out()).get("tree");
    assertThat(same.get("digest")).as("ignored files do not count").isEqualTo(clean.get("digest"));

    Files.writeString(project.resolve("a.txt"), "22");
    Files.writeString(project.resolve("new.txt"), "3");
    JsonNode dirty = Api.json(ok(swarm.run("check", "test", "--json")).out()).get("tree");
    assertThat(dirty.get("changed").asInt()).isEqualTo(2);
    assertThat(dirty.get("digest")).isNotEqualTo(clean.get("digest"));
  }

  @Test
  void a_check_runs_in_the_work_tree_of_the_caller() throws IOException {
    Path project = daemon.project();
    Git.start(project);
    Path linked = daemon.userHome().resolve("linked");
    git(project, "worktree", "add", "-q", linked.toString());
    configureTrusted(check("test", "pwd"));
    Path below = Files.createDirectories(linked.resolve("src/deep"));

    try (Commands elsewhere = new Commands(daemon::connect, below)) {
      assertThat(elsewhere.run("check", "test").out()).isEqualTo(linked.toRealPath() + "\n");
    }
  }

  private static boolean isAlive(Path pidFile) throws IOException {
    String pid = Files.exists(pidFile) ? Files.readString(pidFile).strip() : "";
    return !pid.isEmpty()
        && ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent();
  }

  private String sleeper(Path pidFile) {
    return "(tail -f /dev/null & echo $! > %s; wait) & echo started; wait".formatted(pidFile);
  }

  @Test
  void the_time_limit_ends_the_whole_tree_of_processes() throws IOException {
    Path pid = daemon.userHome().resolve("pid");
    configureTrusted("\"test\": " + Api.object().put("command", sleeper(pid)).put("timeout", 30));

    swarm.start("check", "test");
    assertThat(swarm.next()).isEqualTo("started\n");
    eventually().until(() -> isAlive(pid));
    daemon.time().advance(Duration.ofSeconds(31));
    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofSeconds(1)); // for those that ignore SIGTERM
              return !isAlive(pid);
            });

    Result result = swarm.rest();
    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("time limit");
    assertThat(listed("test").at("/last/ending").asText()).isEqualTo("timed_out");
  }

  @Test
  void a_caller_that_goes_away_ends_the_check() throws IOException {
    Path pid = daemon.userHome().resolve("pid");
    configureTrusted(check("test", sleeper(pid)));
    Commands other = new Commands(daemon::connect, daemon.project());
    other.start("check", "test");
    eventually().until(() -> isAlive(pid));

    other.close();

    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofSeconds(1));
              return !isAlive(pid);
            });
    eventually().until(() -> listed("test").has("last"));
    assertThat(listed("test").at("/last/ending").asText()).isEqualTo("stopped");
  }

  @Test
  void two_checks_run_at_once_and_others_wait() throws IOException {
    Path go = daemon.userHome().resolve("go");
    configureTrusted(
        check("test", "echo begun; until [ -e %s ]; do sleep 0.05; done".formatted(go)));
    List<Commands> all = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        Commands one = new Commands(daemon::connect, daemon.project());
        all.add(one);
        one.start("check", "test");
        assertThat(one.next()).isEqualTo("begun\n");
      }
      swarm.start("check", "test");
      assertThat(swarm.next()).isEqualTo("[waiting for 2 other checks]\n");
      Files.createFile(go);
      for (Commands one : all) {
        assertThat(one.rest().exit()).isZero();
      }
      Result third = swarm.rest();
      assertThat(third.out()).isEqualTo("begun\n");
      assertThat(third.exit()).isZero();
    } finally {
      all.forEach(Commands::close);
    }
  }

  @Test
  void a_process_that_a_check_leaves_behind_does_not_keep_it_open() throws IOException {
    configureTrusted(
        check(
            "test",
            "tail -f /dev/null & echo $! > %s; echo done"
                .formatted(daemon.userHome().resolve("pid"))));

    swarm.start("check", "test");
    assertThat(swarm.next()).isEqualTo("done\n");
    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofSeconds(1));
              return !isAlive(daemon.userHome().resolve("pid"));
            });

    assertThat(swarm.rest().exit()).isZero();
  }

  @Test
  void only_the_end_of_a_long_output_is_kept() throws IOException {
    configureTrusted(check("test", "seq 1 100000"));

    Result result = swarm.run("check", "test");

    assertThat(result.out().lines().count()).isEqualTo(100_000);
    String kept = listed("test").at("/last/output").asText();
    assertThat(kept).endsWith("\n99999\n100000\n").hasSizeLessThanOrEqualTo(8_000);
    assertThat(kept.lines().findFirst().orElseThrow()).hasSize(5);
  }

  @Test
  void a_check_gets_no_secrets_and_no_input() throws IOException {
    configureTrusted(check("test", "env | grep -c '^SWARMD_CHECK=test$'; cat; echo end"));

    assertThat(swarm.runWithInput("secret", "check", "test").out()).isEqualTo("1\nend\n");
  }
}
