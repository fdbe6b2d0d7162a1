package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.write;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** A session of Claude Code keeps its project, whatever folder its shell goes to. */
class BoundSessionTest extends RealHostTest {
  private static final long PATIENCE_SECONDS = 30;
  private static final String HELD = "[swarmd ralph";

  private final ScriptedModel other = ScriptedModel.start();
  private final Path payloads = daemon.root().resolve("payloads");

  @AfterEach
  void stopOther() {
    other.close();
  }

  @Override
  String transcript() {
    return model.transcript() + "\nand the other:\n" + other.transcript() + "\n" + payloads();
  }

  /** Folders that an agent's `cd` leads to. Claude Code takes it back from outside its project. */
  enum Folder {
    NESTED_REPOSITORY {
      @Override
      Path in(Path project) throws IOException {
        repository(project);
        return repository(Files.createDirectories(project.resolve("vendor/library")));
      }
    },
    LINKED_WORK_TREE {
      @Override
      Path in(Path project) {
        repository(project);
        return linked(project, project.resolve(".claude/worktrees/x"));
      }
    },
    SUBFOLDER_WITHOUT_GIT {
      @Override
      Path in(Path project) throws IOException {
        return Files.createDirectories(project.resolve("src/deep"));
      }
    };

    abstract Path in(Path project) throws IOException;
  }

