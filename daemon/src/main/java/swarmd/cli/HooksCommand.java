package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.HookJson;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookTable;

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
        .addSubcommand(new ListHooks(context))
        .addSubcommand(new HooksTrustCommand(context))
        .addSubcommand(new HooksUntrustCommand(context))
        .addSubcommand(new HooksTestCommand(context))
        .addSubcommand(new HooksImportCommand(context));
  }

  @Override
  public void run() {
    status.run();
  }

  @Command(
      name = "list",
      aliases = "ls",
      mixinStandardHelpOptions = true,
      description = "Lists the handlers of each hook type, in the order in which they are called.")
  private static final class ListHooks implements Callable<Integer> {
    private final Context context;

    @Option(names = "--json", description = "Print JSON, the same as GET /v1/hooks/config.")
    private boolean json;

    ListHooks(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      HookTable hooks = context.services().hooks();
      if (json) {
        context.printJson(HookJson.table(hooks));
        return 0;
      }
      Table table = new Table(context.terminal(), "TYPE", "HANDLER", "STATE", "WHAT IT DOES");
      for (String event : hooks.events()) {
        List<HookTable.Row> rows = hooks.rowsOf(event);
        if (rows.isEmpty()) {
          table.row(cell(event), cell("-"), cell("-"), cell("recorded", Colour.DIM));
        }
        for (HookTable.Row row : rows) {
          table.row(
              cell(event),
              cell(row.name(), Colour.BOLD),
              row.on() ? cell("on") : cell("off", Colour.DIM),
              cell(row.description()));
        }
      }
      hooks
          .always()
          .forEach(
              handler ->
                  table.row(
                      cell("every event"),
                      cell(handler.name(), Colour.BOLD),
                      cell("on"),
                      cell(handler.description())));
      table.print();
      return 0;
    }
  }
}
