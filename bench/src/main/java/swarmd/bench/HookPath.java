package swarmd.bench;

import static swarmd.bench.HttpLoad.between;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How long the daemon takes for a hook event. */
final class HookPath {
  private static final int SESSIONS = 100;
  private static final int STORED = 10_000;
  private static final int WARM_UP = 40_000;
  private static final int EVENTS = 10_000;
  private static final int[] COUNTS = {0, 1, 50};
  private static final int ROUNDS = 5;
  private static final String EMPTY_ROUTE = "GET /healthz HTTP/1.1\r\nHost: swarmd\r\n\r\n";

  private HookPath() {}

  static void run(Report report) throws IOException, InterruptedException {
    report.section(
        "A hook event, with %d sessions and %,d recorded events".formatted(SESSIONS, STORED));
    try (BenchDaemon daemon = BenchDaemon.start()) {
      load(daemon, 32, WARM_UP, number -> toolUse("/warm", number));
      load(daemon, 32, WARM_UP, number -> EMPTY_ROUTE);
      load(daemon, 8, STORED, number -> toolUse("/stored", number));
      for (int connections : new int[] {1, 32}) {
        Samples empty = load(daemon, connections, EVENTS, number -> EMPTY_ROUTE);
        String project = "/with" + connections;
        Samples hooks = load(daemon, connections, EVENTS, number -> toolUse(project, number));
        double serverP99 = serverMicros(daemon, project, "p99_us") / 1_000.0;
        report.value(
            "server side, connections: " + connections,
            "p50 %.3f ms, p99 %.3f ms"
                .formatted(serverMicros(daemon, project, "p50_us") / 1_000.0, serverP99));
        report.value("round trip", times(hooks));
        report.value("round trip of an empty route", times(empty));
        if (connections == 1) {
          report.bar(
              "pre-tool-use at most 2 x an empty route",
              hooks.medianMillis() <= 2 * empty.medianMillis());
        } else {
          report.bar("p99 under 5 ms at 32 connections", serverP99 < 5);
        }
      }
    }
  }

  /** The user's hooks must cost an event nothing that they do not concern. */
  static void runWithUserHooks(Report report) throws IOException, InterruptedException {
    report.section("pre-tool-use with hooks configured that do not match, one connection");
    try (BenchDaemon daemon = BenchDaemon.start()) {
      Path settings = daemon.home().resolve("settings.json");
      load(daemon, 8, WARM_UP, number -> toolUse("/warm", number));
      double[][] rounds = new double[COUNTS.length][ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < COUNTS.length; i++) {
          Files.writeString(settings, settings(COUNTS[i]));
          TimeUnit.MILLISECONDS.sleep(1_100); // until the daemon looks again
          load(daemon, 1, 2_000, number -> toolUse("/hooks", number));
          rounds[i][round] =
              load(daemon, 1, EVENTS, number -> toolUse("/hooks", number)).medianMillis();
        }
      }
      double none = median(rounds[0]);
      for (int i = 0; i < COUNTS.length; i++) {
        double with = median(rounds[i]);
        report.value(
            COUNTS[i] + " hooks, round trip", "p50 %.4f ms  = %.2f x".formatted(with, with / none));
      }
      report.bar("50 hooks at most 1.2 x none", median(rounds[COUNTS.length - 1]) <= 1.2 * none);
    }
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static String settings(int hooks) {
    String groups =
        IntStream.range(0, hooks)
            .mapToObj(
                i ->
                    "{\"matcher\":\"Tool%d|Other%d\",\"hooks\":[{\"type\":\"command\",\"command\":\"echo %d\"}]}"
                        .formatted(i, i, i))
            .collect(Collectors.joining(","));
    return "{\"hooks\":{\"PreToolUse\":[" + groups + "]}}";
  }

  private static String times(Samples samples) {
    return "p50 %.3f ms, p99 %.3f ms"
        .formatted(samples.medianMillis(), samples.percentileMillis(99));
  }

  private static Samples load(
      BenchDaemon daemon, int connections, int events, IntFunction<String> request)
      throws InterruptedException {
    Samples samples = new Samples(events);
    AtomicInteger left = new AtomicInteger(events);
    HttpLoad.run(daemon.socket(), connections, () -> speaker(left, request, samples));
    return samples;
  }

  private static HttpLoad.Speaker speaker(
      AtomicInteger left, IntFunction<String> request, Samples samples) {
    return new HttpLoad.Speaker() {
      private long sent;

      @Override
      public Optional<String> next(String response) {
        if (!response.isEmpty()) {
          samples.add(System.nanoTime() - sent);
        }
        int number = left.getAndDecrement();
        sent = System.nanoTime();
        return number <= 0 ? Optional.empty() : Optional.of(request.apply(number));
      }
    };
  }

  private static String toolUse(String project, int number) {
    return HttpLoad.post(
        "/v1/hooks",
        """
        {"session_id":"session-%d","transcript_path":"/home/me/.claude/projects/x/%d.jsonl","cwd":"%s",\
        "prompt_id":"13e26a07-4c1c-456c-ad05-2552c3ac2faf","permission_mode":"bypassPermissions",\
        "hook_event_name":"PreToolUse","tool_name":"Bash",\
        "tool_input":{"command":"echo hi","description":"say hi"},"tool_use_id":"toolu_%d"}\
        """
            .formatted(number % SESSIONS, number, project, number));
  }

  /** As the daemon has recorded it, once it has recorded all. */
  private static long serverMicros(BenchDaemon daemon, String project, String which)
      throws IOException, InterruptedException {
    String status = "";
    while (!status.contains("\"count\":" + EVENTS)) {
      TimeUnit.MILLISECONDS.sleep(20);
      status = daemon.request("GET", "/v1/status?project=" + project, "");
    }
    return Long.parseLong(between(status, "\"" + which + "\":", ","));
  }
}