  private static Path repository(Path folder) {
    git(folder, "init", "--quiet");
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "Start");
    return folder;
  }

  private static Path linked(Path main, Path folder) {
    git(main, "worktree", "add", "--quiet", "--detach", folder.toString());
    return folder;
  }

  private static void git(Path folder, String... arguments) {
    Map<String, String> person =
        Map.of(
            "GIT_AUTHOR_NAME", "tester",
            "GIT_AUTHOR_EMAIL", "tester@localhost",
            "GIT_COMMITTER_NAME", "tester",
            "GIT_COMMITTER_EMAIL", "tester@localhost",
            "GIT_CONFIG_GLOBAL", "/dev/null");
    Programs.Result result =
        Programs.run(
            folder,
            person,
            Stream.concat(Stream.of("git"), Stream.of(arguments)).toArray(String[]::new));
    assertThat(result.exit()).as(result.toString()).isZero();
  }

  static Stream<Arguments> foldersAndWays() {
    return Stream.of(Folder.values())
        .flatMap(folder -> Stream.of(Way.LAUNCHER, Way.HTTP).map(way -> Arguments.of(folder, way)));
  }

  @ParameterizedTest
  @MethodSource("foldersAndWays")
  void in_another_folder_its_mode_its_tasks_and_others_files_are_those_of_its_project(
      Folder folder, Way way) throws IOException {
    Path there = folder.in(daemon.project());
    long owned = anotherOwns("docs/**");
    long task = add("write the parser");
    Path file = daemon.project().resolve("docs/parser.md");
    JsonNode[] claimed = new JsonNode[1];
    model.script(
        shell("cd " + there),
        shell("pwd; swarm task list"),
        say("I think that is all."),
        shell("swarm task claim"),
        told -> {
          claimed[0] = task(task);
          return write(file.toString(), "mine");
        },
        shell("pwd; swarm cancel"),
        say("Now it is."));

    run(recorded(claude(way, model, daemon.project())), model, "ralph, write the parser");

    List<ModelInput> told = model.requests();
    assertThat(told.get(2).news()).contains(there.toString(), "write the parser");
    assertThat(told.get(3).news()).contains(HELD);
    assertThat(claimed[0].get("status").asText()).isEqualTo("claimed");
    assertThat(claimed[0].get("session").asText()).isEqualTo(session());
    assertThat(claimed[0].get("agent").asText()).isEqualTo("main-" + session().substring(0, 8));
    assertThat(told.get(5).news()).contains("task " + owned, "own docs/**");
    assertThat(file).doesNotExist();
    assertThat(told.get(6).news()).contains(there.toString(), "ended ralph");
    assertThat(told).hasSize(7);
    assertThat(foldersOf("Stop"))
        .as("the host says that the session is in the other folder")
        .containsOnly(there.toString());
    assertThat(task(task).get("status").asText()).isEqualTo("pending");
    assertThat(task(owned).get("status").asText()).isEqualTo("claimed");
  }

  @ParameterizedTest
  @MethodSource("foldersAndWays")
  void its_end_in_another_folder_releases_its_task_and_its_mode(Folder folder, Way way)
      throws IOException {
    Path there = folder.in(daemon.project());
    long task = add("write the parser");
    JsonNode[] claimed = new JsonNode[1];
    model.script(
        shell("cd " + there),
        shell("swarm task claim"),
        told -> {
          claimed[0] = task(task);
          return say("I give up.");
        },
        say("I still give up."),
        say("I really give up."),
        say("Nothing helps."));

    run(recorded(claude(way, model, daemon.project())), model, "swarm 2 agents, write the parser");

    assertThat(claimed[0].get("status").asText()).isEqualTo("claimed");
    assertThat(model.requests().get(3).news()).contains("[swarmd swarm 0/1]");
    assertThat(foldersOf("SessionEnd")).containsExactly(there.toString());
    assertThat(task(task).get("status").asText()).isEqualTo("pending");
    startsSwarm("another");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void sessions_in_the_main_and_a_linked_work_tree_share_one_swarm(Way way) {
    repository(daemon.project());
    Path linked = linked(daemon.project(), daemon.root().resolve("linked"));
    CountDownLatch added = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    model.script(
        shell("swarm task add 'write the parser'"),
        told -> {
          added.countDown();
          await(done);
          return shell("swarm task list --all");
        },
        say("It is done."));
    other.script(
        told -> {
          await(added);
          return shell("pwd; swarm task claim");
        },
        RealHostTest::complete,
        told -> {
          done.countDown();
          return say("I have done it.");
        });
    RealHost inMain = claude(way, model, daemon.project()).install(via(way));
    RealHost inLinked = claude(way, other, linked).install(via(way));

    CompletableFuture<?> first =
        CompletableFuture.supplyAsync(() -> run(inMain, model, "have it written"));
    run(inLinked, other, "write it");
    first.join();

    assertThat(other.requests().get(1).news()).contains(linked.toString(), "write the parser");
    assertThat(model.requests().get(2).news()).contains("write the parser", "done");
    assertThat(task(1).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_host_that_is_killed_gives_back_its_task_and_its_mode(Way way) throws Exception {
    long task = add("write the parser");
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    model.script(
        shell("swarm task claim"),
        told -> {
          claimed.countDown();
          await(killed);
          return say("Nobody hears this.");
        });
    Process host =
        claude(way, model, daemon.project())
            .install(via(way))
            .begin("swarm 2 agents, write the parser");
    try {
      await(claimed);
      assertThat(task(task).get("status").asText()).isEqualTo("claimed");
      assertThat(startSwarm("another").exit()).isNotZero();

      RealHost.kill(host);

      eventually()
          .atMost(Duration.ofSeconds(20))
          .until(() -> task(task).get("status").asText().equals("pending"));
    } finally {
      killed.countDown();
      RealHost.endGroup(host);
    }
    other.script(shell("swarm task claim"), RealHostTest::complete, say("Done."));
    run(
        claude(way, other, daemon.project()).install(via(way)),
        other,
        "swarm 2 agents, write the parser");
    assertThat(other.requests().get(0).news()).contains("The mode swarm is on");
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_person_s_permission_for_swarm_covers_the_main_agent_whose_commands_stay_as_they_are(
      Way way) {
    long task = add("write the parser");
    add("write the printer");
    model.script(
        shell("swarm task claim"), subagent("worker", "claim a task"), say("The worker is done."));
    model.lane("worker", shell("swarm task claim"), RealHostTest::complete, say("Claimed."));
    RealHost host =
        recorded(claude(way, model, daemon.project()), "Bash(swarm:*)").withPermissions("default");

    run(host, model, "write the parser");

    List<JsonNode> ran =
        payloads("PostToolUse").stream().filter(BoundSessionTest::isShell).toList();
    assertThat(ran.get(0).has("agent_id")).isFalse();
    assertThat(command(ran.get(0))).isEqualTo("swarm task claim");
    assertThat(command(ran.get(1)))
        .contains("SWARM_AGENT=" + ran.get(1).get("agent_id").asText())
        .endsWith(" swarm task claim");
    assertThat(task(task).get("status").asText()).isEqualTo("pending");
    assertThat(task(task + 1).get("status").asText()).isEqualTo("done");
    assertThat(hookTypes()).doesNotContain("permission-request");
  }

  private static boolean isShell(JsonNode payload) {
    return payload.path("tool_name").asText().equals("Bash");
  }

  private static String command(JsonNode payload) {
    return payload.at("/tool_input/command").asText();
  }

  private RealHost claude(Way way, ScriptedModel talksTo, Path folder) {
    via = via(way);
    return new RealHost(ClaudeProgram.installed(), daemon, talksTo, folder);
  }

  private String via = "";

  private static String via(Way way) {
    return way.name().toLowerCase(Locale.ROOT);
  }

  /** Besides swarmd's hooks, the host has one that keeps its payloads. */
  private RealHost recorded(RealHost host, String... allowed) {
    ObjectNode settings = Api.object();
    ObjectNode hook =
        Api.object()
            .put("type", "command")
            .put("command", "{ cat; echo; } >> '%s'".formatted(payloads));
    for (String event : List.of("SessionStart", "PostToolUse", "Stop", "SessionEnd")) {
      settings.withObject("/hooks").withArray(event).addObject().putArray("hooks").add(hook);
    }
    for (String rule : allowed) {
      settings.withObject("/permissions").withArray("allow").add(rule);
    }
    return host.settings(settings).install(via);
  }

  private List<JsonNode> payloads(String event) {
    return payloads().stream()
        .filter(payload -> payload.get("hook_event_name").asText().equals(event))
        .toList();
  }

  private List<JsonNode> payloads() {
    try (Stream<String> lines = Files.exists(payloads) ? Files.lines(payloads) : Stream.of()) {
      return lines.filter(line -> !line.isBlank()).map(Api::json).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> foldersOf(String event) {
    return payloads(event).stream().map(payload -> payload.get("cwd").asText()).toList();
  }

  private String session() {
    return payloads("SessionStart").get(0).get("session_id").asText();
  }

  /** A task of another session. */
  private long anotherOwns(String glob) {
    ObjectNode task = Api.object().put("project", daemon.project().toString());
    task.put("title", "own " + glob).putArray("files").add(glob);
    try (Api api = daemon.api()) {
      api.post("/v1/tasks", task);
    }
    Programs.Result result =
        daemon.swarm(
            daemon.project(), "task", "claim", "--session", "another", "--agent", "main-another");
    assertThat(result.exit()).as(result.toString()).isZero();
    return 1;
  }

  private void startsSwarm(String session) {
    Programs.Result result = startSwarm(session);
    assertThat(result.exit()).as(result.toString()).isZero();
  }

  private Programs.Result startSwarm(String session) {
    return daemon.swarm(daemon.project(), "mode", "start", "swarm", "--session", session);
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("the other session came here")
        .isTrue();
  }
}
