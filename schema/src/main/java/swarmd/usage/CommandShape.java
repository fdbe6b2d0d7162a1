package swarmd.usage;

import java.util.List;
import java.util.Optional;

/**
 * A command that the client runs itself, so that it works without a daemon. The daemon declares it
 * from this, too: for help and completion.
 *
 * @param parameter the only one, which may be left out
 * @param footer printed below the help
 */
public record CommandShape(
    String name,
    String description,
    List<Flag> options,
    Optional<Parameter> parameter,
    List<CommandShape> subcommands,
    List<String> footer) {

  /**
   * An option.
   *
   * @param value the label of its value, a whole number; empty if it takes none
   */
  public record Flag(List<String> names, Optional<String> value, String description) {
    static Flag of(String name, String description) {
      return new Flag(List.of(name), Optional.empty(), description);
    }

    /** The long one, or the only one. */
    public String name() {
      return names.get(names.size() - 1);
    }
  }

  /** A parameter. */
  public record Parameter(String label, String description) {}

  private static CommandShape leaf(String name, String description, Flag... options) {
    return new CommandShape(
        name, description, List.of(options), Optional.empty(), List.of(), List.of());
  }

  public static final CommandShape HOOK =
      new CommandShape(
          "hook",
          "Sends a host's hook event from standard input to the daemon and prints the answer.",
          List.of(),
          Optional.of(
              new Parameter(
                  "TYPE",
                  "A hook type (pre-tool-use) or an event name (PreToolUse); the default is the"
                      + " payload's hook_event_name.")),
          List.of(),
          List.of(
              "",
              "Starts the daemon if it is not running. Always exits 0: without an answer, the",
              "host continues and a permission request is denied.",
              "",
              "  DISABLE_OMC=1                   do nothing and let the host continue",
              "  OMC_SKIP_HOOKS=a,b              skip these hook types",
              "  SWARMD_HOOK_TIMEOUT_MS=10000    how long to wait for an answer",
              "  SWARMD_PERMISSION_FALLBACK=ask  leave unanswered permission requests to the"
                  + " host"));

  public static final CommandShape DAEMON =
      new CommandShape(
          "daemon",
          "Starts, stops or inspects the daemon.",
          List.of(),
          Optional.empty(),
          List.of(
              leaf("start", "Starts the daemon in the background."),
              leaf("run", "Runs it in the foreground."),
              leaf("stop", "Stops it; kills it if it hangs."),
              leaf("restart", "Stops it and starts it again."),
              leaf("status", "Shows whether it is running."),
              leaf(
                  "logs",
                  "Prints the last lines of its log.",
                  new Flag(
                      List.of("-f", "--follow"), Optional.empty(), "Print new lines until Ctrl-C."),
                  new Flag(List.of("-n"), Optional.of("N"), "How many lines to print (50)."))),
          List.of(
              "",
              "  SWARMD_HOME=DIR          directory for its files; default ~/.swarmd",
              "  SWARMD_PROFILE=server    more throughput for more memory; default workstation",
              "  SWARMD_JAVA_OPTS=OPTS    extra options for its JVM",
              "  SWARMD_ARCHIVE=off       do not build class archives, which make Java start"
                  + " faster"));

  public static final CommandShape DOCTOR =
      new CommandShape(
          "doctor",
          "Finds problems and says how to fix them.",
          List.of(Flag.of("--json", "Print JSON.")),
          Optional.empty(),
          List.of(),
          List.of(
              "",
              "Checks Java, the files in SWARMD_HOME, disk space, the daemon and the hooks in",
              "the hosts' settings. Exits 1 if a check fails. Works without a daemon."));

  public static final CommandShape MCP =
      new CommandShape(
          "mcp",
          "Serves swarmd's tools by the Model Context Protocol, for hosts that start it.",
          List.of(),
          Optional.empty(),
          List.of(),
          List.of(
              "",
              "Reads messages from standard input and forwards them to the daemon, which it",
              "starts if it is not running. `swarm install HOST --mcp` writes it into a host's",
              "settings. An agent is known by its host's hooks and environment; without them:",
              "",
              "  SWARM_AGENT=NAME     the name under which it holds tasks",
              "  SWARM_SESSION=ID     its session"));

  private static final Flag DRY_RUN =
      Flag.of("--dry-run", "Print the files and the commands without changing anything.");

  public static final CommandShape SERVICE =
      new CommandShape(
          "service",
          "Lets systemd, or launchd on macOS, start the daemon when you log in.",
          List.of(),
          Optional.empty(),
          List.of(
              leaf(
                  "install",
                  "Starts the daemon at every login, and restarts it if it fails.",
                  DRY_RUN),
              leaf("uninstall", "Stops that.", DRY_RUN)),
          List.of(
              "",
              "The service replaces a daemon that is already running. systemd also opens the",
              "daemon's socket and its port on 127.0.0.1 and keeps them open, so that no other",
              "user can take the port while the daemon is away, and a connection starts the",
              "daemon. `swarm install` then uses http, which is faster."));

  public static final List<CommandShape> CLIENT = List.of(HOOK, MCP, DAEMON, DOCTOR, SERVICE);
}
