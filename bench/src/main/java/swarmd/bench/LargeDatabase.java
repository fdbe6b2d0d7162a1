package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures everything that a person or a hook waits for with a million finished tasks and three
 * million events. The database is written by SQL, in batches of a thousand tasks per swarm as
 * people add them.
 */
final class LargeDatabase {
  private static final int STARTS = 3;
  private static final int REPETITIONS = 5;
  private static final long START_MILLIS = 1_000;
  private static final long ANSWER_MILLIS = 50;

  private static final String TASKS =
      """
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -200000;
      BEGIN;
      INSERT INTO swarm (id, project, name, state, state_at)
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
        SELECT i + 1, '/bench/p' || (i / 2), iif(i %% 2 = 0, 'default', 'other'), 'complete', %1$d
        FROM n;
      INSERT INTO task (id, swarm_id, title, description, priority, wave, depends_on, open_deps,
          files, tags, status, agent, session, attempts, max_attempts, result, error, created_at,
          claimed_at, finished_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
        SELECT i, 1 + i / 1000 %% 20, 'task ' || i || ' of a large database',
          'What task ' || i || ' is about, in a sentence of the usual length.', 1 + i %% 5, 0,
          '[]', 0, '["src/**"]', iif(i %% 10 = 0, '["docs"]', '[]'),
          CASE i %% 100 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'failed' ELSE 'done' END,
          'agent-' || (i %% 50), 'session-' || (i %% 2000), 1, 3, 'done as asked',
          iif(i %% 100 = 1, 'it broke', NULL), %1$d + i / 100, %1$d + i / 100, %1$d + i / 100
        FROM n;
      INSERT INTO wave (swarm_id, number, done, failed, cancelled)
        SELECT swarm_id, wave, sum(status = 'done'), sum(status = 'failed'),
          sum(status = 'cancelled') FROM task GROUP BY swarm_id, wave;
      INSERT INTO event (id, at, kind, project, swarm, task_id, agent, session, fence, token)
        WITH RECURSIVE k (n, kind) AS (VALUES (0, 'created'), (1, 'claimed'), (2, 'completed'))
        SELECT t.id * 3 - 2 + k.n, t.created_at, k.kind, s.project, s.name, t.id,
          iif(k.n > 0, t.agent, NULL), iif(k.n > 0, t.session, NULL),
          iif(k.n = 2, t.id * 3 - 1, NULL), iif(k.n > 0, 'token-' || t.id, NULL)
        FROM task t JOIN swarm s ON s.id = t.swarm_id CROSS JOIN k ORDER BY t.id, k.n;
      INSERT OR IGNORE INTO event_block SELECT DISTINCT project, id / 1024 FROM event;
      COMMIT;
      """;

  private final BenchReport report;
  private final BenchDaemon daemon;
  private boolean quick = true;

  private LargeDatabase(BenchReport report, BenchDaemon daemon) {
    this.report = report;
    this.daemon = daemon;
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section("A database with 1,000,000 finished tasks and 3,000,000 events");
    Map<String, String> settings = new HashMap<>(Map.of(BenchDaemon.PROFILE, "workstation"));
    settings.put("SWARMD_ARCHIVE", "off"); // it is built before
    Path home = Files.createTempDirectory("sw");
    BenchDaemon first = BenchDaemon.startIn(home, BenchDaemon.DIST, settings);
    first.swarm(home, "archive-classes", "daemon");
    first.stop();
    fill(report, home.resolve("swarmd.db"));
    Samples starts = new Samples(STARTS);
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      BenchDaemon daemon = BenchDaemon.startIn(home, BenchDaemon.DIST, settings);
      starts.add(System.nanoTime() - start);
      daemon.stop();
    }
    report.value(
        "%d starts, median".formatted(STARTS), "%.2f s".formatted(starts.medianMillis() / 1000));
    report.bar("start in under 1 s", starts.medianMillis() < START_MILLIS);
    try (BenchDaemon daemon = BenchDaemon.startIn(home, BenchDaemon.DIST, settings)) {
      new LargeDatabase(report, daemon).measure();
    }
  }

  private static void fill(BenchReport report, Path file) throws IOException {
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      for (String part : TASKS.formatted(System.currentTimeMillis() - 86_400_000L).split(";\n")) {
        statement.execute(part);
      }
    } catch (SQLException e) {
      throw new IOException(e);
    }
    report.value(
        "written in",
        "%.0f s, %,d MB".formatted((System.nanoTime() - start) / 1e9, Files.size(file) >> 20));
  }

  private void measure() throws IOException {
    for (String hook :
        List.of(
            "\"SessionStart\",\"source\":\"startup\"",
            "\"UserPromptSubmit\",\"prompt\":\"hello\"",
            "\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}",
            "\"Stop\"",
            "\"SessionEnd\"")) {
      String body =
          "{\"session_id\":\"s\",\"cwd\":\"/bench/p1\",\"hook_event_name\":%s}".formatted(hook);
      show("hook " + hook.split("\"")[1], "POST", "/v1/hooks", body);
    }
    daemon.timed(
        "POST",
        "/v1/tasks",
        "{\"project\":\"/bench/p1\",\"tasks\":[%s]}"
            .formatted("{\"title\":\"new\"},".repeat(REPETITIONS) + "{\"title\":\"last\"}"));
    show("claim", "POST", "/v1/tasks/claim", "{\"project\":\"/bench/p1\",\"agent\":\"ada\"}");
    for (String command :
        List.of(
            "status",
            "status --project /bench/p1",
            "task list",
            "task list --all",
            "task list --after 900000",
            "task list --reverse",
            "task list --swarm other",
            "task list --status pending",
            "task list --status claimed --all",
            "task list --status done",
            "task list --status failed",
            "task list --wave 3",
            "task list --agent agent-3",
            "task list --agent nobody",
            "task list --tag docs",
            "task list --tag none",
            "task list --search 999",
            "task list --search nowhere",
            "task list --sort priority",
            "task list --sort status",
            "task list --sort agent",
            "task list --sort title",
            "task list --sort finished --reverse",
            "task show 500021")) {
      String arguments = "\"" + command.replace(" ", "\",\"") + "\"";
      show(
          "swarm " + command,
          "POST",
          "/v1/cli",
          "{\"argv\":[%s],\"cwd\":\"/bench/p1\",\"env\":{}}".formatted(arguments));
    }
    String project = "project=%2Fbench%2Fp1";
    for (String path :
        List.of(
            "/",
            "/v1/status",
            "/v1/tasks?brief=true&" + project,
            "/v1/tasks?brief=true&sort=priority&offset=1000&" + project,
            "/v1/events/latest?limit=100",
            "/v1/events/latest?limit=100&" + project,
            "/v1/events/latest?limit=100&project=%2Fnowhere",
            "/metrics")) {
      show("GET " + path, "GET", path, "");
    }
    report.bar("nothing above takes longer than %d ms".formatted(ANSWER_MILLIS), quick);
    report.value("resident memory", daemon.residentMegabytes() + " MB");
  }

  /** The first one, which reads from a cold cache, and the median of the next. */
  private void show(String name, String method, String path, String body) throws IOException {
    double first = daemon.timed(method, path, body) / 1e6;
    Samples samples = new Samples(REPETITIONS);
    for (int i = 0; i < REPETITIONS; i++) {
      samples.add(daemon.timed(method, path, body));
    }
    quick &= samples.medianMillis() <= ANSWER_MILLIS;
    report.value(name, "%.0f ms, then %.1f ms".formatted(first, samples.medianMillis()));
  }
}
