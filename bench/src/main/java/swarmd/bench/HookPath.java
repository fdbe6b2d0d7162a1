package swarmd.bench;

import static swarmd.bench.HttpLoad.between;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Measures how long the daemon takes for a hook event. */
final class HookPath {
  private static final int SESSIONS = 100;
  private static final int STORED = 10_000;
  private static final int WARM_UP = 40_000;
  private static final int EVENTS = 10_000;
  private static final int ROUNDS = 5;

  /** Where others use the machine, the compiler is behind at the end of the warm-up. */
  private static final int COMPILER_SECONDS = 3;

  private static final int[] COUNTS = {0, 1, 50};
  private static final String EMPTY_ROUTE = "GET /healthz HTTP/1.1\r\nHost: swarmd\r\n\r\n";

  private HookPath() {}

  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section(
        "A hook event, with %d sessions and %,d recorded events".formatted(SESSIONS, STORED));
    try (BenchDaemon daemon = BenchDaemon.start()) {
      load(daemon, 32, WARM_UP, number -> toolUse("/warm", number));
      load(daemon, 32, WARM_UP, number -> EMPTY_ROUTE);
      load(daemon, 8, STORED, number -> toolUse("/stored", number));
      alone(report, daemon);
      manyAtOnce(report, daemon);
    }
  }

  /** The two alternate, so that other load on the machine slows both equally. */
  private static void alone(BenchReport report, BenchDaemon daemon)
      throws IOException, InterruptedException {
    startSessions(daemon, "/with1");
    takeTurns(daemon, turns("/warm"), WARM_UP);
    TimeUnit.SECONDS.sleep(COMPILER_SECONDS);
    List<Samples> samples = takeTurns(daemon, turns("/with1"), 2 * EVENTS);
    Samples empty = samples.get(0);
    Samples hooks = samples.get(1);
    print(report, daemon, 1, hooks, empty);
    report.value(
        "compared with it", "%.2f x".formatted(hooks.medianMillis() / empty.medianMillis()));
    report.bar(
        "pre-tool-use at most 2 x an empty route",
        hooks.medianMillis() <= 2 * empty.medianMillis());
  }

  /** A daemon with tasks of its own and one with a team's, in turns. */
  static void compare(BenchReport report, BenchDaemon own, BenchDaemon ofTeam)
      throws IOException, InterruptedException {
    for (BenchDaemon daemon : List.of(own, ofTeam)) {
      load(daemon, 32, WARM_UP, number -> toolUse("/warm", number));
      startSessions(daemon, "/with1");
    }
    TimeUnit.SECONDS.sleep(COMPILER_SECONDS);
    double[] alone = new double[ROUNDS];
    double[] shared = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      alone[i] = load(own, 1, EVENTS, number -> toolUse("/with1", number)).medianMillis();
      shared[i] = load(ofTeam, 1, EVENTS, number -> toolUse("/with1", number)).medianMillis();
    }
    double with = Samples.median(shared);
    double without = Samples.median(alone);
    report.value("own tasks, p50", "%.4f ms".formatted(without));
    report.value("a team's, p50", "%.4f ms  = %.2f x".formatted(with, with / without));
    report.bar("at most 1.1 x", with <= 1.1 * without);
  }

  private static List<IntFunction<String>> turns(String project) {
    return List.of(number -> EMPTY_ROUTE, number -> toolUse(project, number / 2));
  }

  /** As hosts do before a session's first tool call. */
  private static void startSessions(BenchDaemon daemon, String project)
      throws IOException, InterruptedException {
    load(daemon, 8, SESSIONS, number -> toolUse(project, "SessionStart", number));
  }

  private static void manyAtOnce(BenchReport report, BenchDaemon daemon)
      throws IOException, InterruptedException {
    startSessions(daemon, "/with32");
    Samples empty = load(daemon, 32, EVENTS, number -> EMPTY_ROUTE);
    Samples hooks = load(daemon, 32, EVENTS, number -> toolUse("/with32", number));
    double serverP99 = print(report, daemon, 32, hooks, empty);
    report.bar("p99 under 5 ms at 32 connections", serverP99 < 5);
  }

  /** Returns the server side's p99. */
  private static double print(
      BenchReport report, BenchDaemon daemon, int connections, Samples hooks, Samples empty)
      throws IOException, InterruptedException {
    String project = "/with" + connections;
    double p99 = serverMicros(daemon, project, "p99_us") / 1_000.0;
    report.value(
        "server side, connections: " + connections,
        "p50 %.3f ms, p99 %.3f ms"
            .formatted(serverMicros(daemon, project, "p50_us") / 1_000.0, p99));
    report.value("round trip", times(hooks));
    report.value("round trip of an empty route", times(empty));
    return p99;
  }

  /**
   * The user's hooks must not slow down events that they do not match. Three projects alternate,
   * tool call by tool call, so that other load on the machine slows all of them equally.
   */
  static void runWithUserHooks(BenchReport report) throws IOException, InterruptedException {
    report.section("A tool call with configured hooks that do not match, one connection");
    try (BenchDaemon daemon = BenchDaemon.start()) {
      List<Path> projects = new ArrayList<>();
      for (int count : COUNTS) {
        projects.add(trustedProject(daemon, count));
      }
      List<IntFunction<String>> turns =
          projects.stream().flatMap(project -> useOfTool(project, projects.size())).toList();
      takeTurns(daemon, turns, WARM_UP);
      List<Samples> samples = takeTurns(daemon, turns, turns.size() * EVENTS / 2);
      double none = callAndResult(samples, 0).medianMillis();
      double worst = 0;
      for (int i = 0; i < COUNTS.length; i++) {
        double with = callAndResult(samples, i).medianMillis();
        worst = Math.max(worst, with);
        report.value(
            COUNTS[i] + " hooks, round trip", "p50 %.4f ms  = %.2f x".formatted(with, with / none));
      }
      report.bar("1 and 50 hooks at most 1.2 x none", worst <= 1.2 * none);
    }
  }

  private static Path trustedProject(BenchDaemon daemon, int hooks)
      throws IOException, InterruptedException {
    Path project = Files.createDirectories(daemon.home().resolve("project" + hooks + "/.git"));
    Path folder = Files.createDirectory(project.resolveSibling(".swarmd"));
    if (hooks > 0) {
      Files.writeString(folder.resolve("settings.json"), settings(hooks));
      daemon.swarm(project.getParent(), "hooks", "trust", "--yes");
    }
    return project.getParent();
  }

  /** A call and its result. */
  private static Stream<IntFunction<String>> useOfTool(Path project, int projects) {
    return Stream.of("PreToolUse", "PostToolUse")
        .map(event -> number -> commandUse(project.toString(), event, number / 2 / projects));
  }

  private static Samples callAndResult(List<Samples> samples, int project) {
    Samples both = new Samples(2 * EVENTS);
    both.addAll(samples.get(2 * project));
    both.addAll(samples.get(2 * project + 1));
    return both;
  }

  /** Sends events on one connection, one after the other. */
  private static List<Samples> takeTurns(
      BenchDaemon daemon, List<IntFunction<String>> turns, int events) throws InterruptedException {
    List<Samples> samples = turns.stream().map(turn -> new Samples(events)).toList();
    AtomicInteger sent = new AtomicInteger();
    HttpLoad.run(
        daemon.socket(),
        1,
        () ->
            new HttpLoad.Speaker() {
              private long since;

              @Override
              public Optional<String> next(String response) {
                int number = sent.getAndIncrement();
                if (!response.isEmpty()) {
                  samples.get((number - 1) % turns.size()).add(System.nanoTime() - since);
                }
                String request = turns.get(number % turns.size()).apply(number);
                since = System.nanoTime();
                return number == events ? Optional.empty() : Optional.of(request);
              }
            });
    return samples;
  }

  private static String settings(int hooks) {
    String groups =
        IntStream.range(0, hooks)
            .mapToObj(
                i ->
                    "{\"matcher\":\"Tool%d|Other%d\",\"hooks\":[{\"type\":\"command\",\"command\":\"echo %d\"}]}"
                        .formatted(i, i, i))
            .collect(Collectors.joining(","));
    return "{\"hooks\":{\"PreToolUse\":[%s],\"PostToolUse\":[%s]}}".formatted(groups, groups);
  }

  static String times(Samples samples) {
    return "p50 %.3f ms, p99 %.3f ms"
        .formatted(samples.medianMillis(), samples.percentileMillis(99));
  }

  static Samples load(BenchDaemon daemon, int connections, int events, IntFunction<String> request)
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

  static String toolUse(String project, int number) {
    return toolUse(project, "PreToolUse", number);
  }

  private static String toolUse(String project, String event, int number) {
    return event(project, event, ToolCalls.any(number), number);
  }

  private static String commandUse(String project, String event, int number) {
    return event(project, event, ToolCalls.shell(number), number);
  }

  private static String event(String project, String event, String tool, int number) {
    return HttpLoad.post(
        "/v1/hooks",
        """
        {"session_id":"%s-%d","transcript_path":"/home/me/.claude/projects/x/%d.jsonl","cwd":"%s",\
        "prompt_id":"13e26a07-4c1c-456c-ad05-2552c3ac2faf","permission_mode":"bypassPermissions",\
        "hook_event_name":"%s",%s,"tool_use_id":"toolu_%d"}\
        """
            .formatted(name(project), number % SESSIONS, number, project, event, tool, number));
  }

  /** A session stays in the project of its first event, so each project has sessions of its own. */
  private static String name(String project) {
    return project.substring(project.lastIndexOf('/') + 1);
  }

  /** The daemon's own measurements, once it has recorded all events. */
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
