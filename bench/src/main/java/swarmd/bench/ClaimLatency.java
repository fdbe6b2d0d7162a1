package swarmd.bench;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Checks that claims do not get slower as tasks pile up. */
final class ClaimLatency {
  private static final int CLAIMS = 3_000;

  private ClaimLatency() {}

  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section("One claim over the socket, by how many tasks are stored");
    Map<Integer, Double> medians = new LinkedHashMap<>();
    try (BenchDaemon daemon = BenchDaemon.start()) {
      daemon.addTasks(CLAIMS);
      LoadClient.run(daemon.socket(), 1, CLAIMS);
      int stored = CLAIMS;
      for (int size : new int[] {1_000, 100_000, 1_000_000}) {
        int missing = Math.max(CLAIMS, size - stored);
        daemon.addTasks(missing);
        stored += missing;
        Samples claims = LoadClient.run(daemon.socket(), 1, CLAIMS).claims();
        medians.put(size, claims.medianMillis());
        report.value(
            "%,d tasks".formatted(size),
            "p50 %.3f ms, p99 %.3f ms"
                .formatted(claims.medianMillis(), claims.percentileMillis(99)));
      }
    }
    report.bar("1,000,000 at most 1.5 x 1,000", medians.get(1_000_000) <= 1.5 * medians.get(1_000));
  }
}
