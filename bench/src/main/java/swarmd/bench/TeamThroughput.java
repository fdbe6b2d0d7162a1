package swarmd.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.FaultyProxy;

/**
 * Claims and completes tasks of a team: by daemons, by a bare loop of two statements in the same
 * database, and by a loop whose two statements do more of what a step of a team does.
 */
final class TeamThroughput {
  private static final int ROUNDS = 3;
  private static final int CYCLES = 1_000;
  private static final int WARM_UP = 15_000;

  /** Until the compiler is done, it takes more of the processors than the daemon. */
  private static final int[] WARM_UP_CLIENTS = {64, 8};

  private static final int[] CLIENTS = {1, 8, 64};
  private static final int[] DAEMONS = {1, 8};

  /** Of the way to a database that is far away. */
  private static final int DELAY_MILLIS = 40;

  /** Two statements: one returns the id of the task that it claims, and one completes this task. */
  private record Loop(String claim, String complete) {
    static final Loop BARE =
        new Loop(
            """
            UPDATE bare SET status = 'claimed', agent = 'bench', claimed_at = now()
            WHERE id = (SELECT id FROM bare WHERE status = 'pending' ORDER BY priority, id LIMIT 1
                        FOR UPDATE SKIP LOCKED)
            RETURNING id
            """,
            """
            UPDATE bare SET status = 'done', finished_at = now()
            WHERE id = ? AND status = 'claimed'
            """);

    /** Each also stores its step and returns the whole task, as every step of a team has to. */
    static final Loop RECORDED =
        new Loop(
            """
            WITH taken AS (
              UPDATE bare SET status = 'claimed', agent = 'bench', claimed_at = now()
              WHERE id = (SELECT id FROM bare WHERE status = 'pending' ORDER BY priority, id LIMIT 1
                          FOR UPDATE SKIP LOCKED)
              RETURNING *
            ), step AS (
              INSERT INTO bare_step (kind, task, agent) SELECT 'claimed', id, agent FROM taken
            )
            SELECT id, row_to_json(taken) FROM taken
            """,
            """
            WITH finished AS (
              UPDATE bare SET status = 'done', finished_at = now()
              WHERE id = ? AND status = 'claimed' RETURNING *
            ), step AS (
              INSERT INTO bare_step (kind, task, agent) SELECT 'completed', id, agent FROM finished
            )
            SELECT row_to_json(finished) FROM finished
            """);
  }

  private final PostgresServer server;
  private final String database;
  private final List<Connection> connections = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private TeamThroughput(PostgresServer server) {
    this.server = server;
    database = server.newDatabase();
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    PostgresServer server = PostgresServer.durable(Path.of(System.getProperty("java.io.tmpdir")));
    TeamThroughput bench = new TeamThroughput(server);
    try {
      bench.throughput(report);
      bench.farAway(report);
      bench.hooks(report);
    } catch (SQLException e) {
      throw new IOException(e);
    } finally {
      bench.threads.shutdownNow();
    }
  }

  private void throughput(BenchReport report)
      throws IOException, InterruptedException, SQLException {
    report.section(
        "Claim + complete cycles per second in PostgreSQL, fsync on, median of %d"
            .formatted(ROUNDS));
    List<BenchDaemon> daemons = new ArrayList<>();
    try {
      fillBare(2 * (ROUNDS * CLIENTS.length * DAEMONS.length * CYCLES + WARM_UP) + 10_000);
      for (int i = 0; i < CLIENTS[CLIENTS.length - 1]; i++) {
        connections.add(server.connect(database));
      }
      load(Loop.BARE, 64, WARM_UP);
      load(Loop.RECORDED, 64, WARM_UP);
      for (int count : DAEMONS) {
        // those that run copy what the others do, so no more of them run than are measured
        while (daemons.size() < count) {
          daemons.add(daemon(server.url(database)));
        }
        daemons
            .get(0)
            .addTasks(ROUNDS * CLIENTS.length * CYCLES + WARM_UP_CLIENTS.length * WARM_UP + 5_000);
        for (int clients : WARM_UP_CLIENTS) {
          load(daemons, clients, WARM_UP);
        }
        compare(report, daemons);
      }
    } finally {
      daemons.forEach(BenchDaemon::close);
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }

  /** The loops and the daemons in turns. */
  private void compare(BenchReport report, List<BenchDaemon> daemons) throws InterruptedException {
    double[][] bare = new double[CLIENTS.length][ROUNDS];
    double[][] recorded = new double[CLIENTS.length][ROUNDS];
    double[][] shared = new double[CLIENTS.length][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < CLIENTS.length; i++) {
        bare[i][round] = load(Loop.BARE, CLIENTS[i], CYCLES);
        recorded[i][round] = load(Loop.RECORDED, CLIENTS[i], CYCLES);
        shared[i][round] = load(daemons, CLIENTS[i], CYCLES);
      }
    }
    for (int i = 0; i < CLIENTS.length; i++) {
      double loop = Samples.median(bare[i]);
      double rate = Samples.median(shared[i]);
      double withSteps = Samples.median(recorded[i]);
      report.value("bare loop, clients: " + CLIENTS[i], "%,8.0f".formatted(loop));
      report.value(
          "the same with steps stored and tasks returned",
          "%,8.0f  = %.2f x".formatted(withSteps, withSteps / loop));
      report.value(
          "daemons: %d, clients: %d".formatted(daemons.size(), CLIENTS[i]),
          "%,8.0f  = %.2f x".formatted(rate, rate / loop));
      report.bar("at least 0.7 x the bare loop", rate >= 0.7 * loop);
    }
  }

