package swarmd.builtin.shell;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds calls of `swarm` in a command. Wrappers (xargs, timeout, sh -c), quotes and variables can
 * hide where commands begin, so any word `swarm` counts, unless a plain word follows that is not
 * one of its commands. A false positive is harmless.
 */
final class SwarmCall {
  /** A test compares this list with `swarm --help`. */
  static final Set<String> COMMANDS =
      Set.of(
          "task",
          "mode",
          "cancel",
          "check",
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
          "dashboard",
          "mcp",
          "help");

  /** The word itself, its closing quote, and the plain word after it, if any. */
  private static final Pattern WORD =
      Pattern.compile(
          "(?<![\\w.-])swarm(?![\\w./-])[\"']?+(?:(?:[ \\t]|\\\\\\n"
              + ")++([A-Za-z0-9_./:-]++)(?=[\\s;|&)<>\"'`]|$))?+");

  private SwarmCall() {}

  static boolean isIn(String command) {
    Matcher words = WORD.matcher(command);
    while (words.find()) {
      String next = words.group(1);
      if (next == null || next.startsWith("-") || COMMANDS.contains(next)) {
        return true;
      }
    }
    return false;
  }
}
