package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import swarmd.cli.Terminal.Colour;
import swarmd.hooks.HookLogQueries;
import swarmd.sessions.Session;
import swarmd.sessions.Subagent;
import swarmd.status.DaemonInfo;
import swarmd.status.Need;
import swarmd.status.Status;
import swarmd.status.Status.LiveSession;
import swarmd.status.TeamLink;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.text.HumanDuration;
import swarmd.text.ShortId;

/** The status as lines of text, with what needs the person first. */
final class StatusPrinter {
  private static final Map<SwarmSummary.State, Colour> STATES =
      Map.of(
          SwarmSummary.State.OPEN, Colour.BLUE,
          SwarmSummary.State.COMPLETE, Colour.GREEN,
          SwarmSummary.State.STUCK, Colour.RED);

  private final Context context;
  private final Terminal terminal;
  private final List<String> lines = new ArrayList<>();

  private StatusPrinter(Context context) {
    this.context = context;
    terminal = context.terminal();
  }

  static List<String> lines(Context context, Status status) {
    StatusPrinter printer = new StatusPrinter(context);
    printer.daemon(status.daemon());
    status.team().ifPresent(team -> printer.lines.add(team(context, team)));
    printer.below(needs(context.terminal(), status.needs()));
    printer.swarms(status);
    printer.claims(status);
    printer.sessions(status);
    printer.below(ModePrinter.table(context, status.modes()));
    printer.hooks(status);
    printer.socket(status);
    return printer.lines;
  }

  static Table needs(Terminal terminal, List<Need> needs) {
    Table table = new Table(terminal, "NEEDS YOU", "WHAT TO DO");
    for (Need need : needs) {
      table.row(cell(need.text(), Colour.YELLOW), cell(need.command().orElse(""), Colour.BOLD));
    }
    return table;
  }

  /** The page's address without a token, which `swarm open` adds. */
  static String page(DaemonInfo daemon) {
    return "http://127.0.0.1:%d/".formatted(daemon.httpPort());
  }

  private void daemon(DaemonInfo daemon) {
    lines.add(
        "%s %s, pid %d, up %s, page %s (swarm open)"
            .formatted(
                terminal.paint(Colour.BOLD, "swarmd"),
                daemon.version(),
                daemon.pid(),
                HumanDuration.of(context.now() - daemon.startedAt()),
                page(daemon)));
  }

  /** How the connection to the team's database is. */
  static String team(Context context, TeamLink team) {
    return team.problem()
        .map(
            problem ->
                context
                    .terminal()
                    .paint(
                        Colour.RED,
                        "team %s has not answered for %s: %s; tasks are shown as of %s"
                            .formatted(
                                team.database(),
                                HumanDuration.of(context.now() - team.since()),
                                problem,
                                team.copiedAt() == 0
                                    ? "the last connection"
                                    : HumanDuration.of(context.now() - team.copiedAt()) + " ago")))
        .orElse("team %s, connected".formatted(team.database()));
  }

  private void socket(Status status) {
    lines.add("");
    lines.add(
        terminal.paint(
            Colour.DIM,
            "socket %s, %d %s"
                .formatted(
                    status.daemon().socket(),
                    status.connections(),
                    status.connections() == 1 ? "connection" : "connections")));
  }

  private void below(Table table) {
    if (!table.isEmpty()) {
      lines.add("");
      lines.addAll(table.lines());
    }
  }

  private void swarms(Status status) {
    if (status.swarms().isEmpty()) {
      lines.add("");
      lines.add("No tasks yet. Add some:  swarm task add \"my first task\"");
      return;
    }
    Table table =
        new Table(
            terminal,
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
          state(swarm),
          number(swarm.count(TaskStatus.PENDING)),
          number(swarm.count(TaskStatus.BLOCKED)),
          number(swarm.count(TaskStatus.CLAIMED)),
          number(swarm.count(TaskStatus.DONE)),
          number(swarm.count(TaskStatus.FAILED)),
          number(swarm.count(TaskStatus.CANCELLED)));
    }
    below(table);
  }

  private static Table.Cell state(SwarmSummary swarm) {
    if (swarm.paused() && swarm.state() == SwarmSummary.State.OPEN) {
      return cell("paused", Colour.YELLOW);
    }
    String tags = swarm.limits().pausedTags().stream().sorted().collect(Collectors.joining(", "));
    return !tags.isEmpty() && swarm.state() == SwarmSummary.State.OPEN
        ? cell("open, paused: " + tags, Colour.YELLOW)
        : cell(swarm.state().name().toLowerCase(Locale.ROOT), STATES.get(swarm.state()));
  }

  private void claims(Status status) {
    Table table = new Table(terminal, "TASK", "AGENT", "SESSION", "LEASE", "ATTEMPT", "TITLE");
    for (Task task : status.claims()) {
      long left = task.lease().map(Lease::expiresAt).orElse(0L) - context.now();
      table.row(
          number(task.id()),
          cell(TaskText.agent(task).orElse("-"), Colour.BOLD),
          cell(task.session().map(ShortId::of).orElse("-")),
          cell(HumanDuration.of(left)),
          cell(task.attempts() + "/" + task.maxAttempts()),
          cell(task.title()));
    }
    below(table);
  }

  private void sessions(Status status) {
    Table table = new Table(terminal, "SESSION", "HOST", "SEEN", "PROJECT", "SUBAGENTS");
    for (LiveSession live : status.sessions()) {
      Session session = live.session();
      table.row(
          cell(ShortId.of(session.id()), Colour.BOLD),
          cell(session.host()),
          cell(HumanDuration.of(context.now() - session.lastSeen()) + " ago"),
          cell(session.project()),
          cell(
              live.subagents().stream()
                  .map(subagent -> subagent(live, subagent))
                  .collect(Collectors.joining(", "))));
    }
    below(table);
  }

  private String subagent(LiveSession live, Subagent subagent) {
    int files = live.files(subagent).count();
    return "%s %s (%s, %d %s)"
        .formatted(
            subagent.type().orElse("agent"),
            subagent.id(),
            HumanDuration.of(context.now() - subagent.startedAt()),
            files,
            files == 1 ? "file" : "files");
  }

  private void hooks(Status status) {
    Table table = new Table(terminal, "HOOK", "COUNT", "P50 MS", "P99 MS", "ERRORS");
    for (HookLogQueries.Summary summary : status.hooks()) {
      table.row(
          cell(summary.type()),
          number(summary.count()),
          number(millis(summary.p50Micros())),
          number(millis(summary.p99Micros())),
          number(summary.errors()));
    }
    below(table);
    if (status.pendingWrites() > 0) {
      lines.add(status.pendingWrites() + " hook events are waiting to be recorded");
    }
  }

  private static String millis(long micros) {
    return "%.1f".formatted(micros / 1_000.0);
  }
}
