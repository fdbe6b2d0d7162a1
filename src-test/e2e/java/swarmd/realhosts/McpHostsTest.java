package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.realhosts.Turn.edit;
import static swarmd.realhosts.Turn.read;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.tool;
import static swarmd.realhosts.Turn.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.catalogue.McpTool;
import swarmd.realhosts.Turn.Subagent;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.Programs;

/** Sessions of the six hosts that work by swarmd's tools alone, without a shell. */
class McpHostsTest extends RealHostTest {
  private static final int TASKS = 24;
  private static final int FILES = 8;
  private static final String END = "the end";
  private static final String ANOTHER = "session-of-another";
  private static final Pattern CLAIMED = Pattern.compile("number (\\d+) in (src/f\\d\\.txt)");
  private static final Set<String> SHELLS =
      Set.of("Bash", "bash", "run_shell_command", "exec_command", "shell", "shell_command");

  private final Map<KnownHost, ScriptedModel> models = new EnumMap<>(KnownHost.class);

  /** The host whose model has just been given a file, by file. */
  private final Map<String, KnownHost> writers = new ConcurrentHashMap<>();

  private final List<String> clashes = new CopyOnWriteArrayList<>();
  private final Map<Long, JsonNode> claims = new ConcurrentHashMap<>();
  private final Map<Long, KnownHost> holders = new ConcurrentHashMap<>();
  private final Set<KnownHost> toldOfTheEnd = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stopModels() {
    models.values().forEach(ScriptedModel::close);
  }

  @Override
  String transcript() {
    return models.entrySet().stream()
        .map(entry -> entry.getKey() + "\n" + entry.getValue().transcript())
        .collect(Collectors.joining("\n", super.transcript() + "\n", ""));
  }

