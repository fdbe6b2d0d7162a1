package swarmd.builtin.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.builtin.shell.ShellSteps.Step;

/**
 * Finds calls of `swarm` in a command: where the shell, or a program that it runs, would start it.
 * As an argument, in a comment or in the text of a heredoc it is only a word.
 */
final class SwarmCall {
  /** A test compares this list with `swarm --help`. */
  static final Set<String> COMMANDS =
      Set.of(
          "task",
          "team",
          "mode",
          "cancel",
          "check",
          "send",
          "inbox",
          "note",
          "skill",
          "hooks",
          "hook",
          "status",
          "events",
          "prune",
          "settings",
          "completion",
          "daemon",
          "doctor",
          "service",
          "install",
          "uninstall",
          "demo",
          "open",
          "pause",
          "resume",
          "limit",
          "dashboard",
          "mcp",
          "help");

  /** Longer than hosts pass to a shell; whatever comes after it is taken for a call. */
  private static final int MAX_LENGTH = 256 << 10;

  private SwarmCall() {}

  /** A quick check that rules out most commands. */
  static boolean mayBeIn(String command) {
    return command.contains("swarm");
  }

  static boolean isIn(String command) {
    return mayBeIn(command)
        && (command.indexOf("swarm", MAX_LENGTH) >= 0
            || ShellSteps.of(command, MAX_LENGTH, Optional.empty(), Map.of()).stream()
                .anyMatch(SwarmCall::isCall));
  }

  /** Other programs may have the same name, but not the same commands. */
  private static boolean isCall(Step step) {
    boolean module = step.runner().filter(by -> by.program().startsWith("python")).isPresent();
    if (!step.program().equals("swarm") || module) {
      return false;
    }
    List<ShellWord> operands = step.part().operands();
    if (operands.isEmpty() || operands.get(0).equals(NestedCommands.INSERTED)) {
      return true;
    }
    String first = operands.get(0).text();
    return first.startsWith("-")
        || COMMANDS.contains(first)
        || step.expand(operands.get(0)).stream()
            .anyMatch(value -> value.indexOf(ShellWord.UNKNOWN) >= 0 || COMMANDS.contains(value));
  }
}
