package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.chaos.ChaoticClient;
import swarmd.chaos.ClaimChecker;
import swarmd.chaos.ClientLog;
import swarmd.chaos.StoredFacts;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.FaultyProxy;
import swarmd.testing.FaultyProxy.Side;
import swarmd.testing.RunningDaemon;

/**
 * Clients of several daemons work on the tasks of a team while the network loses connections and
 * falls silent, the database is killed, and daemons are killed. SWARMD_CHAOS_DAEMONS,
 * SWARMD_CHAOS_FAULTS and SWARMD_CHAOS_SILENCE_MS make it longer, SWARMD_CHAOS_SEED repeats the
 * random choices of a run.
 */
final class TeamChaosTest {
  private static final int CLIENTS_PER_DAEMON = 4;
  private static final int ANSWERS_BETWEEN_FAULTS = 100;

  @TempDir private Path project;

  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final List<Desk> desks = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private ChaoticClient.Shared shared;

  /** A workstation and its way to the database. */
  private record Desk(RunningDaemon daemon, FaultyProxy network) {}

  private static long setting(String name, long otherwise) {
    String value = System.getenv(name);
    return value == null ? otherwise : Long.parseLong(value);
  }

  @BeforeEach
  void nameProject() throws IOException {
    Files.writeString(
        Files.createDirectory(project.resolve(".swarmd")).resolve("settings.json"),
        "{\"project\":\"chaos\"}");
    shared = ChaoticClient.Shared.withRemoteDatabase(timer, project);
  }

  @AfterEach
  void stop() {
    shared.ending().set(true);
    threads.shutdown();
    timer.shutdown();
    desks.forEach(desk -> desk.daemon.close());
    desks.forEach(desk -> desk.network.close());
    server.drop(database);
  }

  private void addDesk(int number, long seed) {
    FaultyProxy network = FaultyProxy.before(server.port(), seed);
    String address = server.url(database).replace(":" + server.port(), ":" + network.port());
    Map<String, String> settings =
        Map.of("SWARMD_DATABASE", address, "SWARMD_WORKSTATION", "desk" + number);
    desks.add(new Desk(RunningDaemon.start(settings), network));
  }

  @Test
  void nothing_acknowledged_is_lost_and_each_lease_has_one_holder() throws SQLException {
    long seed = setting("SWARMD_CHAOS_SEED", System.nanoTime());
    Random random = new Random(seed);
    for (int i = 0; i < setting("SWARMD_CHAOS_DAEMONS", 3); i++) {
      addDesk(i, random.nextLong());
    }
    ClientLog log = new ClientLog();
    List<CompletableFuture<Void>> clients =
        IntStream.range(0, desks.size() * CLIENTS_PER_DAEMON)
            .mapToObj(i -> client(i, new Random(random.nextLong()), log))
            .map(client -> CompletableFuture.runAsync(client, threads))
            .toList();
    long faults = setting("SWARMD_CHAOS_FAULTS", 8);
    for (int i = 0; i < faults; i++) {
      int before = shared.answers().get();
      int enough = 1 + random.nextInt(2 * ANSWERS_BETWEEN_FAULTS);
      eventually().until(() -> shared.answers().get() > before + enough);
      fault(i, desks.get(random.nextInt(desks.size())));
    }
    desks.forEach(desk -> heal(desk.network));
    shared.ending().set(true);
    clients.forEach(CompletableFuture::join);

    assertThat(shared.faults()).as("with the seed %d", seed).isEmpty();
    assertThat(violations(log)).as("with the seed %d", seed).isEmpty();
    System.out.printf(
        "%d daemons, %d faults, %d answers and %d hang-ups: every promise is kept%n",
        desks.size(), faults, shared.answers().get(), shared.hangUps().get());
  }

  private ChaoticClient client(int number, Random random, ClientLog log) {
    RunningDaemon daemon = desks.get(number % desks.size()).daemon;
    return new ChaoticClient("client " + number, random, daemon::connect, log, shared);
  }

  private List<String> violations(ClientLog log) throws SQLException {
    try (Connection connection = server.connect(database)) {
      return ClaimChecker.violations(log.entries(), StoredFacts.inTeam(connection));
    }
  }

  /** One after the other, so that each run has all of them. */
  private void fault(int number, Desk desk) {
    switch (number % 6) {
      case 0 -> desks.forEach(each -> each.network.delay(Duration.ofMillis(80)));
      case 1 -> desk.network.cutAtRandom(0.02);
      case 2 -> {
        desk.daemon.kill();
        desk.daemon.restart();
      }
      case 3 -> silence(desk.network);
      case 4 -> {
        server.kill();
        server.start();
      }
      default -> {
        desks.forEach(each -> heal(each.network));
        desk.network.cut();
      }
    }
  }

  private static void silence(FaultyProxy network) {
    network.freeze(Side.SERVER);
    long end =
        System.nanoTime() + Duration.ofMillis(setting("SWARMD_CHAOS_SILENCE_MS", 3_000)).toNanos();
    eventually().until(() -> System.nanoTime() - end > 0);
    network.thaw(Side.SERVER);
  }

  private static void heal(FaultyProxy network) {
    network.delay(Duration.ZERO);
    network.cutAtRandom(0);
  }
}
