package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfiles;
import swarmd.catalogue.ToolKind;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookExplanation;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult.Decision;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.usage.UsageProblem;
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
    description = {
      "Shows which of your own hooks an event would run, and how the built-in hooks would decide a"
          + " permission."
    },
    footer = {
      "",
      "  swarm hooks test PreToolUse --tool Bash --input '{\"command\":\"rm -rf /\"}'",
      "  swarm hooks test PermissionRequest --input '{\"command\":\"npm test\"}'",
      "  swarm hooks test SessionStart --input '{\"source\":\"resume\"}'"
    })
final class HooksTestCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(
      paramLabel = "EVENT",
      description = "The event, by any host's name for it or its hook type.")
  private String name = "";

  @Option(names = "--tool", paramLabel = "NAME", description = "The tool of the event.")
  private Optional<String> tool = Optional.empty();

  @Option(
      names = "--input",
      paramLabel = "JSON",
      description = "The tool's input or, for an event without a tool, the payload.")
  private Optional<String> input = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--run", description = "Run the hooks and show the result.")
  private boolean run;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksTestCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!EventKey.isKnown(name)) {
      throw CommandFailed.usage(
          "no host sends '%s'%s"
              .formatted(
                  name,
                  UsageProblem.suggested(name, EventKey.names())
                      .orElse("; for the events, see: swarm hooks list")));
    }
    String directory = context.project(project);
    ProjectHooks hooks = context.services().hookConfigs().read(Optional.of(directory));
    HookEvent event = event(directory);
    HookPlan plan = context.services().hookPlanner().plan(event, hooks.config());
    Optional<HookReport> report =
        run
            ? Optional.of(context.await(context.services().hookRunner().run(plan, event)))
            : Optional.empty();
    List<Explained> explained = explained(event);
    if (hooks.trust() == State.UNTRUSTED || hooks.trust() == State.CHANGED) {
      context.terminal().note("this project's hooks are not trusted:  swarm hooks trust");
    }
    Optional<String> lostGuard =
        hooks.lostGuard().filter(reason -> event.is(EventKind.PERMISSION_REQUEST));
    lostGuard.ifPresent(
        reason -> context.terminal().note("nothing is approved: " + Terminal.sanitize(reason)));
    if (json) {
      ObjectNode shown = Json.object().put("event", EventKey.named(name).get(0).name());
      shown.setAll(UserHookJson.plan(plan));
      lostGuard.ifPresent(reason -> shown.put("lost_guard", reason));
      ArrayNode builtIn = shown.putArray("built_in");
      explained.forEach(each -> builtIn.add(each.toJson()));
      report.ifPresent(result -> shown.set("result", UserHookJson.result(result)));
      context.printJson(shown);
    } else {
      explained.forEach(each -> context.terminal().println(each.text()));
      print(plan);
      report.ifPresent(
          result -> context.terminal().println(Json.pretty(UserHookJson.result(result))));
    }
    return 0;
  }

  private record Explained(String hook, HookExplanation explanation) {
    private String decision() {
      return explanation.decision().map(Decision::label).orElse("none");
    }

    ObjectNode toJson() {
      return Json.object()
          .put("name", hook)
          .put("decision", decision())
          .put("reason", explanation.reason());
    }

    String text() {
      String words =
          explanation
              .decision()
              .map(
                  decision ->
                      switch (decision) {
                        case ALLOW -> "approves it";
                        case ASK -> "has the host ask you";
                        case DENY -> "denies it";
                      })
              .orElse("leaves it to the host");
      return Terminal.sanitize("%s %s: %s".formatted(hook, words, explanation.reason()));
    }
  }

  private List<Explained> explained(HookEvent event) throws InterruptedException {
    List<Explained> all = new ArrayList<>();
    for (HookHandler handler : context.services().hooks().handlersOf(event)) {
      context
          .await(handler.explain(event).toCompletableFuture())
          .ifPresent(explanation -> all.add(new Explained(handler.name(), explanation)));
    }
    return all;
  }

  /** The event as a host would send it. */
  private HookEvent event(String directory) {
    EventKey key = EventKey.named(name).get(0);
    Map<String, Object> fields = new LinkedHashMap<>();
    if (tool.isPresent() || key.isAboutTool()) {
      toolName(key).ifPresent(value -> fields.put("tool_name", value));
      fields.put("tool_input", inputFields());
    } else {
      fields.putAll(inputFields());
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

  /** A permission for a command is a shell's, which need not be said. */
  private Optional<String> toolName(EventKey key) {
    boolean shell =
        key.kind() == EventKind.PERMISSION_REQUEST && inputFields().containsKey("command");
    return tool.or(
        () ->
            shell
                ? HostCatalogue.STANDARD.toolNames(ToolKind.SHELL).stream().findFirst()
                : Optional.empty());
  }

  private Map<String, Object> inputFields() {
    try {
      return input
          .map(text -> Json.parseObject(text.getBytes(StandardCharsets.UTF_8)))
          .orElse(Map.of());
    } catch (InvalidInput e) {
      throw CommandFailed.usage(e.messageAbout("--input"));
    }
  }

  private void print(HookPlan plan) {
    Terminal terminal = context.terminal();
    if (plan.hooks().isEmpty()) {
      terminal.println("none of your own hooks would run");
      return;
    }
    terminal.println(
        plan.sequential()
            ? "one at a time:"
            : "at the same time, at most " + plan.maxConcurrent() + ":");
    Table table = new Table(terminal, "NAME", "FROM", "LIMIT", "WHAT IT RUNS");
    for (UserHook hook : plan.hooks()) {
      table.row(
          cell(hook.name(), Colour.BOLD),
          cell(UserHookJson.label(hook.origin())),
          cell(hook.timeout().toMillis() / 1000.0 + " s"),
          cell(HooksTrustCommand.describe(hook.action())));
    }
    table.print();
  }
}
