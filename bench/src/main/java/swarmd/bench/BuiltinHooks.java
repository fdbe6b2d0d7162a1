package swarmd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The cost of all built-in hooks for a tool call, in a project that gives them work. */
final class BuiltinHooks {
  private static final int FILES = 20;
  private static final int RULES = 10;
  private static final int SESSIONS = 10;

  /** Warm-up: a daemon runs for days, and without it the JIT compiler would be measured. */
  private static final int WARM_UP = 150_000;

  private static final int ROUNDS = 20;
  private static final int EVENTS = 2_000;
  private static final double ALLOWED_MILLIS = 2;
  private static final List<String> EVENT_NAMES = List.of("PreToolUse", "PostToolUse");
  private static final List<String> TOOLS = List.of("Edit", "Read", "Bash");

  private BuiltinHooks() {}

  /** Two daemons alternate: one runs all hooks, the other none. */
  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section("A tool call with all built-in hooks and with none, one connection");
    try (BenchDaemon with = BenchDaemon.start();
        BenchDaemon without = BenchDaemon.start(Map.of("SWARMD_HOOKS_OFF", names(with)))) {
      Path project = project(with.home());
      HookPath.load(with, 1, WARM_UP, number -> use(project, number));
      HookPath.load(without, 1, WARM_UP, number -> use(project, number));
      Samples all = new Samples(ROUNDS * EVENTS);
      Samples none = new Samples(ROUNDS * EVENTS);
      for (int round = 0; round < ROUNDS; round++) {
        all.addAll(HookPath.load(with, 1, EVENTS, number -> use(project, number)));
        none.addAll(HookPath.load(without, 1, EVENTS, number -> use(project, number)));
      }
      report.value("all hooks, round trip", HookPath.times(all));
      report.value("no hooks, round trip", HookPath.times(none));
      report.bar(
          "p99 with all within 2 ms of none",
          all.percentileMillis(99) - none.percentileMillis(99) <= ALLOWED_MILLIS);
    }
  }

  private static String names(BenchDaemon daemon) throws IOException {
    String table = daemon.request("GET", "/v1/hooks/config", "");
    return Pattern.compile("\"name\":\"([^\"]+)\"")
        .matcher(table.substring(0, table.indexOf("\"every_event\"")))
        .results()
        .map((MatchResult found) -> found.group(1))
        .distinct()
        .collect(Collectors.joining(","));
  }

  private static Path project(Path folder) throws IOException {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.createDirectory(project.resolve(".git"));
    Path rules = Files.createDirectories(project.resolve(".cursor/rules"));
    for (int i = 0; i < RULES; i++) {
      Files.writeString(
          rules.resolve("rule%d.mdc".formatted(i)),
          "---%nglobs: src/**/*%d.java%n---%nRule %d%n".formatted(i, i));
    }
    Path source = Files.createDirectories(project.resolve("src/main/deep"));
    Files.writeString(project.resolve("README.md"), "The project\n");
    Files.writeString(source.resolve("README.md"), "The folder\n");
    for (int i = 0; i < FILES; i++) {
      Files.writeString(
          source.resolve("File%d.java".formatted(i)), "class File%d {}%n".formatted(i));
    }
    return project.toRealPath();
  }

  /** The call and the result of one tool use follow each other. */
  private static String use(Path project, int number) {
    int use = number / 2;
    String tool = TOOLS.get(use % TOOLS.size());
    String file = project + "/src/main/deep/File%d.java".formatted(use % FILES);
    String input =
        switch (tool) {
          case "Bash" -> "\"command\":\"git status\",\"description\":\"look\"";
          case "Edit" ->
              "\"file_path\":\"%s\",\"old_string\":\"{}\",\"new_string\":\"%s\""
                  .formatted(file, lines());
          default -> "\"file_path\":\"%s\"".formatted(file);
        };
    return HttpLoad.post(
        "/v1/hooks",
        """
        {"session_id":"session-%d","transcript_path":"/home/me/.claude/projects/x/1.jsonl","cwd":"%s",\
        "hook_event_name":"%s","tool_name":"%s","tool_input":{%s},"tool_response":{"stdout":"ok"},\
        "tool_use_id":"toolu_%d"}\
        """
            .formatted(
                use % SESSIONS,
                project,
                EVENT_NAMES.get(1 - number % 2), // numbers count down
                tool,
                input,
                use));
  }

  private static String lines() {
    return IntStream.range(0, 20)
        .mapToObj(i -> "int value%d = compute(%d); // the %d. value\\n".formatted(i, i, i))
        .collect(Collectors.joining());
  }
}
