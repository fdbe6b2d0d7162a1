package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.isolatedSubagent;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.write;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Api;
import swarmd.testing.Git;
import swarmd.testing.Programs;

/** A session of Claude Code keeps its project, whatever folder its shell goes to. */
class BoundSessionTest extends TwoModelsTest {
  private static final long PATIENCE_SECONDS = 30;
  private static final String HELD = "[swarmd ultrawork";

  private final Path payloads = daemon.root().resolve("payloads");

  @Override
  String transcript() {
    return super.transcript() + "\n" + payloads();
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
    Git.start(folder);
    return folder;
  }

  private static Path linked(Path main, Path folder) {
    git(main, "worktree", "add", "--quiet", "--detach", folder.toString());
    return folder;
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
        write(there.resolve("docs/parser.md").toString(), "mine"),
        shell("pwd; swarm cancel"),
        say("Now it is."));

    run(recorded(way), model, "ultrawork: write the parser");

    List<ModelInput> told = model.requests();
    assertThat(told.get(2).news()).contains(there.toString(), "write the parser");
    assertThat(told.get(3).news()).contains(HELD);
    assertThat(claimed[0].get("status").asText()).isEqualTo("claimed");
    assertThat(claimed[0].get("session").asText()).isEqualTo(session());
    assertThat(claimed[0].get("agent").asText()).isEqualTo("main-" + session().substring(0, 8));
    assertThat(told.get(5).news()).contains("task " + owned, "own docs/**");
    assertThat(file).doesNotExist();
    assertThat(Files.exists(there.resolve("docs/parser.md")))
        .as("in a linked worktree it is the same file, elsewhere another one")
        .isEqualTo(folder != Folder.LINKED_WORK_TREE);
    assertThat(told.get(7).news()).contains(there.toString(), "ended ultrawork");
    assertThat(told).hasSize(8);
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

    run(recorded(way), model, "swarm 2 agents, write the parser");

