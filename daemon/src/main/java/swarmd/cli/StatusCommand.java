package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.StatusJson;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookLogQueries;
import swarmd.json.Json;
import swarmd.sessions.Session;
import swarmd.sessions.Subagent;
import swarmd.status.DaemonInfo;
import swarmd.status.Status;
import swarmd.status.Status.LiveSession;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows the daemon, the swarms and the tasks being worked on.")
final class StatusCommand implements Callable<Integer> {
  private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J\u001b[3J";

  private final Context context;

  @Option(names = "--json", description = "Print JSON, the same as GET /v1/status.")
  private boolean json;

  @Option(names = "--watch", description = "Refresh every second until Ctrl-C.")
  private boolean watch;

  @Option(names = "--project", paramLabel = "DIR", description = "Show only this project.")
  private Optional<String> project = Optional.empty();

  StatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    show();
    if (watch) {
      context.liveCommands().run(this::refreshForever);
    }
    return 0;
  }

  private void refreshForever() throws InterruptedException {
    while (true) {
      context.services().time().sleep(WATCH_INTERVAL);
      show();
    }
  }

  private void show() throws InterruptedException {
    Optional<String> projectFilter = project.map(name -> context.project(Optional.of(name)));
    Status status = context.await(context.services().status().read(projectFilter));
    if (watch && context.terminal().interactive() && !json) {
      context.terminal().print(CLEAR_SCREEN);
    }
    if (json) {
      context
          .terminal()
          .println(watch ? Json.text(StatusJson.of(status)) : Json.pretty(StatusJson.of(status)));
    } else {
      print(status);
    }
  }

  private void print(Status status) {
    Terminal terminal = context.terminal();
    DaemonInfo daemon = status.daemon();
    terminal.println(
        "%s %s, pid %d, up %s, %d connections"
            .formatted(
                terminal.paint(Colour.BOLD, "swarmd"),
                daemon.version(),
                daemon.pid(),
                HumanDuration.of(context.now() - daemon.startedAt()),
                status.connections()));
    terminal.println(terminal.paint(Colour.DIM, "socket " + daemon.socket()));
    terminal.println("");
    if (status.swarms().isEmpty()) {
      terminal.println("No tasks yet. Add some:  swarm task add \"my first task\"");
    } else {
      printSwarms(status);
    }
    printClaims(status);
    printSessions(status);
    printModes(status);
    printHooks(status);
    status
        .untrustedHooks()
        .forEach(
            project ->
                terminal.println(
                    "the hooks of %s do not run; review them there with: swarm hooks trust"
                        .formatted(cell(project).text())));
  }

  private void printSessions(Status status) {
    Table table = new Table(context.terminal(), "SESSION", "HOST", "PROJECT", "SEEN", "SUBAGENTS");
    for (LiveSession live : status.sessions()) {
      Session session = live.session();
      table.row(
          cell(session.id(), Colour.BOLD),
          cell(session.host()),
          cell(session.project()),
          cell(HumanDuration.of(context.now() - session.lastSeen()) + " ago"),
          cell(
              live.subagents().stream()
                  .map(subagent -> subagent(live, subagent))
                  .collect(Collectors.joining(", "))));
    }
    printBelow(table);
  }

  private String subagent(LiveSession live, Subagent subagent) {
    long files = live.files(subagent);
    return "%s %s (%s, %d %s)"
        .formatted(
            subagent.type().orElse("agent"),
            subagent.id(),
            HumanDuration.of(context.now() - subagent.startedAt()),
            files,
            files == 1 ? "file" : "files");
  }

  private void printModes(Status status) {
    printBelow(ModePrinter.table(context, status.modes()));
  }

  private void printHooks(Status status) {
    Table table = new Table(context.terminal(), "HOOK", "COUNT", "P50 MS", "P99 MS", "ERRORS");
    for (HookLogQueries.Summary summary : status.hooks()) {
      table.row(
          cell(summary.type()),
          number(summary.count()),
          number(millis(summary.p50Micros())),
          number(millis(summary.p99Micros())),
          number(summary.errors()));
    }
    printBelow(table);
    if (status.pendingWrites() > 0) {
      context
          .terminal()
          .println(status.pendingWrites() + " hook events are waiting to be recorded");
    }
  }

  private static String millis(long micros) {
    return "%.1f".formatted(micros / 1_000.0);
  }

  private void printBelow(Table table) {
    if (!table.isEmpty()) {
      context.terminal().println("");
      table.print();
    }
  }

  private void printSwarms(Status status) {
    Table table =
        new Table(
            context.terminal(),
            "PROJECT",
            "SWARM",
            "STATE",
            "PENDING",
            "BLOCKED",
            "CLAIMED",
            "DONE",
            "FAILED",
            "CANCELLED");
    for (SwarmSummary swarm : status.swarms()) {
      table.row(
          cell(swarm.id().project()),
          cell(swarm.id().name()),
          state(swarm.state()),
          number(swarm.count(TaskStatus.PENDING)),
          number(swarm.count(TaskStatus.BLOCKED)),
          number(swarm.count(TaskStatus.CLAIMED)),
          number(swarm.count(TaskStatus.DONE)),
          number(swarm.count(TaskStatus.FAILED)),
          number(swarm.count(TaskStatus.CANCELLED)));
    }
    table.print();
  }

  private static Table.Cell state(SwarmSummary.State state) {
    Map<SwarmSummary.State, Colour> colours =
        Map.of(
            SwarmSummary.State.OPEN, Colour.BLUE,
            SwarmSummary.State.COMPLETE, Colour.GREEN,
            SwarmSummary.State.STUCK, Colour.RED);
    return cell(state.name().toLowerCase(java.util.Locale.ROOT), colours.get(state));
  }

  private void printClaims(Status status) {
    Table table =
        new Table(context.terminal(), "TASK", "AGENT", "SESSION", "LEASE", "ATTEMPT", "TITLE");
    for (Task task : status.claims()) {
      long left = task.lease().map(Lease::expiresAt).orElse(0L) - context.now();
      table.row(
          number(task.id()),
          cell(task.agent().orElse("-"), Colour.BOLD),
          cell(task.session().orElse("-")),
          cell(HumanDuration.of(left)),
          cell(task.attempts() + "/" + task.maxAttempts()),
          cell(task.title()));
    }
    printBelow(table);
  }
}
