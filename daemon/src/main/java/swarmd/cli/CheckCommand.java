package swarmd.cli;

import static swarmd.cli.Table.cell;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.CheckJson;
import swarmd.checks.CheckRecord;
import swarmd.checks.CheckRequest;
import swarmd.checks.CheckRun;
import swarmd.checks.Checks;
import swarmd.cli.Terminal.Colour;
import swarmd.common.Cause;
import swarmd.json.Json;
import swarmd.sessions.Project;
import swarmd.sessions.SessionId;
import swarmd.text.HumanDuration;
import swarmd.userhooks.CheckEntry;

@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a check of the project and records the result.",
      "Checks are commands in settings files, such as the tests; without a name, lists them.",
      "Exit codes: 0 passed, 1 failed, 2 no such check, 3 not trusted."
    })
final class CheckCommand implements Callable<PendingExit> {
  /** How far the output may get ahead of a client that does not read. */
  private static final int MAX_UNSENT = 4 << 20;

  private final Context context;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The check to run, in the work tree you are in.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON, without the output as it comes.")
  private boolean json;

  CheckCommand(Context context) {
    this.context = context;
  }

  @Override
  public PendingExit call() throws InterruptedException {
    Project found = context.foundProject(project);
    if (name.isEmpty()) {
      list(context.await(context.services().checks().list(found)));
      return PendingExit.now(0);
    }
    CheckEntry check = context.awaitValue(context.services().checks().find(found, name.get()));
    Path folder = project.isPresent() ? Path.of(found.folder()) : context.workTree(found);
    return run(
        new CheckRequest(
            check,
            found.id(),
            folder,
            context.session(Optional.empty()).filter(SessionId::isValid),
            context.agent(Optional.empty())));
  }

  /** Needs no thread while the check runs. */
  private PendingExit run(CheckRequest request) {
    PendingExit exit = context.liveCommands().begin();
    Stream output = new Stream(context.terminal());
    CheckRun run;
    try {
      run = context.services().checks().start(request, json ? text -> {} : output::print);
    } catch (IllegalStateException e) {
      exit.completeExceptionally(CommandFailed.because(e.getMessage()));
      return exit;
    }
    exit.onEnd(run::stop);
    run.result()
        .whenCompleteAsync(
            (record, failure) -> {
              if (failure == null) {
                exit.complete(report(record));
              } else {
                exit.completeExceptionally(failed(request, failure));
              }
            },
            context.threads());
    return exit;
  }

  private static Throwable failed(CheckRequest request, Throwable failure) {
    Throwable cause = Cause.of(failure);
    return cause instanceof IOException
        ? CommandFailed.because(
            "check '%s' cannot be started in %s: %s"
                .formatted(request.check().name(), request.folder(), cause.getMessage()))
        : cause;
  }

  private int report(CheckRecord record) {
    if (json) {
      context.printJson(CheckJson.record(record));
    } else {
      context.terminal().note(Checks.describe(record));
    }
    return record.passed() ? 0 : CommandLineRunner.FAILED;
  }

  private void list(List<Checks.Listed> checks) {
    if (json) {
      ObjectNode all = Json.object();
      ArrayNode list = all.putArray("checks");
      checks.forEach(check -> list.add(CheckJson.listed(check)));
      context.printJson(all);
    } else if (checks.isEmpty()) {
      context
          .terminal()
          .note(
              "no checks; add them to .swarmd/settings.json: \"checks\": {\"test\": {\"command\":"
                  + " \"…\"}}");
    } else {
      table(checks).print();
    }
  }

  private Table table(List<Checks.Listed> checks) {
    Table table = new Table(context.terminal(), "CHECK", "LAST RESULT", "TRUST", "COMMAND");
    for (Checks.Listed each : checks) {
      table.row(
          cell(each.check().name(), Colour.BOLD),
          each.last()
              .map(
                  last ->
                      cell(
                          "%s, %s ago"
                              .formatted(
                                  Checks.ending(last),
                                  HumanDuration.of(context.now() - last.startedAt())),
                          last.passed() ? Colour.GREEN : Colour.RED))
              .orElse(cell("never run", Colour.DIM)),
          each.trusted() ? cell("trusted") : cell("needs: swarm hooks trust", Colour.YELLOW),
          cell(each.check().command()));
    }
    return table;
  }

  /** Leaves out what a client does not read in time, since a check must not wait for it. */
  private static final class Stream {
    private final Terminal terminal;
    private final AtomicInteger unsent = new AtomicInteger();
    private long skipped;

    Stream(Terminal terminal) {
      this.terminal = terminal;
    }

    synchronized void print(String text) {
      if (unsent.get() > MAX_UNSENT) {
        skipped += text.length();
        return;
      }
      String note = skipped == 0 ? "" : "\n[%d characters were left out]\n".formatted(skipped);
      skipped = 0;
      int length = note.length() + text.length();
      unsent.addAndGet(length);
      try {
        terminal.print(note + text);
        terminal.sent().whenComplete((sent, failure) -> unsent.addAndGet(-length));
      } catch (Output.ReaderGone e) {
        // the command ends, and with it the check
      }
    }
  }
}
