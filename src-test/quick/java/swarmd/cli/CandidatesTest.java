package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What a shell offers in place of the last word. */
final class CandidatesTest extends InProcessTest {
  /** Labels of values that only the user knows. */
  private static final Set<String> FREE =
      Set.of(
          "URL",
          "N",
          "TEXT",
          "SECONDS",
          "DAYS",
          "TOKEN",
          "TITLE",
          "JSON",
          "SHA256",
          "WORDS",
          "WORD",
          "ID",
          "NAME",
          "TAG",
          "KEY",
          "TIME",
          "DURATION",
          "NAME=VALUE");

  /** As the launcher asks for them. */
  private List<String> lines(String... words) {
    StringBuilder all = new StringBuilder();
    Stream.of(words).forEach(word -> all.append(word).append('\n'));
    return api.http()
        .get(
            "/v1/complete?cwd="
                + encoded(daemon.project().toString())
                + "&words="
                + encoded(all.toString()))
        .text()
        .lines()
        .toList();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private List<String> values(String... words) {
    return lines(words).stream().map(line -> line.replaceFirst("\t.*", "")).toList();
  }

  private static CommandSpec model() {
    return SwarmCommand.commandLine().getCommandSpec();
  }

  @Test
  void every_command_and_option_of_the_model_is_offered() {
    compare(model(), List.of());
  }

  private void compare(CommandSpec command, List<String> path) {
    List<String> options =
        command.options().stream()
            .filter(option -> !option.hidden())
            .flatMap(option -> Stream.of(option.names()))
            .toList();
    assertThat(values(with(path, "-")))
        .as(path + " -")
        .containsExactlyInAnyOrderElementsOf(options);
    for (CommandLine sub : command.subcommands().values()) {
      CommandSpec spec = sub.getCommandSpec();
      if (spec.usageMessage().hidden()) {
        continue;
      }
      assertThat(values(with(path, ""))).contains(spec.name());
      for (String name : spec.names()) {
        assertThat(values(with(path, name))).as(path + " " + name).contains(name);
      }
      compare(spec, List.of(with(path, spec.name())));
    }
  }

  private static String[] with(List<String> path, String last) {
    return Stream.concat(path.stream(), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void every_value_is_completed_or_free_text() {
    List<String> unknown = new ArrayList<>();
    collect(model(), unknown);

    assertThat(unknown).isEmpty();
  }

  private static void collect(CommandSpec command, List<String> unknown) {
    for (ArgSpec argument : command.args()) {
      boolean takesValue = argument.arity().max() > 0;
      boolean known =
          CompletionValues.kindOf(argument, command) != CompletionValues.Kind.FREE
              || FREE.contains(argument.paramLabel())
              || command.parent() != null && command.parent().name().equals("mode");
      if (takesValue && !known) {
        String name = argument instanceof OptionSpec option ? option.longestName() : "parameter";
        unknown.add(command.qualifiedName() + " " + name + " " + argument.paramLabel());
      }
    }
    command.subcommands().values().forEach(sub -> collect(sub.getCommandSpec(), unknown));
  }

  @Test
  void task_ids_are_those_that_the_command_can_use_with_their_titles() {
    swarm.run("task", "add", "one", "two", "three");
    swarm.run("task", "cancel", "3");
    swarm.run("task", "claim", "2", "--agent", "ann");

    assertThat(lines("task", "show", "")).containsExactly("3\tthree", "2\ttwo", "1\tone");
    assertThat(values("task", "claim", "")).containsExactly("1");
    assertThat(values("task", "done", "")).containsExactly("2");
    assertThat(values("task", "cancel", "1", "")).containsExactly("2", "1");
    assertThat(values("task", "reopen", "")).containsExactly("3");
    assertThat(values("task", "retry", "")).isEmpty();
    assertThat(values("task", "edit", "1", "--depends-on", "2,")).contains("2,3", "2,2");
    assertThat(values("task", "show", "4")).isEmpty();
  }

  @Test
  void live_names_are_offered() {
    ok(swarm.run("task", "add", "one", "--swarm", "checkout", "--tags", "sql,java"));
    ok(swarm.run("task", "claim", "--agent", "ann"));
    ok(swarm.run("note", "add", "remember"));
    new HostSession(api.http(), daemon.project(), "s1").start();

    assertThat(values("task", "list", "--agent", "")).containsExactly("ann", "main-s1");
    assertThat(values("task", "claim", "--swarm", "")).contains("checkout");
    assertThat(values("task", "list", "--tags", "java,")).containsExactly("java,java", "java,sql");
    assertThat(values("mode", "start", "ralph", "--session", "")).containsExactly("s1");
    assertThat(lines("note", "rm", "")).containsExactly("1\tremember");
  }

  @Test
  void fixed_choices_are_offered_as_people_type_them() {
    assertThat(values("mode", "start", "")).contains("ralph", "ultraqa");
    assertThat(values("task", "list", "--status", "")).contains("pending", "cancelled");
    assertThat(values("task", "list", "--status", "pending,bl")).containsExactly("pending,blocked");
    assertThat(values("task", "list", "--status=pen")).containsExactly("--status=pending");
    assertThat(values("task", "list", "--status", "=", "pen")).containsExactly("pending");
    assertThat(values("task", "list", "--sort", "pr")).containsExactly("priority");
    assertThat(values("install", "")).contains("claude", "gemini");
    assertThat(values("completion", "")).containsExactly("bash", "zsh", "fish");
    assertThat(values("help", "sta")).contains("status");
    assertThat(values("hooks", "test", "pre-")).contains("pre-tool-use");
  }

  @Test
  void the_shell_completes_files_and_folders_itself() {
    assertThat(values("task", "add", "--from", "x")).containsExactly(":files");
    assertThat(values("status", "--project", "")).containsExactly(":folders");
  }

  @Test
  void an_option_is_not_offered_twice_and_nothing_after_free_text() {
    assertThat(values("task", "list", "--all", "--a")).doesNotContain("--all").contains("--agent");
    assertThat(values("task", "edit", "1", "--title", "")).isEmpty();
    assertThat(values("nonsense", "")).isEmpty();
  }
}
