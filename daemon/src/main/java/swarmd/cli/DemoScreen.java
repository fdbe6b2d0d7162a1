package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import swarmd.cli.Table.Cell;
import swarmd.cli.Terminal.Colour;
import swarmd.demo.DemoState;
import swarmd.demo.DemoState.AgentState;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;

/** Draws the demo in place, below the existing contents of the terminal. */
final class DemoScreen {
  private static final String NO_WRAPPING = "\u001b[?7l";
  private static final String WRAPPING = "\u001b[?7h";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";

  /** One for the cursor and three for the summary. */
  private static final int SPARE_ROWS = 4;

  private final Terminal terminal;
  private final int rows;
  private int drawn;

  DemoScreen(Terminal terminal, int rows) {
    this.terminal = terminal;
    this.rows = Math.max(1, rows - SPARE_ROWS);
  }

  /** Prints everything in one write, to avoid flicker. */
  void draw(DemoState state, List<String> story) {
    List<String> lines = new ArrayList<>(tasks(state));
    lines.add("");
    lines.addAll(agents(state));
    lines.add("");
    int room = Math.max(1, rows - lines.size());
    lines.addAll(story.subList(Math.max(0, story.size() - room), story.size()));
    List<String> visible = lines.subList(Math.max(0, lines.size() - rows), lines.size());
    String up = drawn > 0 ? "\u001b[" + drawn + "A" : "";
    terminal.print(
        up
            + NO_WRAPPING
            + String.join("", visible.stream().map(line -> line + REST_OF_LINE + "\n").toList())
            + REST_OF_SCREEN
            + WRAPPING);
    drawn = visible.size();
  }

  private List<String> tasks(DemoState state) {
    Table table = new Table(terminal, "ID", "STATUS", "AGENT", "LEASE", "TITLE");
    for (Task task : state.tasks()) {
      table.row(
          number(task.id()),
          TaskPrinter.status(task, state.at()),
          cell(task.agent().orElse("-")),
          number(task.lease().map(lease -> left(lease, state.at())).orElse("-")),
          cell(task.title()));
    }
    return table.lines();
  }

  private static String left(Lease lease, long now) {
    long millis = Math.max(0, lease.expiresAt() - now);
    return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
  }

  private List<String> agents(DemoState state) {
    Table table = new Table(terminal, "AGENT", "STATUS");
    state
        .agents()
        .forEach(
            agentState -> table.row(cell(agentState.agent(), Colour.BOLD), status(agentState)));
    return table.lines();
  }

  private static Cell status(AgentState agentState) {
    if (agentState.dead()) {
      return cell("died", Colour.RED);
    }
    return agentState
        .task()
        .map(id -> cell("working on task " + id))
        .orElse(cell("waiting for work", Colour.DIM));
  }
}
