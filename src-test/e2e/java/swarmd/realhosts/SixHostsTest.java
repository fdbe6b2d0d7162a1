package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** One session of each of the six hosts, at the same time, in one project. */
class SixHostsTest extends RealHostTest {
  private static final int TASKS = 24;
  private static final int FILES = 8;
  private static final Pattern CLAIMED = Pattern.compile("task (\\d+)  work on (\\S+)");
  private static final Pattern TOKEN = Pattern.compile("token  (\\w+)");

  private final List<ScriptedModel> models = new ArrayList<>();

  /** The agent that has just been told to write a file, by file. */
  private final Map<String, String> writers = new ConcurrentHashMap<>();

  private final List<String> clashes = new ArrayList<>();
  private final Set<String> toldOfTheEnd = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stopModels() {
    models.forEach(ScriptedModel::close);
  }

  private static List<HostBinary> programs() {
    InstalledHosts hosts = InstalledHosts.find();
    Optional<String> missing =
        Stream.of(
                InstalledHosts.CODEX,
                InstalledHosts.COPILOT,
                InstalledHosts.QWEN,
                InstalledHosts.OPENCODE)
            .flatMap(host -> hosts.missingFor(host).stream())
            .findFirst();
    missing.ifPresent(System.out::println); // Gradle does not show why a test is skipped
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    return List.of(
        ClaudeProgram.installed(),
        GeminiProgram.installed(),
        CodexProgram.installed(),
        CopilotProgram.installed(),
        QwenProgram.installed(),
        OpencodeProgram.installed());
  }

  @Test
  void they_share_24_tasks_with_overlapping_files() throws IOException {
    List<HostBinary> programs = programs();
    addTasks();
    CyclicBarrier start = new CyclicBarrier(programs.size());
    List<RealHost> hosts = new ArrayList<>();
    for (HostBinary program : programs) {
      ScriptedModel worker = ScriptedModel.start();
      models.add(worker);
      worker.script(steps(program.name(), start));
      hosts.add(new RealHost(program, daemon, worker).installForUser());
    }

    List<CompletableFuture<Programs.Result>> runs = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      RealHost host = hosts.get(i);
      runs.add(CompletableFuture.supplyAsync(() -> host.run("work on the tasks of this project")));
    }
    runs.forEach(run -> assertThat(run.join().exit()).as(run.join().toString()).isZero());

    assertThat(models).allSatisfy(worker -> assertThat(worker.failures()).isEmpty());
    assertThat(clashes).isEmpty();
    assertEachIsDoneOnce();
    assertThat(toldOfTheEnd)
        .containsExactlyInAnyOrderElementsOf(programs.stream().map(HostBinary::name).toList());
    for (int file = 0; file < FILES; file++) {
      assertThat(Files.readString(daemon.project().resolve("src/f" + file + ".txt"))).isNotBlank();
    }
  }

  /** Three tasks own each file, so that they cannot be worked on side by side. */
  private void addTasks() throws IOException {
    Files.createDirectory(daemon.project().resolve("src"));
    try (Api api = daemon.api()) {
      for (int i = 0; i < TASKS; i++) {
        String file = "src/f" + i % FILES + ".txt";
        ObjectNode task = Api.object().put("project", daemon.project().toString());
        task.put("title", "work on " + file).putArray("files").add(file);
        if (i >= FILES) {
          task.putArray("depends_on").add(i - FILES + 1); // the one before it with the same file
        }
        api.post("/v1/tasks", task);
      }
    }
  }

  /** Claims, writes and completes until nothing is left. */
  private Step[] steps(String host, CyclicBarrier start) {
    Step first =
        told -> {
          start.await(60, TimeUnit.SECONDS); // all are there before the first claim
          return shell("swarm task claim --wait 20");
        };
    Worker worker = new Worker(host);
    return Stream.concat(Stream.of(first), Stream.generate(() -> worker).limit(3L * TASKS + 20))
        .toArray(Step[]::new);
  }

  /** The agent's next turn, by the output of its last command. */
  private final class Worker implements Step {
    private final String host;
    private String task = "";
    private String file = "";
    private String token = "";

    Worker(String host) {
      this.host = host;
    }

    @Override
    public Turn turn(ModelInput input) {
      String news = input.news();
      Matcher claimed = CLAIMED.matcher(news);
      if (claimed.find()) {
        task = claimed.group(1);
        file = claimed.group(2);
        Matcher secret = TOKEN.matcher(news);
        assertThat(secret.find()).as(news).isTrue();
        token = secret.group(1);
        String other = writers.putIfAbsent(file, host);
        if (other != null) {
          synchronized (clashes) {
            clashes.add(file + " is written by " + other + " and by " + host);
          }
        }
        // Not the tool: some hosts write only files that are new to them, or that they have read.
        return shell("echo " + host + " " + task + " >> " + file);
      }
      if (!token.isEmpty()) {
        assertThat(news).doesNotContain("belongs to task");
        writers.remove(file, host);
        String done = "swarm task done " + task + " --token " + token;
        token = "";
        return shell(done + "; swarm task claim --wait 20");
      }
      if (news.contains("complete:")) {
        toldOfTheEnd.add(host);
        return say("That is all.");
      }
      return toldOfTheEnd.contains(host)
          ? say("That is all.")
          : shell("swarm task claim --wait 20");
    }
  }

  private void assertEachIsDoneOnce() {
    Set<String> lines = new HashSet<>();
    for (long id = 1; id <= TASKS; id++) {
      JsonNode task = task(id);
      assertThat(task.get("status").asText()).as(task.toString()).isEqualTo("done");
      assertThat(task.get("attempts").asInt()).as(task.toString()).isEqualTo(1);
      lines.add(task.get("agent").asText());
    }
    assertThat(lines).as("several hosts took part").hasSizeGreaterThan(3);
  }
}
