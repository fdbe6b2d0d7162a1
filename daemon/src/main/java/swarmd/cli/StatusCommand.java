package swarmd.cli;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.StatusJson;
import swarmd.json.Json;
import swarmd.status.Status;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows what needs you, the swarms, the tasks being worked on, and the daemon.")
final class StatusCommand implements Callable<PendingExit> {
  private static final Duration WATCH_INTERVAL = Duration.ofSeconds(1);
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

  /** Set by a client that watches: it asks for each picture, with the current size. */
  private static final String PICTURE = "SWARM_PICTURE";

  private final Context context;

  @Option(names = "--json", description = "Print JSON, the same as GET /v1/status.")
  private boolean json;

  @Option(
      names = "--watch",
      description = "Refresh every second until Ctrl-C; on a terminal, cut to its size.")
  private boolean watch;

  @Option(names = "--project", paramLabel = "DIR", description = "Show only this project.")
  private Optional<String> project = Optional.empty();

  StatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public PendingExit call() throws InterruptedException {
    Optional<String> projectFilter = project.map(name -> context.project(Optional.of(name)));
    Status status = context.await(context.services().status().read(projectFilter));
    if (watch && isDrawn()) {
      context.terminal().print(CLEAR_SCREEN);
    }
    show(status);
    if (!watch) {
      return PendingExit.now(0);
    }
    PendingExit exit = context.liveCommands().begin();
    Repetition.start(exit, context.services().time(), WATCH_INTERVAL, () -> refresh(projectFilter));
    return exit;
  }

  private CompletableFuture<Void> refresh(Optional<String> projectFilter) {
    return context
        .services()
        .status()
        .read(projectFilter)
        .thenAcceptAsync(this::show, context.threads())
        .thenCompose(shown -> context.terminal().sent());
  }

  private boolean isDrawn() {
    return context.terminal().interactive() && !json;
  }

  private void show(Status status) {
    Terminal terminal = context.terminal();
    if (json) {
      terminal.println(
          watch ? Json.text(StatusJson.of(status)) : Json.pretty(StatusJson.of(status)));
      return;
    }
    List<String> lines = StatusPrinter.lines(context, status);
    if (isDrawn() && (watch || context.variable(PICTURE).isPresent())) {
      terminal.print(new Screen(context.rows(), context.columns()).draw(lines));
    } else {
      lines.forEach(terminal::println);
    }
  }
}