    assertThat(claimed[0].get("status").asText()).isEqualTo("claimed");
    assertThat(model.requests().get(3).news()).contains("[swarmd swarm 0/1]");
    assertThat(foldersOf("SessionEnd")).containsExactly(there.toString());
    // a busy host cuts this hook short; then the end of its process is noticed
    eventually()
        .atMost(Duration.ofSeconds(20))
        .until(() -> task(task).get("status").asText().equals("pending"));
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
    RealHost inMain = claude(way);
    RealHost inLinked = claude(way, other, linked);

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
  void a_session_started_with_the_host_s_own_worktree_option_works_in_the_project(Way way) {
    git(daemon.project(), "init", "--quiet");
    RealHost host = recorded(way).withOptions("--worktree", "x");
    git(daemon.project(), "add", "."); // a worktree has only those settings that are committed
    git(daemon.project(), "commit", "--quiet", "-m", "Start");
    long task = add("write the parser");
    JsonNode[] claimed = new JsonNode[1];
    model.script(
        shell("pwd; swarm task claim"),
        told -> {
          claimed[0] = task(task);
          return done(told);
        },
        say("I think that is all."),
        shell("swarm cancel"),
        say("Now it is."));

    run(host, model, "ultrawork: write the parser");

    String folder = daemon.project() + "/.claude/worktrees/x";
    assertThat(foldersOf("SessionStart")).containsExactly(folder);
    assertThat(model.requests().get(1).news()).contains(folder, "write the parser");
    assertThat(claimed[0].get("session").asText()).isEqualTo(session());
    assertThat(model.requests().get(3).news()).contains(HELD);
    assertThat(model.requests().get(4).news()).contains("ended ultrawork");
    assertThat(task(task).get("status").asText()).isEqualTo("done");
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
    Process host = claude(way).begin("swarm 2 agents, write the parser");
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
    run(claude(way, other, daemon.project()), other, "swarm 2 agents, write the parser");
    assertThat(other.requests().get(0).news()).contains("The mode swarm is on");
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  /** The permission hooks are off, so that nothing but the person's rule allows the command. */
  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_main_agent_s_command_is_run_as_written_so_that_a_person_s_rule_allows_it(Way way) {
    long task = add("write the parser");
    model.script(shell("swarm task claim"), RealHostTest::complete, say("Done."));

    run(
        recorded(way, "Bash(swarm:*)")
            .withPermissions("default")
            .with("OMC_SKIP_HOOKS", "permission-request,own-command-approval"),
        model,
        "write the parser");

    assertThat(commandsRun().get(0)).isEqualTo("swarm task claim");
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void without_the_rule_and_the_permission_hooks_the_host_asks(Way way) {
    long task = add("write the parser");
    model.script(shell("swarm task claim"), say("I give up."));

    run(
        recorded(way)
            .withPermissions("default")
            .with("OMC_SKIP_HOOKS", "permission-request,own-command-approval"),
        model,
        "write the parser");

    assertThat(model.requests().get(1).news()).contains("requires approval");
    assertThat(commandsRun()).isEmpty();
    assertThat(task(task).get("status").asText()).isEqualTo("pending");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_subagent_s_command_names_it_and_is_allowed_under_default_permissions(Way way) {
    long task = add("write the parser");
    model.script(subagent("worker", "claim a task"), say("The worker is done."));
    model.lane("worker", shell("swarm task claim"), RealHostTest::complete, say("Done."));

    run(recorded(way).withPermissions("default"), model, "have it written");

    String agent = task(task).get("agent").asText();
    assertThat(commandsRun().get(0))
        .isEqualTo(
            "export SWARM_SESSION=%s SWARM_AGENT=%s; swarm task claim".formatted(session(), agent));
    assertThat(agent).isEqualTo(subagents().get(0)).doesNotStartWith("main-");
    assertThat(task(task).get("session").asText()).isEqualTo(session());
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_subagent_in_a_worktree_of_its_own_works_in_its_session_s_project(Way way) {
    repository(daemon.project());
    long owned = anotherOwns("docs/**");
    long task = add("write the parser");
    model.script(isolatedSubagent("worker", "claim a task"), say("The worker is done."));
    String[] folder = new String[1];
    model.lane(
        "worker",
        shell("pwd"),
        told -> {
          folder[0] = told.find("(/\\S*\\.claude/worktrees/\\S+)");
          return write(folder[0] + "/docs/parser.md", "mine");
        },
        shell("swarm task claim"),
        BoundSessionTest::done,
        say("Done."));

    run(recorded(way), model, "have it written");

    List<ModelInput> worker = model.requests("worker");
    assertThat(worker.get(2).news()).contains("task " + owned, "own docs/**");
    assertThat(worker).hasSize(5);
    assertThat(task(task).get("session").asText()).isEqualTo(session());
    assertThat(task(task).get("agent").asText()).isEqualTo(subagents().get(0));
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  /**
   * In a worktree of its own, Claude Code refuses any command with the word `complete`, because
   * bash has a builtin of that name.
   */
  private static Turn done(ModelInput told) {
    return shell(
        "swarm task done %s --token %s"
            .formatted(told.find("task (\\d+) "), told.find("token  (\\w+)")));
  }

  /** The agents whose commands were run, without the main agent. */
  private List<String> subagents() {
    return payloads("PostToolUse").stream()
        .filter(payload -> payload.has("agent_id"))
        .map(payload -> payload.get("agent_id").asText())
        .distinct()
        .toList();
  }

  /** As the host has run them. */
  private List<String> commandsRun() {
    return payloads("PostToolUse").stream()
        .filter(payload -> payload.get("tool_name").asText().equals("Bash"))
        .map(payload -> payload.at("/tool_input/command").asText())
        .toList();
  }

  private RealHost claude(Way way, ScriptedModel talksTo, Path folder) {
    return new RealHost(ClaudeProgram.installed(), daemon, talksTo, folder).install(via(way));
  }

  private static String via(Way way) {
    return way.name().toLowerCase(Locale.ROOT);
  }

  /** Besides swarmd's hooks, the host has one that keeps its payloads. */
  private RealHost recorded(Way way, String... allowed) {
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
    return new RealHost(ClaudeProgram.installed(), daemon, model)
        .settings(settings)
        .install(via(way));
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
