package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.HookJson;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfile;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookLimits;
import swarmd.hooks.HookLogQueries;
import swarmd.hooks.HookTable;
import swarmd.settings.Setting;
import swarmd.userhooks.EventKey;
import swarmd.userhooks.HookConfig;
import swarmd.userhooks.OwnHooks;
import swarmd.userhooks.SwarmEventName;
import swarmd.userhooks.UserHookJson;
import swarmd.userhooks.UserHooks;

@Command(
    name = "list",
    aliases = "ls",
    mixinStandardHelpOptions = true,
    description = {
      "Lists everything that answers hook events: the built-in hooks in the order in which they are"
          + " called, then your own, which come after them."
    })
final class HooksListCommand implements Callable<Integer> {
  private static final String ON = "on";
  private static final String OFF = "off";
  private static final String NO_EVENT = "no event from your hosts";

  private final Context context;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(
      names = "--json",
      description = "Print JSON: GET /v1/hooks/config, with states and your own hooks.")
  private boolean json;

  HooksListCommand(Context context) {
    this.context = context;
  }

  /** One of the user's hooks, and what limits it. */
  private record Own(HookConfig.Configured hook, String state, Duration given) {
    boolean isCut() {
      return given.compareTo(hook.hook().timeout()) < 0;
    }

    String time() {
      return isCut()
          ? "%s, not %s".formatted(seconds(given), seconds(hook.hook().timeout()))
          : seconds(hook.hook().timeout());
    }

    ObjectNode toJson() {
      ObjectNode json = UserHookJson.configured(hook).put("state", state);
      if (isCut()) {
        json.put("limited_to_ms", given.toMillis()).put("limited_by", "event");
      }
      return json;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    HookTable hooks = context.services().hooks();
    Set<EventKind> sent = sentByHosts();
    List<Own> own = own();
    if (json) {
      ObjectNode shown = HookJson.tableWithStates(hooks, row -> state(row, sent));
      ArrayNode list = shown.putArray("user_hooks");
      own.forEach(each -> list.add(each.toJson()));
      context.printJson(shown);
      return 0;
    }
    Table table = new Table(context.terminal(), "TYPE", "HANDLER", "STATE", "TIME", "WHAT IT DOES");
    for (String event : hooks.events()) {
      List<HookTable.Row> rows = hooks.rowsOf(event);
      String time = seconds(limits().of(EventKey.named(event).get(0).kind()));
      if (rows.isEmpty()) {
        table.row(cell(event), cell("-"), cell("-"), cell(time), cell("recorded", Colour.DIM));
      }
      for (HookTable.Row row : rows) {
        String state = state(row, sent);
        table.row(
            cell(event),
            cell(row.name(), Colour.BOLD),
            state.equals(ON) ? cell(state) : cell(state, Colour.DIM),
            cell(time),
            cell(row.description()));
      }
    }
    for (HookHandler handler : hooks.always()) {
      table.row(
          cell("every event"),
          cell(handler.name(), Colour.BOLD),
          cell(ON),
          cell("-"),
          cell(handler.description()));
    }
    own.forEach(each -> addTo(table, each));
    table.print();
    if (own.stream().anyMatch(Own::isCut)) {
      context
          .terminal()
          .println(
              "\nYour hooks share the time of their event. To give them more, raise"
                  + " SWARMD_HOOK_TIMEOUT_MS.");
    }
    return 0;
  }

  private static void addTo(Table table, Own own) {
    HookConfig.Configured hook = own.hook;
    String matcher = hook.matcher().equals("*") ? "" : ", matcher " + hook.matcher();
    table.row(
        cell(hook.event()),
        cell(hook.hook().name(), Colour.BOLD),
        own.state.equals(ON) ? cell(own.state) : cell(own.state, Colour.YELLOW),
        cell(own.time(), own.isCut() ? Colour.YELLOW : Colour.DIM),
        cell(
            "yours (%s%s): %s"
                .formatted(
                    UserHookJson.label(hook.hook().origin()),
                    matcher,
                    HooksTrustCommand.describe(hook.hook().action()))));
  }

  private static String state(HookTable.Row row, Set<EventKind> sent) {
    if (!row.on()) {
      return OFF;
    }
    return EventKey.named(row.event()).stream().map(EventKey::kind).anyMatch(sent::contains)
        ? ON
        : NO_EVENT;
  }

  /**
   * The events that installed hosts subscribe to, or all hosts if none is known to be installed;
   * and those that have come, which a person may have subscribed to.
   */
  private Set<EventKind> sentByHosts() throws InterruptedException {
    Set<HostProfile> installed = installedHosts();
    Set<EventKind> sent =
        context.services().hosts().hosts().stream()
            .filter(host -> installed.isEmpty() || installed.contains(host))
            .flatMap(host -> subscribed(host).stream())
            .flatMap(name -> EventKey.named(name).stream())
            .map(EventKey::kind)
            .collect(Collectors.toSet());
    context
        .await(
            context
                .services()
                .store()
                .read(snapshot -> snapshot.get(HookLogQueries.class).summaries(Optional.empty())))
        .forEach(
            summary ->
                EventKey.named(summary.type()).stream().map(EventKey::kind).forEach(sent::add));
    return sent;
  }

  private Set<HostProfile> installedHosts() {
    try {
      return context.services().installer().hosts();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> subscribed(HostProfile host) {
    return host.settings().map(settings -> settings.installedEvents()).orElse(List.of());
  }

  private List<Own> own() {
    return new OwnHooks(context.services().hookConfigs(), context.services().hookPlanner())
        .in(Optional.of(context.project(project))).stream()
            .map(each -> new Own(each.hook(), each.state().label(), time(each.hook())))
            .toList();
  }

  /** Nobody waits for the hooks of swarmd's own events, so each has its own time. */
  private Duration time(HookConfig.Configured hook) {
    if (SwarmEventName.isOne(hook.event())) {
      return hook.hook().timeout();
    }
    return UserHooks.timeFor(EventKey.named(hook.event()).get(0).kind(), limits());
  }

  private HookLimits limits() {
    return new HookLimits(context.services().settings().duration(Setting.HOOK_TIMEOUT_MS));
  }

  private static String seconds(Duration time) {
    return (time.toMillis() % 1_000 == 0
            ? String.valueOf(time.toSeconds())
            : String.valueOf(time.toMillis() / 1_000.0))
        + " s";
  }
}