  private static void require(KnownHost... hosts) {
    Optional<String> missing =
        Stream.of(hosts).flatMap(host -> host.missing().stream()).findFirst();
    missing.ifPresent(System.out::println); // Gradle does not show why a test is skipped
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @Test
  void six_hosts_share_24_tasks_with_overlapping_files() throws IOException {
    require(KnownHost.values());
    addTasks();
    CyclicBarrier all = new CyclicBarrier(KnownHost.values().length);
    Map<KnownHost, RealHost> hosts = new EnumMap<>(KnownHost.class);
    for (KnownHost host : KnownHost.values()) {
      ScriptedModel worker = ScriptedModel.start();
      models.put(host, worker);
      worker.script(steps(new Worker(host, all)));
      hosts.put(
          host, new RealHost(host.program(), daemon, worker).installWithTools().withoutShell());
    }

    List<CompletableFuture<Programs.Result>> runs = new ArrayList<>();
    for (RealHost host : hosts.values()) {
      runs.add(CompletableFuture.supplyAsync(() -> host.run("work on the tasks of this project")));
    }
    runs.forEach(run -> assertThat(run.join().exit()).as(run.join().toString()).isZero());

    models.forEach(
        (host, worker) -> {
          assertThat(worker.failures()).as("%s", host).isEmpty();
          assertThat(worker.requests())
              .as("%s", host)
              .allSatisfy(input -> assertThat(input.tools()).doesNotContainAnyElementsOf(SHELLS));
        });
    assertThat(clashes).isEmpty();
    assertThat(toldOfTheEnd).containsExactlyInAnyOrder(KnownHost.values());
    assertEachIsDoneOnceByItsHolder();
    assertEveryEditIsThere();
  }

  /** Three tasks own each file, so that they cannot be worked on side by side. */
  private void addTasks() throws IOException {
    Path folder = Files.createDirectory(daemon.project().resolve("src"));
    for (int file = 0; file < FILES; file++) {
      Files.writeString(folder.resolve("f" + file + ".txt"), END + "\n");
    }
    try (Api api = daemon.api()) {
      for (int i = 0; i < TASKS; i++) {
        String file = "src/f" + i % FILES;
        ObjectNode task = Api.object().put("project", daemon.project().toString());
        task.put("title", "number %d in %s.txt".formatted(i + 1, file));
        task.putArray("files").add(file + ".*");
        if (i >= FILES) {
          task.putArray("depends_on").add(i - FILES + 1); // the one before it with the same file
        }
        api.post("/v1/tasks", task);
      }
    }
  }

  private static Step[] steps(Worker worker) {
    return Stream.generate(() -> worker).limit(5L * TASKS).toArray(Step[]::new);
  }

  private static Turn claim() {
    return tool(McpTool.TASK_CLAIM, Api.object().put("wait_ms", 20_000));
  }

  /** The agent's next turn, by the result of its last tool. */
  private final class Worker implements Step {
    private final KnownHost host;
    private final CyclicBarrier all;
    private Next next = Next.BEGIN;
    private boolean hasTrespassed;
    private long task;
    private String file = "";

    Worker(KnownHost host, CyclicBarrier all) {
      this.host = host;
      this.all = all;
    }

    private enum Next {
      BEGIN,
      CLAIMED,
      DENIED,
      READ,
      EDITED,
      COMPLETED
    }

    @Override
    public Turn turn(ModelInput input) throws Exception {
      String news = input.news();
      return switch (next) {
        case BEGIN -> {
          awaitAll(); // all are there before the first claim
          yield claimNext();
        }
        case CLAIMED -> claimed(news);
        case DENIED -> {
          assertThat(news).contains("belongs to task");
          awaitAll(); // nobody lets go of a file before
          yield readOwn();
        }
        case READ -> editOwn();
        case EDITED -> {
          assertThat(news).doesNotContain("belongs to task");
          writers.remove(file, host);
          next = Next.COMPLETED;
          yield tool(McpTool.TASK_COMPLETE, Api.object().put("id", task));
        }
        case COMPLETED -> {
          assertThat(news).contains("done");
          yield claimNext();
        }
      };
    }

    private void awaitAll() throws Exception {
      all.await(90, TimeUnit.SECONDS);
    }

    private Turn claimNext() {
      next = Next.CLAIMED;
      return claim();
    }

    private Turn claimed(String news) throws Exception {
      Matcher claimed = CLAIMED.matcher(news);
      if (!claimed.find()) {
        if (news.contains("complete: all tasks")) {
          toldOfTheEnd.add(host);
          return say("That is all.");
        }
        return claim();
      }
      task = Long.parseLong(claimed.group(1));
      file = claimed.group(2);
      KnownHost other = writers.putIfAbsent(file, host);
      if (other != null) {
        clashes.add("%s is edited by %s and by %s".formatted(file, other, host));
      }
      claims.put(task, task(task));
      holders.put(task, host);
      if (hasTrespassed) {
        return readOwn();
      }
      awaitAll(); // every host holds a file
      hasTrespassed = true;
      next = Next.DENIED;
      return write(path(fileOfAnother().replace(".txt", ".new")), "mine");
    }

    private String fileOfAnother() {
      return writers.keySet().stream().filter(name -> !name.equals(file)).findAny().orElseThrow();
    }

    /** Other hosts than Codex edit only what they have read. */
    private Turn readOwn() {
      if (host == KnownHost.CODEX) {
        return editOwn();
      }
      next = Next.READ;
      return read(path(file));
    }

    private Turn editOwn() {
      next = Next.EDITED;
      return edit(path(file), END, "%d %s\n%s".formatted(task, host, END));
    }

    private String path(String name) {
      return daemon.project().resolve(name).toString();
    }
  }

  private void assertEachIsDoneOnceByItsHolder() {
    Map<KnownHost, String> sessions = new EnumMap<>(KnownHost.class);
    List<JsonNode> hooks = hooks();
    Stream.of(KnownHost.values()).forEach(host -> sessions.put(host, sessionOf(host, hooks)));
    for (long id = 1; id <= TASKS; id++) {
      JsonNode task = task(id);
      assertThat(task.get("status").asText()).as(task.toString()).isEqualTo("done");
      assertThat(task.get("attempts").asInt()).as(task.toString()).isEqualTo(1);
      String session = sessions.get(holders.get(id));
      assertIsHeldBy(mainAgent(session), session, claims.get(id));
    }
    assertThat(holders.values()).contains(KnownHost.values());
  }

  private void assertEveryEditIsThere() throws IOException {
    for (int file = 0; file < FILES; file++) {
      StringBuilder expected = new StringBuilder();
      for (long id = file + 1L; id <= TASKS; id += FILES) {
        expected.append(id).append(' ').append(holders.get(id)).append('\n');
      }
      assertThat(daemon.project().resolve("src/f" + file + ".txt"))
          .hasContent(expected + END + "\n");
      assertThat(daemon.project().resolve("src/f" + file + ".new")).doesNotExist();
    }
  }

  private static void assertIsHeldBy(String agent, String session, JsonNode task) {
    assertThat(task.get("status").asText()).as(task.toString()).isEqualTo("claimed");
    assertThat(task.get("agent").asText()).isEqualTo(agent);
    assertThat(task.get("session").asText()).isEqualTo(session);
  }

  private static String mainAgent(String session) {
    return "main-" + session.substring(0, Math.min(8, session.length()));
  }

  /** As the host's own hooks have named it. */
  private static String sessionOf(KnownHost host, List<JsonNode> hooks) {
    Set<String> sessions =
        hooks.stream()
            .filter(hook -> hook.path("host").asText().equals(host.program().name()))
            .map(hook -> hook.path("session").asText())
            .filter(session -> !session.equals(ANOTHER))
            .collect(Collectors.toSet());
    assertThat(sessions).as("%s", host).hasSize(1);
    return sessions.iterator().next();
  }

  /** A host without a person at hand refuses what it would have to ask about. */
  @ParameterizedTest
  @EnumSource
  void agents_call_them_unasked_and_only_in_their_own_names(KnownHost host) {
    require(host);
    RealHost program =
        new RealHost(host.program(), daemon, model)
            .installWithTools()
            .withoutShell()
            .withUsualPermissions();
    long first = add("write the parser");
    long second = add("write the printer");
    long third = add("write the tests");
    JsonNode[] claimed = new JsonNode[3];
    CountDownLatch done = new CountDownLatch(1);
    model.script(
        tool(McpTool.STATUS, Api.object()),
        tool(McpTool.TASK_CLAIM, Api.object().put("agent", "ann").put("session", ANOTHER)),
        tool(McpTool.TASK_CLAIM, Api.object().put(McpTool.TICKET, ticketOfAnother())),
        told -> {
          claimed[0] = task(first);
          return tool(McpTool.TASK_CLAIM, Api.object().put("id", second));
        },
        told -> {
          claimed[1] = task(second);
          return tool(McpTool.TASK_COMPLETE, Api.object().put("id", second));
        },
        hasSubagents(host)
            ? subagent("worker", "claim a task", Subagent.Kind.FOREGROUND)
            : say("That is all."),
        told -> {
          assertThat(done.await(30, TimeUnit.SECONDS)).as("the subagent is done").isTrue();
          return say("That is all.");
        });
    model.lane(
        "worker",
        tool(McpTool.TASK_CLAIM, Api.object().put("id", third)),
        told -> {
          claimed[2] = task(third);
          return tool(McpTool.TASK_COMPLETE, Api.object().put("id", third));
        },
        told -> {
          done.countDown();
          return say("It is done.");
        });

    run(program, model, "work on the tasks of this project");

    List<JsonNode> hooks = hooks();
    String session = sessionOf(host, hooks);
    List<ModelInput> told = model.requests();
    assertThat(told.get(1).news()).contains("you are agent " + mainAgent(session));
    assertThat(told.get(2).news()).contains("unknown field");
    if (host == KnownHost.QWEN) { // no hook can replace what its model writes
      assertThat(told.get(3).news()).contains("this call belongs to another session");
      assertThat(claimed[0].get("status").asText()).isEqualTo("pending");
    } else {
      assertIsHeldBy(mainAgent(session), session, claimed[0]);
    }
    assertIsHeldBy(mainAgent(session), session, claimed[1]);
    assertThat(task(second).get("status").asText()).isEqualTo("done");
    if (hasSubagents(host)) {
      assertIsHeldBy(subagentIn(hooks), session, claimed[2]);
      assertThat(task(third).get("status").asText()).isEqualTo("done");
    }
  }

  /** Gemini CLI has none; Qwen Code asks before it starts one, and does not tell its calls. */
  private static boolean hasSubagents(KnownHost host) {
    return host != KnownHost.GEMINI && host != KnownHost.QWEN;
  }

  private static String subagentIn(List<JsonNode> hooks) {
    return hooks.stream()
        .filter(hook -> hook.get("type").asText().equals("subagent-start"))
        .map(hook -> hook.get("agent").asText())
        .findFirst()
        .orElseThrow();
  }

  /** One that swarmd has given to the call of another session. */
  private String ticketOfAnother() {
    try (Api api = daemon.api()) {
      HostSession another = new HostSession(api.http(), daemon.project(), ANOTHER);
      another.start();
      ObjectNode call = another.payload("PreToolUse").put("tool_name", "mcp__swarmd__task_claim");
      call.putObject("tool_input");
      JsonNode input = another.send(call).at("/hookSpecificOutput/updatedInput");
      assertThat(input.path(McpTool.TICKET).asText()).as(input.toString()).isNotBlank();
      return input.get(McpTool.TICKET).asText();
    }
  }
}
