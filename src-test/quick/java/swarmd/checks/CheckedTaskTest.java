package swarmd.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.Git;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp;

/** `swarm task done` runs the checks that the task names, and believes only their exit codes. */
class CheckedTaskTest extends InProcessTest {

  @Override
  protected Map<String, String> settings() {
    return Map.of("SWARMD_CHECKS_AT_ONCE", "1");
  }

  private void trust(String name, String command, int timeout) throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    ObjectNode settings = Api.object();
    settings.putObject("checks").putObject(name).put("command", command).put("timeout", timeout);
    Files.writeString(folder.resolve("settings.json"), settings.toString());
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
    ok(swarm.run("hooks", "trust", "--yes"));
  }

  private void trust(String command) throws IOException {
    trust("test", command, 600);
  }

  private Api.Held claimed() {
    ok(swarm.run("task", "add", "a task", "--check", "test"));
    return api.claim("bob");
  }

  private static String errorCode(UnixHttp.Answer answer) {
    return Api.json(answer.text()).at("/error/code").asText();
  }

  private UnixHttp.Answer complete(Api.Held held) {
    return api.http().post(held.path("complete"), held.proof().toString());
  }

  private Path marker() {
    return daemon.userHome().resolve("go");
  }

  /** A command that runs until the test lets it end. */
  private String waiting(String after) {
    return "echo begun; until [ -e %s ]; do sleep 0.05; done; %s".formatted(marker(), after);
  }

  private List<Path> logs() {
    Path folder = daemon.daemon().info().home().resolve("log/checks");
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isLogged(String text) {
    return logs().stream().anyMatch(file -> read(file).contains(text));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_task_whose_check_fails_is_not_done_until_it_passes() throws IOException {
    Git.start(daemon.project());
    trust("echo 'all 41 tests passed'; test -e fixed || { echo 'line 7: wrong'; exit 3; }");
    Api.Held held = claimed();

    Result refused = swarm.run("task", "done", "1", "--token", held.token());

    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .startsWith("all 41 tests passed\nline 7: wrong\n")
        .contains("task 1 is not done: check 'test' failed with exit code 3 in 0s; fix it");
    assertThat(api.show(1).at("/task/status").asText()).isEqualTo("claimed");
    assertThat(api.history(1)).containsExactly("created", "claimed", "check_failed");

    Files.createFile(daemon.project().resolve("fixed"));
    assertThat(ok(swarm.run("task", "done", "1", "--token", held.token())).out())
        .isEqualTo("task 1 is done: a task\n");

    String commit = git(daemon.project(), "rev-parse", "HEAD").out().strip();
    JsonNode checked = api.show(1).at("/task/checked");
    assertThat(checked.get("commit").asText()).isEqualTo(commit);
    assertThat(checked.get("checks").get(0).asText()).isEqualTo("test");
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("check test passed at " + commit.substring(0, 12));
  }

  @Test
  void the_answer_has_the_end_of_the_output_and_the_log_has_all_of_it() throws IOException {
    trust("seq 1 5000; exit 1");
    Api.Held held = claimed();

    UnixHttp.Answer answer = complete(held);

    assertThat(answer.status()).isEqualTo(409);
    assertThat(errorCode(answer)).isEqualTo("check_failed");
    JsonNode error = Api.json(answer.text()).get("error");
    assertThat(error.get("output").asText())
        .endsWith("\n4999\n5000\n")
        .hasSizeBetween(3_900, 4_000);
    assertThat(error.get("message").asText()).contains(logs().get(0).toString());
    assertThat(read(logs().get(0))).contains("\n1\n2\n3\n").contains("\n5000\n");
  }

  @Test
  void it_runs_where_the_holder_has_worked() throws IOException {
    Path linked = linkedWorkTree();
    trust("pwd; exit 1");
    ok(swarm.run("task", "add", "a task", "--check", "test"));
    HostSession session = new HostSession(daemon.connect(), daemon.project(), "s1");
    session.start();
    Api.Held held = api.claim(api.body().put("agent", "bob").put("session", "s1"));
    daemon.time().advance(Duration.ofSeconds(1));
    session.edit(linked.resolve("a.txt").toString());

    UnixHttp.Answer answer =
        api.http()
            .post(
                held.path("complete"),
                held.proof().put("folder", daemon.project().toString()).toString());

    assertThat(Api.json(answer.text()).at("/error/output").asText())
        .isEqualTo(linked.toRealPath() + "\n");
  }

  @Test
  void without_edits_it_runs_where_the_command_is_typed_and_in_the_main_work_tree()
      throws IOException {
    Path linked = linkedWorkTree();
    trust("pwd; exit 1");
    Api.Held held = claimed();

    try (Commands there = new Commands(daemon::connect, linked)) {
      assertThat(there.run("task", "done", "1", "--token", held.token()).err())
          .startsWith(linked.toRealPath() + "\n");
    }
  }

  @Test
  void a_clean_work_tree_does_not_stand_for_the_one_that_is_broken() throws IOException {
    Git.start(daemon.project());
    Files.writeString(daemon.project().resolve("state"), "ok\n");
    git(daemon.project(), "add", "state");
    git(daemon.project(), "commit", "--quiet", "-m", "Add the state");
    trust("grep -q ok state");
    Api.Held held = claimed();
    Files.writeString(daemon.project().resolve("state"), "bad\n");
    Path clean = daemon.userHome().resolve("clean");
    git(daemon.project(), "worktree", "add", "-q", "--detach", clean.toString());

    try (Commands there = new Commands(daemon::connect, clean)) {
      assertThat(there.run("task", "done", "1", "--token", held.token()).err())
          .contains("task 1 is not done: check 'test' failed with exit code 1");
      Files.writeString(daemon.project().resolve("state"), "ok\n");
      assertThat(there.run("task", "done", "1", "--token", held.token()).exit()).isZero();
    }
  }

  @Test
  void every_work_tree_that_the_holder_has_edited_has_to_pass() throws IOException {
    Path linked = linkedWorkTree();
    trust("! test -e bad");
    ok(swarm.run("task", "add", "a task", "--check", "test"));
    HostSession session = new HostSession(daemon.connect(), daemon.project(), "s1");
    session.start();
    Api.Held held = api.claim(api.body().put("agent", "bob").put("session", "s1"));
    daemon.time().advance(Duration.ofSeconds(1));
    session.edit(daemon.project().resolve("bad").toString());
    session.edit(linked.resolve("a.txt").toString());
    Files.createFile(daemon.project().resolve("bad"));

    assertThat(errorCode(complete(held))).isEqualTo("check_failed");
    Files.delete(daemon.project().resolve("bad"));
    assertThat(complete(held).status()).isEqualTo(200);
  }

  /** Makes the project a repository that has another work tree. */
  private Path linkedWorkTree() throws IOException {
    Git.start(daemon.project());
    Path linked = daemon.userHome().resolve("linked");
    git(daemon.project(), "worktree", "add", "-q", linked.toString());
    return linked;
  }

  /** A session that holds a task, beside a linked work tree. */
  private record Holder(HostSession session, Api.Held held, Path linked) {}

  private Holder holder(String agent) throws IOException {
    Path linked = linkedWorkTree();
    trust("! test -e bad");
    ok(swarm.run("task", "add", "a task", "--check", "test"));
    HostSession session = new HostSession(daemon.connect(), daemon.project(), "s1");
    session.start();
    session.startSubagent("a1");
    session.startSubagent("a2");
    session.runCommand(daemon.project(), "make"); // before the claim
    daemon.time().advance(Duration.ofSeconds(1));
    Api.Held held = api.claim(api.body().put("agent", agent).put("session", "s1"));
    daemon.time().advance(Duration.ofSeconds(1));
    return new Holder(session, held, linked);
  }

  private void breakMainTree() throws IOException {
    Files.createFile(daemon.project().resolve("bad"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "touch bad",
        "echo x > bad",
        "sed -i s/a/b/ *.txt",
        "cd LINKED && echo x > MAIN/bad",
        "cd LINKED && git -C MAIN checkout -q -- .",
        "cd \"$SOMEWHERE\" && ./run",
        "python3 -c 'import os; os.mknod(\"bad\")'",
      })
  void a_work_tree_in_which_the_holder_ran_a_command_that_may_write_has_to_pass(String command)
      throws IOException {
    Holder holder = holder("bob");
    holder.session.runCommand(
        daemon.project(),
        command
            .replace("LINKED", holder.linked.toString())
            .replace("MAIN", daemon.project().toString()));
    holder.session.edit(holder.linked.resolve("a.txt").toString());
    breakMainTree();

    UnixHttp.Answer refused = complete(holder.held);
    assertThat(errorCode(refused)).isEqualTo("check_failed");
    assertThat(Api.json(refused.text()).at("/error/message").asText())
        .contains("failed with exit code 1 in 0s in " + daemon.project().toRealPath() + ";");
    Files.delete(daemon.project().resolve("bad"));
    assertThat(complete(holder.held).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls -l; git status",
        "swarm task done 1",
        "cd LINKED && make",
        "git -C LINKED commit -q -m 'Add a'",
        "echo x > LINKED/a.txt",
      })
  void a_work_tree_in_which_the_holder_only_read_need_not_pass(String command) throws IOException {
    Holder holder = holder("bob");
    holder.session.runCommand(
        daemon.project(), command.replace("LINKED", holder.linked.toString()));
    holder.session.edit(holder.linked.resolve("a.txt").toString());
    breakMainTree();

    assertThat(complete(holder.held).status()).isEqualTo(200);
  }

  @Test
  void a_command_that_has_not_ended_counts() throws IOException {
    Holder holder = holder("bob");
    holder.session.edit(holder.linked.resolve("a.txt").toString());
    holder.session.send(
        HostSession.shell(
            holder.session.payload("PreToolUse"), daemon.project(), "make & swarm task done 1"));
    breakMainTree();

    assertThat(errorCode(complete(holder.held))).isEqualTo("check_failed");
  }

  @Test
  void the_tree_of_another_subagent_need_not_pass_for_a_subagent() throws IOException {
    Holder holder = holder("a1");
    for (String event : List.of("PreToolUse", "PostToolUse")) {
      holder.session.send(
          HostSession.by(
              "a2", HostSession.shell(holder.session.payload(event), daemon.project(), "make")));
      holder.session.send(
          HostSession.by(
              "a1", HostSession.shell(holder.session.payload(event), holder.linked, "make")));
    }
    breakMainTree();

    assertThat(complete(holder.held).status()).isEqualTo(200);
  }

  @Test
  void edits_of_many_other_agents_do_not_hide_those_of_the_holder() throws IOException {
    Holder holder = holder("bob");
    holder.session.edit(holder.linked.resolve("a.txt").toString());
    HostSession other = new HostSession(daemon.connect(), daemon.project(), "s2");
    other.start();
    daemon.time().advance(Duration.ofSeconds(1));
    for (int i = 0; i < 200; i++) {
      other.edit("file" + i);
    }
    Files.createFile(holder.linked.resolve("bad"));

    assertThat(errorCode(complete(holder.held))).isEqualTo("check_failed");
  }

  @Test
  void a_check_that_is_not_trusted_or_unknown_keeps_the_task_open() throws IOException {
    Result added = swarm.run("task", "add", "a task", "--check", "test");
    assertThat(added.exit()).isZero();
    assertThat(added.err()).contains("no settings have check 'test' yet");
    Api.Held held = api.claim("bob");

    assertThat(swarm.run("task", "done", "1", "--token", held.token()).err())
        .contains("task 1 is not done: no check is configured");
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        folder.resolve("settings.json"), "{\"checks\": {\"test\": {\"command\": \"true\"}}}");
    daemon.time().advance(Duration.ofSeconds(5));
    assertThat(swarm.run("task", "done", "1", "--token", held.token()).err())
        .contains("check 'test' is not trusted", "swarm hooks trust");
    assertThat(api.history(1)).containsExactly("created", "claimed");
  }

  @Test
  void a_lost_connection_does_not_stop_it() throws IOException {
    trust(waiting("true"));
    Api.Held held = claimed();
    Commands other = new Commands(daemon::connect, daemon.project());
    other.start("task", "done", "1", "--token", held.token());
    eventually().until(() -> isLogged("begun"));

    other.close();
    Files.createFile(marker());

    eventually().until(() -> api.show(1).at("/task/status").asText().equals("done"));
    ok(swarm.run("task", "done", "1", "--token", held.token()));
    assertThat(logs()).hasSize(1);
  }

  @Test
  void a_command_that_waits_says_what_for_and_a_second_one_joins() throws IOException {
    trust(waiting("exit 1"));
    Api.Held held = claimed();
    Commands other = new Commands(daemon::connect, daemon.project());
    other.start("task", "done", "1", "--token", held.token());
    eventually().until(() -> isLogged("begun"));
    daemon.time().advance(Duration.ofSeconds(1));
    assertThat(other.next()).contains("check 'test' is running in", "output: ");

    swarm.start("task", "done", "1", "--token", held.token());
    CompletableFuture<String> joined = CompletableFuture.supplyAsync(swarm::next);
    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofMillis(200)); // a command waits 10 s for its turn
              return joined.isDone();
            });
    assertThat(joined.join()).contains("check 'test' is running in");
    daemon.time().advance(Duration.ofMinutes(1));
    Files.createFile(marker());

    Result first = other.rest();
    assertThat(first.exit()).isEqualTo(3);
    assertThat(first.err()).contains("(waiting for").contains("failed with exit code 1");
    assertThat(swarm.rest().exit()).isEqualTo(3);
    assertThat(logs()).hasSize(1);
    other.close();
  }

  @Test
  void a_time_limit_ends_the_whole_tree_and_counts_as_a_failure() throws IOException {
    Path pid = daemon.userHome().resolve("pid");
    trust("test", "tail -f /dev/null & echo $! > %s; wait".formatted(pid), 30);
    Api.Held held = claimed();
    swarm.start("task", "done", "1", "--token", held.token());
    eventually().until(() -> Files.exists(pid) && !read(pid).isBlank());
    ProcessHandle process = ProcessHandle.of(Long.parseLong(read(pid).strip())).orElseThrow();

    daemon.time().advance(Duration.ofSeconds(31));
    eventually()
        .until(
            () -> {
              daemon.time().advance(Duration.ofSeconds(1)); // for those that ignore SIGTERM
              return !process.isAlive();
            });

    assertThat(swarm.rest().err()).contains("check 'test' was stopped at its time limit");
    assertThat(api.history(1)).contains("check_failed");
  }

  @Test
  void checks_wait_in_the_order_of_the_claims() throws IOException {
    trust(waiting("exit 1"));
    List<Commands> all = new ArrayList<>();
    try {
      List<Api.Held> held = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        ok(swarm.run("task", "add", "task " + i, "--check", "test"));
        held.add(api.claim("agent" + i));
        daemon.time().advance(Duration.ofSeconds(1));
      }
      for (int i : new int[] {0, 2, 1}) {
        Commands one = new Commands(daemon::connect, daemon.project());
        all.add(one);
        one.start("task", "done", held.get(i).id() + "", "--token", held.get(i).token());
        int started = all.size();
        eventually().until(() -> logs().size() == started);
      }

      Files.createFile(marker());
      for (Commands one : all) {
        assertThat(one.rest().exit()).isEqualTo(3);
      }

      List<Long> order =
          ok(swarm.run("events", "--tasks", "--json", "-n", "100"))
              .out()
              .lines()
              .map(Api::json)
              .filter(event -> event.path("kind").asText().equals("check_failed"))
              .map(event -> event.get("task").asLong())
              .toList();
      assertThat(order).containsExactly(1L, 2L, 3L);
    } finally {
      all.forEach(Commands::close);
    }
  }

  @Test
  void every_task_of_a_swarm_needs_the_checks_that_the_person_requires() throws IOException {
    trust("exit 1");
    ok(swarm.run("task", "add", "a task"));
    assertThat(ok(swarm.run("task", "require", "test")).out())
        .isEqualTo("tasks of swarm 'default' are done when these pass: test\n");
    Api.Held held = api.claim("bob");
    assertThat(api.show(1).at("/required_checks/0").asText()).isEqualTo("test");

    assertThat(errorCode(complete(held))).isEqualTo("check_failed");
    assertThat(swarm.with("CLAUDE_CODE_SESSION_ID", "s1").run("task", "require", "--none").err())
        .contains("only a person");
  }

  @Test
  void a_daemon_that_is_stopped_meanwhile_runs_it_again() throws IOException {
    trust(waiting("true"));
    Api.Held held = claimed();
    swarm.start("task", "done", "1", "--token", held.token());
    eventually().until(() -> isLogged("begun"));

    daemon.restart();

    Files.createFile(marker());
    try (Commands after = new Commands(daemon::connect, daemon.project())) {
      assertThat(after.run("task", "done", "1", "--token", held.token()).exit()).isZero();
    }
    assertThat(logs()).hasSize(2);
  }
}
