package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.RunningDaemon;
import swarmd.testing.UnixHttp;

/**
 * Agents of many workstations finish one swarm. SWARMD_TRIAL_DAEMONS, SWARMD_TRIAL_AGENTS and
 * SWARMD_TRIAL_TASKS make it larger.
 */
final class TeamSwarmTest {
  private static final int WAVES = 4;
  private static final int CHAIN = 5;

  @TempDir private Path project;

  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final List<RunningDaemon> daemons = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ScheduledExecutorService reports = Executors.newScheduledThreadPool(1);
  private final AtomicInteger completed = new AtomicInteger();
  private final LongAccumulator slowestClaim = new LongAccumulator(Math::max, 0);
  private final LongAccumulator slowestCompletion = new LongAccumulator(Math::max, 0);

  private static int setting(String name, int otherwise) {
    String value = System.getenv(name);
    return value == null ? otherwise : Integer.parseInt(value);
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    reports.shutdownNow();
    daemons.forEach(RunningDaemon::close);
    server.drop(database);
  }

  @Test
  void each_task_is_done_once_in_order_and_no_lease_ends_early() throws IOException, SQLException {
    int agents = setting("SWARMD_TRIAL_AGENTS", 30);
    int tasks = setting("SWARMD_TRIAL_TASKS", 600);
    for (int i = 0; i < setting("SWARMD_TRIAL_DAEMONS", 3); i++) {
      Map<String, String> settings =
          Map.of("SWARMD_DATABASE", server.url(database), "SWARMD_WORKSTATION", "desk" + i);
      daemons.add(RunningDaemon.start(settings));
    }
    Files.writeString(
        Files.createDirectory(project.resolve(".swarmd")).resolve("settings.json"),
        "{\"project\":\"trial\"}");
    add(tasks);
    long start = System.nanoTime();
    reports.scheduleAtFixedRate(() -> report(start), 10, 10, TimeUnit.SECONDS);
    CompletableFuture<?>[] work =
        IntStream.range(0, agents)
            .mapToObj(i -> CompletableFuture.runAsync(() -> agent(i), threads))
            .toArray(CompletableFuture<?>[]::new);
    awaitAll(work);
    double seconds = (System.nanoTime() - start) / 1e9;

    assertThat(completed.get()).isEqualTo(tasks);
    assertThat(broken("SELECT id FROM swarmd.task WHERE status <> 'done' OR attempts <> 1"))
        .isZero();
    assertThat(broken("SELECT 1 FROM swarmd.event WHERE kind = 'expired'")).isZero();
    assertThat(
            broken(
                """
                SELECT task_id FROM swarmd.event WHERE kind IN ('claimed', 'completed')
                GROUP BY task_id, kind HAVING count(*) <> 1
                """))
        .isZero();
    assertThat(
            broken(
                """
                SELECT 1 FROM swarmd.dependency d
                  JOIN swarmd.event first ON first.task_id = d.depends_on AND first.kind = 'completed'
                  JOIN swarmd.event later ON later.task_id = d.task_id AND later.kind = 'claimed'
                WHERE later.id < first.id
                """))
        .isZero();
    assertThat(
            broken(
                """
                SELECT 1 FROM
                  (SELECT wave, min(e.id) AS first FROM swarmd.task t JOIN swarmd.event e ON e.task_id = t.id
                   WHERE e.kind = 'claimed' GROUP BY wave) begun
                  JOIN (SELECT wave, max(e.id) AS last FROM swarmd.task t JOIN swarmd.event e ON e.task_id = t.id
                   WHERE e.kind = 'completed' GROUP BY wave) ended ON ended.wave < begun.wave
                WHERE begun.first < ended.last
                """))
        .isZero();
    System.out.printf(
        "%d daemons with %d agents finished %d tasks in %.1f s%n",
        daemons.size(), agents, tasks, seconds);
  }

  /** Chains of five in waves, so that much has to wait for something. */
  private void add(int count) {
    try (Api api = daemons.get(0).api()) {
      for (int wave = 0; wave < WAVES; wave++) {
        ObjectNode body = Api.object().put("project", project.toString());
        ArrayNode list = body.putArray("tasks");
        String prefix = "wave " + wave + " task ";
        for (int i = 0; i < count / WAVES; i++) {
          ObjectNode task = list.addObject().put("key", prefix + i).put("title", "task " + i);
          task.put("wave", wave);
          if (i % CHAIN != 0) {
            task.putArray("depends_on").add(prefix + (i - 1));
          }
        }
        api.post("/v1/tasks", body);
      }
    }
  }

  /** Fails as soon as one has failed. */
  private static void awaitAll(CompletableFuture<?>... work) {
    CompletableFuture<Void> all = CompletableFuture.allOf(work);
    for (CompletableFuture<?> each : work) {
      each.exceptionally(
          failure -> {
            all.completeExceptionally(failure);
            return null;
          });
    }
    all.join();
  }

  /** A trial of the full size takes minutes. */
  private void report(long start) {
    System.out.printf(
        "%4.0f s: %d completed, slowest claim %.1f s, slowest completion %.1f s%n",
        (System.nanoTime() - start) / 1e9,
        completed.get(),
        slowestClaim.getThenReset() / 1e9,
        slowestCompletion.getThenReset() / 1e9);
  }

  /** Works until the swarm is complete. */
  private void agent(int number) {
    RunningDaemon daemon = daemons.get(number % daemons.size());
    String claim =
        Api.object()
            .put("project", project.toString())
            .put("agent", "agent " + number)
            .put("wait_ms", 30_000)
            .toString();
    try (UnixHttp http = daemon.connect()) {
      while (true) {
        long asked = System.nanoTime();
        JsonNode answer = Api.json(http.post("/v1/tasks/claim", claim).text());
        slowestClaim.accumulate(System.nanoTime() - asked);
        if (answer.path("reason").asText().equals("complete")) {
          return;
        }
        if (!answer.path("tasks").isEmpty()) {
          Api.Held held = Api.Held.of(answer);
          long finished = System.nanoTime();
          UnixHttp.Answer done = http.post(held.path("complete"), held.proof().toString());
          slowestCompletion.accumulate(System.nanoTime() - finished);
          assertThat(done.status()).as(done.text()).isEqualTo(200);
          completed.incrementAndGet();
        }
      }
    }
  }

  private int broken(String query) throws SQLException {
    try (Connection connection = server.connect(database);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int count = 0;
      while (rows.next()) {
        count++;
      }
      return count;
    }
  }
}
