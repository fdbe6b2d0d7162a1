package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures what each profile costs on each JDK of this machine: the first hook after a start, the
 * first requests, memory at rest, after a load and a minute later, and cycles per second.
 */
final class Profiles {
  private static final int STARTS = 5;
  private static final int REST_SECONDS = 10;
  private static final int RECOVERY_SECONDS = 60;
  private static final int FIRST_REQUESTS = 3_000;
  private static final int TASKS = 100_000;
  private static final int CYCLES = 20_000;
  private static final String PROMPT =
      "{\"session_id\":\"s\",\"cwd\":\"/tmp\",\"hook_event_name\":\"UserPromptSubmit\",\"prompt\":\"hello\"}";

  private final BenchReport report;
  private final boolean isWorkstation;
  private final Map<String, String> settings = new HashMap<>();

  private Profiles(BenchReport report, String profile, Path jdk) {
    this.report = report;
    isWorkstation = profile.equals("workstation");
    settings.put(BenchDaemon.PROFILE, profile);
    settings.put("SWARMD_ARCHIVE", "off"); // it is built before
    settings.put("JAVA_HOME", jdk.toString());
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    for (Map.Entry<Integer, Path> jdk : Jdks.byVersion().entrySet()) {
      Path home = Files.createTempDirectory("sw");
      for (String profile : List.of("workstation", "server")) {
        report.section("Profile %s on Java %d".formatted(profile, jdk.getKey()));
        new Profiles(report, profile, jdk.getValue()).measure(home);
      }
      BenchDaemon.startIn(home, BenchDaemon.DIST, Map.of()).close();
    }
  }

  private void measure(Path home) throws IOException, InterruptedException {
    if (!Files.exists(home.resolve("cache"))) {
      BenchDaemon daemon = BenchDaemon.startIn(home, BenchDaemon.DIST, settings);
      daemon.swarm(home, "archive-classes", "daemon");
      daemon.stop();
    }
    measureFirstHook(home);
    BenchDaemon daemon = BenchDaemon.startIn(home, BenchDaemon.DIST, settings);
    TimeUnit.SECONDS.sleep(REST_SECONDS);
    long atRest = daemon.residentMegabytes();
    report.value("at rest", atRest + " MB");
    measureFirstRequests(daemon);
    daemon.addTasks(TASKS);
    double cycles = LoadClient.run(daemon.socket(), 64, CYCLES).cyclesPerSecond();
    report.value("cycles per second, 64 connections", "%,8.0f".formatted(cycles));
    long loaded = daemon.residentMegabytes();
    report.value("after %,d new tasks and %,d cycles".formatted(TASKS, CYCLES), loaded + " MB");
    if (isWorkstation) {
      report.bar("under 80 MB at rest", atRest < 80);
      report.bar("under 110 MB after the load", loaded < 110);
      TimeUnit.SECONDS.sleep(RECOVERY_SECONDS);
      long recovered = daemon.residentMegabytes();
      report.value("a minute later", recovered + " MB");
      report.bar("within 15 MB of rest a minute later", recovered <= atRest + 15);
    }
    daemon.stop();
  }

  private void measureFirstHook(Path home) throws IOException, InterruptedException {
    Samples hooks = new Samples(STARTS);
    for (int i = 0; i < STARTS; i++) {
      BenchDaemon daemon = BenchDaemon.startIn(home, BenchDaemon.DIST, settings);
      TimeUnit.SECONDS.sleep(1); // the launcher of another hook has started it, and waits
      hooks.add(daemon.timed("POST", "/v1/hooks", PROMPT));
      daemon.stop();
    }
    report.value(
        "first hook after a start, median of %d".formatted(STARTS),
        "%.0f ms".formatted(hooks.medianMillis()));
    if (isWorkstation) {
      report.bar("first hook in under 50 ms", hooks.medianMillis() < 50);
    }
  }

  private void measureFirstRequests(BenchDaemon daemon) throws IOException {
    long before = daemon.cpuMillis();
    for (int i = 0; i < FIRST_REQUESTS; i++) {
      daemon.timed("POST", "/v1/hooks", PROMPT);
    }
    report.value(
        "CPU of the first %,d hooks".formatted(FIRST_REQUESTS),
        "%.1f s".formatted((daemon.cpuMillis() - before) / 1000.0));
  }
}
