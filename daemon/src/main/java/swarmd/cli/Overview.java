package swarmd.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.cli.Terminal.Colour;
import swarmd.modes.ActiveMode;
import swarmd.status.Need;
import swarmd.status.Status;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskStatus;

/** The current state and the next useful command, for `swarm` alone. */
final class Overview {
  private static final int MAX_NEEDS = 3;

  private final Context context;
  private final String project;
  private final Status status;

  private Overview(Context context, String project, Status status) {
    this.context = context;
    this.project = project;
    this.status = status;
  }

  static void print(Context context) throws InterruptedException {
    String project = context.project(Optional.empty());
    Status status = context.await(context.services().status().read(Optional.empty()));
    new Overview(context, project, status).print();
  }

  private void print() throws InterruptedException {
    Terminal terminal = context.terminal();
    terminal.println(
        "%s %s is running; page %s (open it with: swarm open)"
            .formatted(
                terminal.paint(Colour.BOLD, "swarmd"),
                status.daemon().version(),
                StatusPrinter.page(status.daemon())));
    work().forEach(terminal::println);
    List<Need> needs = status.needs();
    if (!needs.isEmpty()) {
      terminal.println("");
      StatusPrinter.needs(terminal, needs.stream().limit(MAX_NEEDS).toList()).print();
      if (needs.size() > MAX_NEEDS) {
        terminal.println("… and %d more; see: swarm status".formatted(needs.size() - MAX_NEEDS));
      }
    }
    terminal.println("");
    terminal.println("next:          " + terminal.paint(Colour.BOLD, next()));
    terminal.println("all commands:  swarm --help");
  }

  private List<String> work() {
    List<String> lines = new ArrayList<>();
    long elsewhere =
        status.swarms().stream().filter(swarm -> !isHere(swarm)).map(s -> s.id()).count();
    lines.add(
        "%s: %s%s"
            .formatted(
                Table.cell(project).text(),
                counts(),
                elsewhere == 0
                    ? ""
                    : "; %d %s in other projects"
                        .formatted(elsewhere, elsewhere == 1 ? "swarm" : "swarms")));
    if (!status.sessions().isEmpty()) {
      lines.add(
          "sessions: "
              + status.sessions().size()
              + status.modes().stream()
                  .filter(mode -> !mode.stale(status.now()))
                  .map(ActiveMode::mode)
                  .map(mode -> mode.label())
                  .distinct()
                  .reduce((one, other) -> one + ", " + other)
                  .map(modes -> "; in a mode: " + modes)
                  .orElse(""));
    }
    return lines;
  }

  private boolean isHere(SwarmSummary swarm) {
    return swarm.id().project().equals(project);
  }

  private long count(TaskStatus wanted) {
    return status.swarms().stream().filter(this::isHere).mapToLong(s -> s.count(wanted)).sum();
  }

  private String counts() {
    String counts =
        Stream.of(TaskStatus.values())
            .filter(each -> count(each) > 0)
            .map(each -> count(each) + " " + each.label())
            .collect(Collectors.joining(", "));
    return counts.isEmpty() ? "no tasks yet" : counts;
  }

  private String next() throws InterruptedException {
    Optional<String> needed =
        status.needs().stream().flatMap(need -> need.command().stream()).findFirst();
    if (needed.isPresent()) {
      return needed.get();
    }
    if (!isInstalled()) {
      return "swarm install " + HostFile.ids(context.services().hosts()).get(0);
    }
    boolean claimable =
        !context
            .await(
                context
                    .services()
                    .store()
                    .read(
                        snapshot ->
                            snapshot
                                .get(TaskQueries.class)
                                .claimable(project, Optional.empty(), 1, context.now())))
            .isEmpty();
    if (claimable) {
      return "swarm task list   (an agent takes the first one with: swarm task claim)";
    }
    return count(TaskStatus.CLAIMED) > 0
        ? "swarm status --watch"
        : "swarm task add \"my next task\"";
  }

  private boolean isInstalled() {
    try {
      return !context.services().installer().hosts().isEmpty() || !status.sessions().isEmpty();
    } catch (IOException e) {
      return true; // doctor says more about it
    }
  }
}