  private static BenchDaemon daemon(String address) throws IOException, InterruptedException {
    return BenchDaemon.start(Map.of("SWARMD_DATABASE", address));
  }

  /** All daemons at once, with the clients divided among them. */
  private double load(List<BenchDaemon> daemons, int clients, int cycles)
      throws InterruptedException {
    int used = Math.min(clients, daemons.size());
    List<Callable<Double>> loads = new ArrayList<>();
    for (BenchDaemon daemon : daemons.subList(0, used)) {
      loads.add(
          () -> LoadClient.run(daemon.socket(), clients / used, cycles / used).cyclesPerSecond());
    }
    return atOnce(loads, cycles);
  }

  private double load(Loop loop, int clients, int cycles) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(cycles);
    List<Callable<Double>> loads = new ArrayList<>();
    for (Connection connection : connections.subList(0, clients)) {
      loads.add(
          () -> {
            run(loop, connection, left);
            return 0.0;
          });
    }
    return atOnce(loads, cycles);
  }

  private double atOnce(List<Callable<Double>> loads, int cycles) throws InterruptedException {
    long start = System.nanoTime();
    try {
      for (Future<Double> load : threads.invokeAll(loads)) {
        load.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    return cycles / ((System.nanoTime() - start) / 1e9);
  }

  private static void run(Loop loop, Connection connection, AtomicInteger left)
      throws SQLException {
    try (PreparedStatement claim = connection.prepareStatement(loop.claim);
        PreparedStatement complete = connection.prepareStatement(loop.complete)) {
      while (left.getAndDecrement() > 0) {
        try (ResultSet claimed = claim.executeQuery()) {
          claimed.next();
          complete.setLong(1, claimed.getLong(1));
        }
        complete.execute();
      }
    }
  }

  private void fillBare(int count) {
    server.execute(
        database,
        """
        CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text,
          priority integer NOT NULL DEFAULT 0, status text NOT NULL DEFAULT 'pending', agent text,
          claimed_at timestamptz, finished_at timestamptz);
        CREATE TABLE bare_step (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind text NOT NULL,
          task bigint NOT NULL, agent text, at timestamptz NOT NULL DEFAULT now());
        CREATE INDEX bare_step_of_task ON bare_step (task, id);
        CREATE INDEX bare_claimable ON bare (priority, id) WHERE status = 'pending';
        INSERT INTO bare (title) SELECT 'task ' || n FROM generate_series(1, %d) n;
        """
            .formatted(count));
  }

  private void farAway(BenchReport report) throws IOException, InterruptedException {
    report.section("One claim, the database %d ms away in each direction".formatted(DELAY_MILLIS));
    try (FaultyProxy network = FaultyProxy.before(server.port())) {
      network.delay(Duration.ofMillis(DELAY_MILLIS));
      String address = server.url(database).replace(":" + server.port(), ":" + network.port());
      try (BenchDaemon daemon = daemon(address)) {
        LoadClient.run(daemon.socket(), 1, 20);
        double median = LoadClient.run(daemon.socket(), 1, 50).claims().medianMillis();
        report.value("median", "%.1f ms".formatted(median));
        report.bar("within 90 ms", median <= 90);
      }
    }
  }

  private void hooks(BenchReport report) throws IOException, InterruptedException {
    report.section("A hook event, with one connection");
    try (BenchDaemon own = BenchDaemon.start();
        BenchDaemon ofTeam = daemon(server.url(database))) {
      HookPath.compare(report, own, ofTeam);
    }
  }
}
