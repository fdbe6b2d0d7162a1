package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.catalogue.HostProfiles;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookEvent;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.userhooks.EventKey;
import swarmd.userhooks.HookPlan;
import swarmd.userhooks.HookReport;
import swarmd.userhooks.ProjectHooks;
import swarmd.userhooks.ProjectHooks.State;
import swarmd.userhooks.UserHook;
import swarmd.userhooks.UserHookJson;

@Command(
    name = "test",
    mixinStandardHelpOptions = true,
    description = "Shows which of your own hooks an event would run.",
    footer = {
      "",
      "  swarm hooks test PreToolUse --tool Bash --input '{\"command\":\"rm -rf /\"}'",
      "  swarm hooks test SessionStart --input '{\"source\":\"resume\"}'"
    })
final class HooksTestCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(paramLabel = "EVENT", description = "Any host's name of an event, or a hook type.")
  private String name = "";

  @Option(names = "--tool", paramLabel = "NAME", description = "The tool it is about.")
  private Optional<String> tool = Optional.empty();

  @Option(
      names = "--input",
      paramLabel = "JSON",
      description = "The tool's input; of events without a tool, the payload.")
  private Optional<String> input = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Another project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--run", description = "Run them and show what comes of it.")
  private boolean run;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksTestCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!EventKey.isKnown(name)) {
      context.terminal().note("no host is known to send " + name);
    }
    String directory = context.project(project);
    ProjectHooks hooks = context.services().hookConfigs().read(Optional.of(directory));
    HookEvent event = event(directory);
    HookPlan plan = context.services().hookPlanner().plan(event, hooks.config());
    Optional<HookReport> report =
        run
            ? Optional.of(context.await(context.services().hookRunner().run(plan, event)))
            : Optional.empty();
    if (hooks.trust() == State.UNTRUSTED || hooks.trust() == State.CHANGED) {
      context.terminal().note("this project's hooks are not trusted:  swarm hooks trust");
    }
    if (json) {
      ObjectNode shown = Json.object().put("event", EventKey.named(name).get(0).name());
      shown.setAll(UserHookJson.plan(plan));
      report.ifPresent(ran -> shown.set("result", UserHookJson.result(ran)));
      context.printJson(shown);
    } else {
      print(plan);
      report.ifPresent(
          ran -> context.terminal().println(UserHookJson.result(ran).toPrettyString()));
    }
    return 0;
  }

  /** The event as a host would have sent it. */
  private HookEvent event(String directory) {
    EventKey key = EventKey.named(name).get(0);
    Map<String, Object> fields = new LinkedHashMap<>();
    if (tool.isPresent() || key.isAboutTool()) {
      tool.ifPresent(value -> fields.put("tool_name", value));
      fields.put("tool_input", given());
    } else {
      fields.putAll(given());
    }
    fields.put("hook_event_name", key.name());
    fields.put("cwd", directory);
    return new HookEvent(
        HostProfiles.GENERIC,
        key.name(),
        key.kind(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(directory),
        Optional.of(directory),
        Set.of(),
        fields);
  }

  private Map<String, Object> given() {
    try {
      return input
          .map(text -> Json.parseObject(text.getBytes(StandardCharsets.UTF_8)))
          .orElse(Map.of());
    } catch (InvalidInput e) {
      throw CommandFailed.usage("--input: " + e.getMessage());
    }
  }

  private void print(HookPlan plan) {
    Terminal terminal = context.terminal();
    if (plan.hooks().isEmpty()) {
      terminal.println("no hook would run");
      return;
    }
    terminal.println(
        plan.sequential()
            ? "one after the other:"
            : "side by side, at most " + plan.maxConcurrent() + ":");
    Table table = new Table(terminal, "NAME", "FROM", "LIMIT", "WHAT IT RUNS");
    for (UserHook hook : plan.hooks()) {
      table.row(
          cell(hook.name(), Colour.BOLD),
          cell(UserHookJson.label(hook.origin())),
          cell(hook.timeout().toMillis() / 1000.0 + " s"),
          cell(HooksTrustCommand.text(hook.action())));
    }
    table.print();
  }
}
