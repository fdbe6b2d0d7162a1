package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Claims and completes tasks: over the socket with group commit, and in process with a commit each;
 * and with another build, in turns, if {@code SWARMD_BENCH_OTHER} names its installation.
 */
final class Throughput {
  private static final int TASKS = 140_000;
  private static final int WARM_UP = 50_000;
  private static final int ROUNDS = 5;
  private static final int[] CONNECTIONS = {1, 8, 64};
  private static final Optional<Path> OTHER =
      Optional.ofNullable(System.getenv("SWARMD_BENCH_OTHER"))
          .filter(path -> !path.isBlank())
          .map(Path::of);

  /** After this long, the daemon has given back what it no longer needs. */
  private static final int REST_SECONDS = 10;

  private Throughput() {}

  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section(
        "Claim + complete cycles per second, synchronous=FULL, median of %d".formatted(ROUNDS));
    try (BenchDaemon daemon = BenchDaemon.start();
        Peer peer = new Peer()) {
      long started = daemon.residentMegabytes();
      TimeUnit.SECONDS.sleep(REST_SECONDS);
      long atRest = daemon.residentMegabytes();
      warmUp(daemon);
      peer.cyclesPerSecond(2_000);
      double[][] rounds = new double[CONNECTIONS.length + 1][ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        rounds[0][round] = peer.cyclesPerSecond(1_500);
        measure(daemon, rounds, round);
      }
      print(report, rounds);
      report.section("Resident memory");
      report.value("just started", started + " MB");
      report.value("at rest", atRest + " MB");
      report.bar("under 120 MB", atRest < 120);
      report.value("after this load", daemon.residentMegabytes() + " MB");
      TimeUnit.SECONDS.sleep(REST_SECONDS);
      long afterwards = daemon.residentMegabytes();
      report.value("%d s later".formatted(REST_SECONDS), afterwards + " MB");
      report.bar("under 150 MB", afterwards < 150);
    }
    if (OTHER.isPresent()) {
      compare(report, OTHER.get());
    }
  }

  private static void warmUp(BenchDaemon daemon) throws IOException, InterruptedException {
    daemon.addTasks(TASKS);
    LoadClient.run(daemon.socket(), 64, WARM_UP);
  }

  private static void measure(BenchDaemon daemon, double[][] rounds, int round)
      throws InterruptedException {
    for (int i = 0; i < CONNECTIONS.length; i++) {
      int cycles = CONNECTIONS[i] == 1 ? 1_500 : 6_000;
      rounds[i + 1][round] =
          LoadClient.run(daemon.socket(), CONNECTIONS[i], cycles).cyclesPerSecond();
    }
  }

  /** Each build begins every other round, since the second one has the warmer load generator. */
  private static void compare(BenchReport report, Path other)
      throws IOException, InterruptedException {
    report.section("The same, compared with %s, in turns, median of %d".formatted(other, ROUNDS));
    try (BenchDaemon mine = BenchDaemon.start();
        BenchDaemon others =
            BenchDaemon.startIn(Files.createTempDirectory("sw"), other, Map.of())) {
      warmUp(mine);
      warmUp(others);
      double[][] now = new double[CONNECTIONS.length + 1][ROUNDS];
      double[][] before = new double[CONNECTIONS.length + 1][ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        if (round % 2 == 0) {
          measure(mine, now, round);
          measure(others, before, round);
        } else {
          measure(others, before, round);
          measure(mine, now, round);
        }
      }
      for (int i = 0; i < CONNECTIONS.length; i++) {
        double mineNow = Samples.median(now[i + 1]);
        double theirs = Samples.median(before[i + 1]);
        report.value(
            "connections: " + CONNECTIONS[i],
            "%,8.0f, theirs %,8.0f = %.2f x".formatted(mineNow, theirs, mineNow / theirs));
      }
    }
  }

  private static void print(BenchReport report, double[][] rounds) {
    double inProcess = Samples.median(rounds[0]);
    report.value("in process, one commit per operation", "%,8.0f".formatted(inProcess));
    for (int i = 0; i < CONNECTIONS.length; i++) {
      double overSocket = Samples.median(rounds[i + 1]);
      report.value(
          "over the socket, connections: " + CONNECTIONS[i],
          "%,8.0f  = %.1f x".formatted(overSocket, overSocket / inProcess));
    }
    report.bar(
        "64 connections at least 7 x in process",
        Samples.median(rounds[CONNECTIONS.length]) >= 7 * inProcess);
  }
}
