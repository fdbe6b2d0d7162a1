package swarmd.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands the client runs by itself; they stand here for help and completion. */
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
      description = "start, stop, restart, run, logs: the daemon itself.")
  private static final class Daemon extends ClientCommand {
    @Parameters(arity = "1", paramLabel = "start|stop|restart|run|status|logs")
    private Life action;

    private enum Life {
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
      description = "Says what is wrong and how to mend it.")
  private static final class Doctor extends ClientCommand {
    @Option(names = "--json")
    private boolean json;
  }

  @Command(
      name = "service",
      mixinStandardHelpOptions = true,
      description = "install, uninstall: start with the desktop session.")
  private static final class Service extends ClientCommand {
    @Parameters(arity = "1", paramLabel = "install|uninstall")
    private Action action;

    @Option(names = "--dry-run")
    private boolean dryRun;

    private enum Action {
      install,
      uninstall
    }
  }

  private abstract static class ClientCommand implements Runnable {
    @Override
    public void run() {
      throw CommandFailed.usage("this command runs in the client: use bin/swarm");
    }
  }
}
