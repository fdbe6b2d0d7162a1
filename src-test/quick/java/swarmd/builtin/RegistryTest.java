package swarmd.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;

/** The registry of built-in hooks, compared with the CLI and the documentation. */
class RegistryTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("swarmd.repository"), "docs/reference/built-in-hooks.md");
  private static final Path SESSIONS =
      Path.of(
          System.getProperty("swarmd.repository"),
          "src-test/support/resources/hooks-that-helped.tsv");

  private static final List<String> EXPECTED =
      List.of(
          "autopilot",
          "ultrawork",
          "ralph",
          "ultrapilot",
          "swarm",
          "ultraqa",
          "mode-registry",
          "persistent-mode",
          "thinking-block-validator",
          "empty-message-sanitizer",
          "comment-checker",
          "permission-handler",
          "recovery",
          "preemptive-compaction",
          "pre-compact",
          "rules-injector",
          "directory-readme-injector",
          "notepad",
          "learner",
          "agent-usage-reminder",
          "keyword-detector",
          "think-mode",
          "auto-slash-command",
          "non-interactive-env",
          "plugin-patterns",
          "todo-continuation",
          "omc-orchestrator",
          "subagent-tracker",
          "session-end",
          "background-notification",
          "setup");

  /** A hook's events, and whether it is on by default. */
  private record Entry(Set<String> events, boolean on) {}

  private static Map<String, Entry> registered(Map<String, String> settings) {
    try (InProcessDaemon daemon = InProcessDaemon.start(settings);
        Api api = daemon.api()) {
      Map<String, Set<String>> events = new LinkedHashMap<>();
      Map<String, Boolean> on = new LinkedHashMap<>();
      for (JsonNode type : api.get("/v1/hooks/config").get("hooks")) {
        for (JsonNode handler : type.get("handlers")) {
          String name = handler.get("name").asText();
          events.computeIfAbsent(name, key -> new TreeSet<>()).add(type.get("type").asText());
          on.put(name, handler.get("on").asBoolean());
        }
      }
      return events.entrySet().stream()
          .collect(
              Collectors.toMap(
                  Map.Entry::getKey,
                  hook -> new Entry(hook.getValue(), on.get(hook.getKey())),
                  (one, other) -> one,
                  TreeMap::new));
    }
  }

  /** The rows of the table under a heading whose first cell is the name of a hook. */
  private static List<String> rows(String heading) throws IOException {
    return Files.readAllLines(DOCUMENT).stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.startsWith("| `"))
        .toList();
  }

  /** Rows such as: | `name` | events | on or off | what it does | */
  private static Map<String, Entry> documented() throws IOException {
    Map<String, Entry> documented = new TreeMap<>();
    for (String row : rows("## All hooks")) {
      String[] cells = row.split("\\|");
      documented.put(
          cells[1].strip().replace("`", ""),
          new Entry(
              new TreeSet<>(List.of(cells[2].strip().split(", "))), cells[3].strip().equals("on")));
    }
    return documented;
  }

  @Test
  void the_table_in_the_documentation_matches_the_registry() throws IOException {
    assertThat(documented()).isEqualTo(registered(Map.of()));
  }

  @Test
  void every_hook_that_is_not_a_mode_is_described_with_an_example() throws IOException {
    String text = Files.readString(DOCUMENT);
    Set<String> modes =
        Set.of("ralph", "autopilot", "ultrapilot", "swarm", "pipeline", "ultraqa", "ultrawork");

    for (String name : documented().keySet()) {
      if (!modes.contains(name)) {
        String heading = "\n### " + name + "\n";
        assertThat(text).contains(heading);
        String section =
            text.substring(text.indexOf(heading) + heading.length() - 1).split("\n### ")[0];
        assertThat(section).as(name).containsPattern("(?s)\n```\n.+\n```|Says nothing\\.");
      }
    }
  }

  /** Each line has a hook, the hosts that use it, a session in which it helped, and its tests. */
  @Test
  void every_hook_has_a_session_in_which_it_helped_and_a_test_that_repeats_it() throws IOException {
    Map<String, String> tests = new TreeMap<>();
    for (String line : Files.readAllLines(SESSIONS)) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(4).doesNotContain("");
      tests.put(cells[0], cells[3]);
    }

    assertThat(tests.keySet()).isEqualTo(registered(Map.of()).keySet());
    for (String named : tests.values()) {
      for (String test : named.split(" \\| ")) {
        int dot = test.indexOf('.');
        assertThat(source(test.substring(0, dot)))
            .as(test)
            .contains(" void " + test.substring(dot + 1) + "(");
      }
    }
  }

  /** The text of all tests of that name, which two packages may have. */
  private static String source(String testClass) throws IOException {
    Path tests = Path.of(System.getProperty("swarmd.repository"), "src-test");
    try (Stream<Path> files = Files.walk(tests)) {
      StringBuilder text = new StringBuilder();
      for (Path file : files.filter(each -> each.endsWith(testClass + ".java")).toList()) {
        text.append(Files.readString(file));
      }
      return text.toString();
    }
  }

  /** persistent-mode is a type, which several modes belong to. */
  @Test
  void every_expected_hook_is_listed_with_its_event_and_state() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      List<String> lines = swarm.run("hooks", "list").out().lines().toList();

      for (String name : EXPECTED) {
        assertThat(lines)
            .as(name)
            .anyMatch(line -> line.matches("(\\S+ +%1$s|%1$s +\\S+) +(on|off) .+".formatted(name)));
      }
    }
  }

  @Test
  void settings_switch_hooks_off_and_an_unknown_name_is_ignored() {
    Map<String, Entry> hooks = registered(Map.of("SWARMD_HOOKS_OFF", "agent-identity, nobody"));

    assertThat(hooks.get("agent-identity").on).isFalse();
    assertThat(hooks.get("file-ownership").on).isTrue();
  }
}
