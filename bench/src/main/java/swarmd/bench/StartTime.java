package swarmd.bench;

import java.io.IOException;

/** Measures the time from the start of a daemon to its first answer. */
final class StartTime {
  private static final int STARTS = 10;

  private StartTime() {}

  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section("Time until the daemon answers after its start, %d starts".formatted(STARTS));
    Samples starts = new Samples(STARTS);
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      BenchDaemon daemon = BenchDaemon.start();
      starts.add(System.nanoTime() - start);
      daemon.close();
    }
    report.value("p50", "%.2f s".formatted(starts.medianMillis() / 1000));
    report.value("slowest", "%.2f s".formatted(starts.percentileMillis(100) / 1000));
    report.bar("ready in under 1.5 s", starts.medianMillis() < 1500);
  }
}
