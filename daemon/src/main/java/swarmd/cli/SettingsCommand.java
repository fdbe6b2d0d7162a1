package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.cli.Terminal.Colour;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.sessions.Project;
import swarmd.settings.Setting;
import swarmd.settings.Settings;

@Command(
    name = "settings",
    mixinStandardHelpOptions = true,
    description = "Shows each setting, its value and where it came from.")
final class SettingsCommand implements Runnable {
  private static final long MAX_FILE_BYTES = 1 << 20;

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
    Table table =
        new Table(
            context.terminal(), "VARIABLE", "IN settings.json", "VALUE", "FROM", "WHAT IT IS");
    for (Setting setting : Setting.values()) {
      table.row(
          cell(setting.variable(), Colour.BOLD),
          cell(setting.isInFile() ? setting.nameInFile() : "-"),
          settings.isDefault(setting)
              ? cell(settings.shown(setting))
              : cell(settings.shown(setting), Colour.GREEN),
          cell(settings.source(setting)),
          cell(setting.text(), Colour.DIM));
    }
    table.print();
    unread().forEach(context.terminal()::note);
  }

  /** Everything in files and variables that looks like a setting and has no effect. */
  private List<String> unread() {
    Settings settings = context.services().settings();
    List<String> unread = new ArrayList<>(settings.ignored());
    Set<String> variables = new HashSet<>(System.getenv().keySet());
    variables.addAll(context.invocation().environment().keySet());
    unread.addAll(Settings.unknownVariables(variables));
    Set<String> hooks = context.services().hooks().names();
    unread.addAll(settings.unknownNames(Setting.HOOKS_OFF, hooks));
    unread.addAll(settings.unknownNames(Setting.HOOKS_ON, hooks));
    Project project = context.foundProject(Optional.empty());
    unread.addAll(unknownKeys(Path.of(project.folder(), ".swarmd", "settings.json")));
    context
        .services()
        .hookConfigs()
        .read(Optional.of(project.folder()))
        .problems()
        .forEach(problem -> unread.add(problem.toString()));
    return unread;
  }

  /** The file of a project; what is wrong with its form is among the problems of its hooks. */
  private static List<String> unknownKeys(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= MAX_FILE_BYTES
          ? Settings.unknownKeys(file.toString(), Json.parse(Files.readAllBytes(file)))
          : List.of();
    } catch (IOException | InvalidInput e) {
      return List.of();
    }
  }

  private ObjectNode asJson(Settings settings) {
    ObjectNode result = Json.object();
    ArrayNode list = result.putArray("settings");
    for (Setting setting : Setting.values()) {
      list.addObject()
          .put("property", setting.property())
          .put("variable", setting.variable())
          .put("value", settings.shown(setting))
          .put("source", settings.source(setting))
          .put("default", setting.defaultValue())
          .put("text", setting.text());
    }
    unread().forEach(result.putArray("unread")::add);
    return result;
  }
}
