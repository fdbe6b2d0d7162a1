package swarmd.catalogue;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A rule that makes a host run an agent's own `swarm` commands without asking, for hosts that heed
 * no hook's `allow`. It matches only the form into which our hook brings a command that it has
 * checked whole; a rule for `swarm task` itself would also allow options that act for others, and
 * whatever a shell does between two such commands.
 */
public final class OwnPolicy {
  public static final String FILE_NAME = "swarmd.toml";

  private static final String ID = "[A-Za-z0-9_-]+";

  private OwnPolicy() {}

  /** A checked command in the name of its agent; both ids must be safe in a shell. */
  public static String checked(String session, String agent, String command) {
    return assignments(session, agent) + " " + command;
  }

  /** What names the agent to `swarm`, as a shell sets it. */
  public static String assignments(String session, String agent) {
    return "SWARM_SESSION=" + session + " SWARM_AGENT=" + agent;
  }

  /** The whole file. */
  public static String text(HostProfile host) {
    return """
    # Written by `swarm install`; `swarm uninstall` removes it.
    # Agents may run their own swarm commands, in the form in which swarmd's hook passes them on.
    [[rule]]
    toolName = "%s"
    argsPattern = '%s'
    decision = "allow"
    priority = 100
    """
        .formatted(shell(host), pattern());
  }

  /** The host puts NUL before each argument of the tool, so a nested `command` does not match. */
  private static String pattern() {
    String commands =
        Arrays.stream(AgentCommand.values())
            .map(command -> String.join(" ", command.words()))
            .collect(Collectors.joining("|"));
    return "\\x00\"command\":\"" + checked(ID, ID, "swarm (" + commands + ")[ \"]");
  }

  private static String shell(HostProfile host) {
    return host.tools().entrySet().stream()
        .filter(tool -> tool.getValue() == ToolKind.SHELL)
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
