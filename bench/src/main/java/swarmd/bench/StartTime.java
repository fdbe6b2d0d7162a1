package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures the time from the start of a daemon to its first answer, the time of a command, and the
 * memory at rest: with the runtime that is shipped, and with each JDK of this machine.
 */
final class StartTime {
  private static final int STARTS = 10;
  private static final int COMMANDS = 30;
  private static final int WARM_UP = 5;
  private static final int REST_SECONDS = 10;

  private final BenchReport report;
  private final String name;
  private final Path dist;
  private final Map<String, String> settings = new HashMap<>();

  private StartTime(BenchReport report, String name, Path dist) {
    this.report = report;
    this.name = name;
    this.dist = dist;
    settings.put("SWARMD_ARCHIVE", "off"); // one is built when it is measured
    settings.put(BenchDaemon.PROFILE, "workstation");
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    Path image = Path.of(System.getProperty("swarmd.image"));
    new StartTime(report, "the shipped runtime", image).measureShipped();
    for (Map.Entry<Integer, Path> jdk : Jdks.byVersion().entrySet()) {
      StartTime time = new StartTime(report, "Java " + jdk.getKey(), BenchDaemon.DIST);
      time.settings.put("JAVA_HOME", jdk.getValue().toString());
      time.measureOwn();
    }
  }

  private void measureShipped() throws IOException, InterruptedException {
    report.section("With %s".formatted(name));
    double first = firstStarts();
    report.bar("ready in under 0.6 s at the very first start", first < 600);
    measureRunning(Files.createTempDirectory("sw"));
  }

  /** Without and with the class archive that the client builds after the first start. */
  private void measureOwn() throws IOException, InterruptedException {
    report.section("With %s".formatted(name));
    double first = firstStarts();
    report.bar("ready in under 1.5 s at the very first start", first < 1500);
    Path home = Files.createTempDirectory("sw");
    BenchDaemon.startIn(home, dist, settings).stop();
    run(home, "archive-classes");
    Samples later = new Samples(STARTS);
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      BenchDaemon daemon = BenchDaemon.startIn(home, dist, settings);
      later.add(System.nanoTime() - start);
      daemon.stop();
    }
    show("later starts", later);
    report.bar("ready in under 0.6 s later", later.medianMillis() < 600);
    measureRunning(home);
  }

  private double firstStarts() throws IOException, InterruptedException {
    Samples starts = new Samples(STARTS);
    for (int i = 0; i < STARTS; i++) {
      Path home = Files.createTempDirectory("sw");
      long start = System.nanoTime();
      BenchDaemon daemon = BenchDaemon.startIn(home, dist, settings);
      starts.add(System.nanoTime() - start);
      daemon.close();
    }
    show("first starts", starts);
    return starts.medianMillis();
  }

  private void show(String what, Samples starts) {
    report.value(
        "%d %s, median and slowest".formatted(STARTS, what),
        "%.2f s, %.2f s"
            .formatted(starts.medianMillis() / 1000, starts.percentileMillis(100) / 1000));
  }

  private void measureRunning(Path home) throws IOException, InterruptedException {
    try (BenchDaemon daemon = BenchDaemon.startIn(home, dist, settings)) {
      TimeUnit.SECONDS.sleep(REST_SECONDS);
      long atRest = daemon.residentMegabytes();
      Samples commands = new Samples(COMMANDS);
      for (int i = -WARM_UP; i < COMMANDS; i++) {
        long start = System.nanoTime();
        run(home, "status");
        if (i >= 0) {
          commands.add(System.nanoTime() - start);
        }
      }
      report.value("resident memory at rest", atRest + " MB");
      report.bar("under 80 MB at rest", atRest < 80);
      report.value(
          "swarm status, median of %d".formatted(COMMANDS),
          "%.0f ms".formatted(commands.medianMillis()));
      report.bar("swarm status in under 0.12 s", commands.medianMillis() < 120);
    }
  }

  private void run(Path home, String command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(dist.resolve("bin/swarm").toString(), command);
    builder.environment().putAll(settings);
    builder.environment().put("SWARMD_HOME", home.toString());
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    if (builder.start().waitFor() != 0) {
      throw new IOException("failed: swarm " + command);
    }
  }
}
