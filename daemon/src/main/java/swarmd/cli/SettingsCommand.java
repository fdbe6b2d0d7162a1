package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.cli.Terminal.Colour;
import swarmd.json.Json;
import swarmd.settings.Setting;
import swarmd.settings.Settings;

@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = "Shows each setting, its value and where it came from.")
final class SettingsCommand implements Runnable {
  private final Context context;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  SettingsCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    Settings settings = context.services().settings();
    if (json) {
      context.printJson(asJson(settings));
      return;
    }
    Table table = new Table(context.terminal(), "SETTING", "VALUE", "FROM", "WHAT IT IS");
    for (Setting setting : Setting.values()) {
      table.row(
          cell(setting.variable(), Colour.BOLD),
          cell(settings.text(setting)),
          cell(settings.source(setting)),
          cell(setting.text(), Colour.DIM));
    }
    table.print();
    settings.ignored().forEach(context.terminal()::note);
  }

  private static ObjectNode asJson(Settings settings) {
    ObjectNode result = Json.object();
    ArrayNode list = result.putArray("settings");
    for (Setting setting : Setting.values()) {
      list.addObject()
          .put("property", setting.property())
          .put("variable", setting.variable())
          .put("value", settings.text(setting))
          .put("source", settings.source(setting))
          .put("default", setting.defaultValue())
          .put("text", setting.text());
    }
    settings.ignored().forEach(result.putArray("unread")::add);
    return result;
  }
}
