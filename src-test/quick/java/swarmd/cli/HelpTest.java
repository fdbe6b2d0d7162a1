package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Commands;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;

final class HelpTest {
  @Test
  void every_command_has_help_and_the_client_has_the_same() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      List<List<String>> commands = allCommands(swarm, List.of());

      String pages = HelpPages.text().replaceAll("\u001b\\[[0-9;]*m", "");
      assertThat(commands)
          .contains(List.of("task", "add"), List.of("status"), List.of("daemon"))
          .hasSizeGreaterThan(18);
      for (List<String> command : commands) {
        Result help = swarm.run(words(command, "--help"));
        assertThat(help.exit()).as(command + " --help: " + help.err()).isZero();
        assertThat(help.out()).contains("Usage: swarm " + String.join(" ", command));
        assertThat(help.out().lines().count()).as(command.toString()).isGreaterThan(2);
        assertThat(pages).contains("\fswarm " + String.join(" ", command) + "\n" + help.out());
      }
    }
  }

  @Test
  void the_command_help_prints_the_same() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      assertThat(swarm.run("help")).isEqualTo(swarm.run("--help"));
      assertThat(swarm.run("help", "status")).isEqualTo(swarm.run("status", "--help"));
      assertThat(swarm.run("help", "task")).isEqualTo(swarm.run("task", "--help"));
      assertThat(swarm.run("help", "task", "add")).isEqualTo(swarm.run("task", "add", "--help"));
      assertThat(swarm.run("help", "task", "ad").err()).contains("did you mean 'add'?");
      assertThat(swarm.run("--help").out()).contains("Exit codes: 0 done, 1 failed");
    }
  }

  @Test
  void every_command_has_the_version() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      Result version = swarm.run("--version");

      assertThat(version.out()).startsWith("swarm ");
      assertThat(swarm.run("-V")).isEqualTo(version);
      assertThat(swarm.run("task", "--version")).isEqualTo(version);
      assertThat(swarm.run("task", "list", "--version")).isEqualTo(version);
    }
  }

  @Test
  void a_misspelt_command_gets_a_suggestion() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Commands swarm = new Commands(daemon::connect, daemon.project())) {
      Result result = swarm.run("statsu");

      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err()).contains("did you mean 'status'?");
    }
  }

  /** The commands that the help lists, level by level. */
  private static List<List<String>> allCommands(Commands swarm, List<String> parent) {
    List<List<String>> found = new ArrayList<>();
    for (String name : listed(swarm.run(words(parent, "--help")).out())) {
      if (!name.equals("help")) {
        List<String> command = Stream.concat(parent.stream(), Stream.of(name)).toList();
        found.add(command);
        found.addAll(allCommands(swarm, command));
      }
    }
    return found;
  }

  private static List<String> listed(String help) {
    return help.lines()
        .dropWhile(line -> !line.equals("Commands:"))
        .skip(1)
        .takeWhile(line -> line.startsWith("  "))
        .filter(line -> line.charAt(2) != ' ')
        .map(line -> line.strip().split("[, ]")[0])
        .toList();
  }

  private static String[] words(List<String> command, String last) {
    return Stream.concat(command.stream(), Stream.of(last)).toArray(String[]::new);
  }
}
