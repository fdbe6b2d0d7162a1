package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.catalogue.EventKind;
import swarmd.cli.Terminal.Colour;
import swarmd.json.Json;
import swarmd.userhooks.HookConfig;
import swarmd.userhooks.HookFile;
import swarmd.userhooks.PluginHook;
import swarmd.userhooks.Problem;
import swarmd.userhooks.ProjectHooks;
import swarmd.userhooks.UserHook.Origin;
import swarmd.userhooks.UserHookJson;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows whether your own hooks run here, their files, and any problems.")
final class HooksStatusCommand implements Runnable {
  private final Context context;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksStatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ProjectHooks hooks =
        context.services().hookConfigs().read(Optional.of(context.project(project)));
    if (json) {
      context.printJson(asJson(hooks));
    } else {
      print(hooks);
    }
  }

  private List<Problem> problems(ProjectHooks hooks) {
    return Stream.concat(
            hooks.problems().stream(),
            context.services().hookPlanner().slowPatterns().stream()
                .map(
                    pattern ->
                        new Problem(
                            "matcher",
                            0,
                            0,
                            pattern + " takes too long to match, so its hooks always run")))
        .toList();
  }

  private void print(ProjectHooks hooks) {
    Terminal terminal = context.terminal();
    HookConfig config = hooks.config();
    terminal.println(
        config.enabled()
            ? "hooks are on: %s s each, %d at a time, timeout %s, failure %s"
                .formatted(
                    config.timeout().toMillis() / 1000.0,
                    config.maxConcurrent(),
                    UserHookJson.label(config.onTimeout(EventKind.OTHER)),
                    UserHookJson.label(config.onFailure(EventKind.OTHER)))
            : "hooks are off");
    hooks
        .lostGuard()
        .ifPresent(
            reason ->
                terminal.println(
                    terminal.paint(
                        Colour.YELLOW, "no permission is approved: " + Terminal.sanitize(reason))));
    terminal.println(trust(hooks));
    terminal.println("");
    Table files = new Table(terminal, "FILE", "FROM", "HOOKS", "PROBLEMS");
    for (HookFile file : hooks.files()) {
      files.row(
          cell(file.path()),
          cell(UserHookJson.label(file.origin())),
          file.found() ? Table.number(count(file)) : cell("-", Colour.DIM),
          Table.number(file.problems().size()));
    }
    for (PluginHook plugin : context.services().hookPlanner().plugins()) {
      files.row(
          cell(plugin.className()),
          cell(UserHookJson.label(Origin.PLUGIN)),
          Table.number(1),
          Table.number(0));
    }
    files.print();
    if (!config.all().isEmpty()) {
      terminal.println("");
      Table table = new Table(terminal, "EVENT", "MATCHER", "NAME", "FROM", "WHAT IT RUNS");
      for (HookConfig.Configured each : config.all()) {
        table.row(
            cell(each.event()),
            cell(each.matcher()),
            cell(each.hook().name(), Colour.BOLD),
            cell(UserHookJson.label(each.hook().origin())),
            cell(HooksTrustCommand.describe(each.hook().action())));
      }
      table.print();
    }
    List<Problem> problems = problems(hooks);
    if (!problems.isEmpty()) {
      terminal.println("");
      problems.forEach(
          problem ->
              terminal.println(
                  terminal.paint(Colour.YELLOW, Terminal.sanitize(problem.toString()))));
    }
  }

  private static String trust(ProjectHooks hooks) {
    return switch (hooks.trust()) {
      case NONE -> "this project has no hooks of its own";
      case TRUSTED -> "this project's hooks are trusted";
      case CHANGED ->
          "this project's hooks have changed and do not run; review them:  swarm hooks trust";
      case UNTRUSTED ->
          "this project's hooks are not trusted and do not run; review them:  swarm hooks trust";
    };
  }

  private static int count(HookFile file) {
    return file.groups().stream().mapToInt(group -> group.entries().size()).sum();
  }

  private ObjectNode asJson(ProjectHooks hooks) {
    HookConfig config = hooks.config();
    ObjectNode result =
        Json.object()
            .put("enabled", config.enabled())
            .put("timeout_ms", config.timeout().toMillis())
            .put("timeout_behavior", UserHookJson.label(config.onTimeout(EventKind.OTHER)))
            .put("failure_behavior", UserHookJson.label(config.onFailure(EventKind.OTHER)))
            .put("max_concurrent", config.maxConcurrent())
            .put("trust", UserHookJson.label(hooks.trust()));
    hooks.project().ifPresent(directory -> result.put("project", directory));
    hooks.hash().ifPresent(hash -> result.put("sha256", hash));
    hooks.lostGuard().ifPresent(reason -> result.put("lost_guard", reason));
    ArrayNode files = result.putArray("files");
    for (HookFile file : hooks.files()) {
      files
          .addObject()
          .put("path", file.path())
          .put("origin", UserHookJson.label(file.origin()))
          .put("found", file.found())
          .put("hooks", count(file));
    }
    config.counts().forEach(result.putObject("events")::put);
    ArrayNode all = result.putArray("hooks");
    config.all().forEach(each -> all.add(UserHookJson.configured(each)));
    ArrayNode plugins = result.putArray("plugins");
    context
        .services()
        .hookPlanner()
        .plugins()
        .forEach(plugin -> plugins.add(UserHookJson.plugin(plugin)));
    result.set("problems", UserHookJson.problems(problems(hooks)));
    return result;
  }
}
