package swarmd.cli;

import java.util.List;
import picocli.CommandLine.Command;

@Command(
    name = "hooks",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Shows the handlers of the hosts' hook events: the built-in ones and your own hooks.",
    footer = "%nWithout a command, shows the status.")
final class HooksCommand implements Runnable, CommandGroup {
  private final Context context;
  private final HooksStatusCommand status;

  HooksCommand(Context context) {
    this.context = context;
    this.status = new HooksStatusCommand(context);
  }

  @Override
  public List<Object> subcommands() {
    return List.of(
        status,
        new HooksListCommand(context),
        new HooksTrustCommand(context),
        new HooksUntrustCommand(context),
        new HooksTestCommand(context),
        new HooksImportCommand(context));
  }

  @Override
  public void run() {
    status.run();
  }
}
