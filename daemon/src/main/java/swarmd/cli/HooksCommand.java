package swarmd.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

@Command(
    name = "hooks",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Shows the handlers of the hosts' hook events: the built-in ones and your own hooks.",
    footer = "%nWithout a command, shows the status.")
final class HooksCommand implements Runnable {
  private final HooksStatusCommand status;

  private HooksCommand(HooksStatusCommand status) {
    this.status = status;
  }

  static CommandLine commandLine(Context context) {
    HooksStatusCommand status = new HooksStatusCommand(context);
    return new CommandLine(new HooksCommand(status))
        .addSubcommand(status)
        .addSubcommand(new HooksListCommand(context))
        .addSubcommand(new HooksTrustCommand(context))
        .addSubcommand(new HooksUntrustCommand(context))
        .addSubcommand(new HooksTestCommand(context))
        .addSubcommand(new HooksImportCommand(context));
  }

  @Override
  public void run() {
    status.run();
  }
}
