package swarmd.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that the client runs itself; declared here for help and completion only. */
@SuppressWarnings("unused")
final class ClientCommands {
  private ClientCommands() {}

  static List<Object> all() {
    return List.of(new Hook(), new Daemon(), new Doctor(), new Service());
  }

  @Command(
      name = "hook",
      mixinStandardHelpOptions = true,
      description = "Passes a host's hook event from stdin to the daemon.")
  private static final class Hook extends ClientCommand {
    @Parameters(arity = "0..1", paramLabel = "TYPE")
    private String type;
  }

  @Command(
      name = "daemon",
      mixinStandardHelpOptions = true,
      description = "Starts, stops or inspects the daemon.")
  private static final class Daemon extends ClientCommand {
    @Parameters(arity = "1", paramLabel = "start|stop|restart|run|status|logs")
    private DaemonAction action;

    private enum DaemonAction {
      start,
      stop,
      restart,
      run,
      status,
      logs
    }
  }

  @Command(
      name = "doctor",
      mixinStandardHelpOptions = true,
      description = "Finds problems and says how to fix them.")
  private static final class Doctor extends ClientCommand {
    @Option(names = "--json")
    private boolean json;
  }

  @Command(
      name = "service",
      mixinStandardHelpOptions = true,
      description = "Starts the daemon with the desktop session: install or uninstall.")
  private static final class Service extends ClientCommand {
    @Parameters(arity = "1", paramLabel = "install|uninstall")
    private ServiceAction action;

    @Option(names = "--dry-run")
    private boolean dryRun;

    private enum ServiceAction {
      install,
      uninstall
    }
  }

  private abstract static class ClientCommand implements Runnable {
    @Override
    public void run() {
      throw CommandFailed.usage("this command runs in the client; use bin/swarm");
    }
  }
}
