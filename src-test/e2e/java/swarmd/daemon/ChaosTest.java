package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.chaos.ChaoticClient;
import swarmd.chaos.ClaimChecker;
import swarmd.chaos.ClientLog;
import swarmd.chaos.StoredFacts;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/**
 * Sixteen clients work while the daemon is killed and frozen. SWARMD_CHAOS_KILLS and
 * SWARMD_CHAOS_FREEZES set how often, SWARMD_CHAOS_SEED repeats the random choices of a run.
 */
final class ChaosTest {
  private static final int CLIENTS = 16;
  private static final int ANSWERS_PER_LIFE = 150;
  private static final Duration FREEZE = Duration.ofSeconds(3);

  private static long setting(String name, long otherwise) {
    String value = System.getenv(name);
    return value == null ? otherwise : Long.parseLong(value);
  }

  @Test
  void nothing_acknowledged_is_lost_and_each_lease_has_one_holder() throws SQLException {
    long kills = setting("SWARMD_CHAOS_KILLS", 6);
    long freezes = setting("SWARMD_CHAOS_FREEZES", 2);
    long seed = setting("SWARMD_CHAOS_SEED", System.nanoTime());
    Random random = new Random(seed);
    ClientLog log = new ClientLog();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    ChaoticClient.Shared shared = ChaoticClient.Shared.with(timer);
    try (RunningDaemon daemon = RunningDaemon.start()) {
      List<CompletableFuture<Void>> clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(i -> client(i, new Random(random.nextLong()), daemon, log, shared))
              .map(client -> CompletableFuture.runAsync(client, threads))
              .toList();
      long killed = 0;
      long frozen = 0;
      while (killed < kills || frozen < freezes) {
        int before = shared.answers().get();
        int enough = 1 + random.nextInt(2 * ANSWERS_PER_LIFE);
        eventually().until(() -> shared.answers().get() > before + enough);
        boolean freezeNow = random.nextInt((int) (kills + freezes)) < freezes;
        if (frozen < freezes && (freezeNow || killed == kills)) {
          frozen++;
          freeze(daemon);
        } else if (killed < kills) {
          killed++;
          daemon.kill();
          daemon.restart();
        }
      }
      shared.ending().set(true);
      clients.forEach(CompletableFuture::join);
      assertThat(daemon.stop()).isZero();
      StoredFacts stored = StoredFacts.in(daemon.home().resolve("swarmd.db"));
      assertThat(shared.faults()).as("with the seed %d", seed).isEmpty();
      assertThat(ClaimChecker.violations(log.entries(), stored))
          .as("with the seed %d", seed)
          .isEmpty();
      System.out.printf(
          "killed the daemon %d times and froze it %d times; %d answers and %d hang-ups later every"
              + " promise is kept%n",
          kills, freezes, shared.answers().get(), shared.hangUps().get());
    } finally {
      shared.ending().set(true);
      threads.shutdown();
      timer.shutdown();
    }
  }

  private static ChaoticClient client(
      int number, Random random, RunningDaemon daemon, ClientLog log, ChaoticClient.Shared shared) {
    return new ChaoticClient("client " + number, random, daemon::connect, log, shared);
  }

  /** Longer than the short leases, and long enough for clients to give up. */
  private static void freeze(RunningDaemon daemon) {
    signal(daemon, "-STOP");
    long end = System.nanoTime() + FREEZE.toNanos();
    eventually().until(() -> System.nanoTime() - end > 0);
    signal(daemon, "-CONT");
  }

  private static void signal(RunningDaemon daemon, String signal) {
    Programs.run(daemon.root(), Map.of(), "kill", signal, "" + daemon.pid());
  }
}
