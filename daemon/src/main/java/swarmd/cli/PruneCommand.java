package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.common.InvalidValue;
import swarmd.json.Json;
import swarmd.retention.DataKind;
import swarmd.retention.Pruner;
import swarmd.retention.Pruner.Report;
import swarmd.retention.Retention;

@Command(
    name = "prune",
    mixinStandardHelpOptions = true,
    description = "Deletes old data; the daemon does so every hour.",
    footer = {
      "",
      "How long each kind is kept is a setting; see: swarm settings",
      "Unfinished tasks, their history and the tasks of unfinished swarms are never deleted."
          + " Examples:",
      "  swarm prune --dry-run",
      "  swarm prune --older-than 90d --project ."
    })
final class PruneCommand implements Callable<Integer> {
  private static final Pattern DAYS = Pattern.compile("(\\d{1,9})d?");

  private final Context context;

  @Option(names = "--dry-run", description = "Show what would be deleted, and delete nothing.")
  private boolean dryRun;

  @Option(
      names = "--older-than",
      paramLabel = "DAYS",
      description = "Use this age for everything, for example 30d, instead of the settings.")
  private Optional<String> olderThan = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Delete only from this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  PruneCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Pruner pruner = context.services().pruner();
    Retention kept =
        olderThan.map(text -> Retention.ofDays(days(text))).orElseGet(pruner::retention);
    Optional<String> only = project.map(name -> context.project(Optional.of(name)));
    Report report = context.await(dryRun ? pruner.preview(kept, only) : pruner.prune(kept, only));
    if (json) {
      context.printJson(asJson(kept, report));
    } else {
      print(kept, report);
    }
    return 0;
  }

  private static long days(String text) {
    Matcher matcher = DAYS.matcher(text);
    if (!matcher.matches()) {
      throw CommandFailed.usage(
          "'%s' is not a number of days; write --older-than 30d".formatted(text));
    }
    try {
      return Retention.DAYS.check(Long.parseLong(matcher.group(1)));
    } catch (InvalidValue e) {
      throw CommandFailed.usage("--older-than " + e.problem() + " days");
    }
  }

  private void print(Retention kept, Report report) {
    Table table =
        new Table(
            context.terminal(), "KIND", "OLDER THAN", dryRun ? "WOULD BE DELETED" : "DELETED");
    for (Map.Entry<DataKind, Long> entry : report.counts().entrySet()) {
      table.row(
          cell(entry.getKey().label().replace('_', ' ')),
          cell(kept.age(entry.getKey()).map(Duration::toDays).orElse(0L) + " d"),
          number(entry.getValue()));
    }
    table.print();
  }

  private ObjectNode asJson(Retention kept, Report report) {
    ObjectNode result = Json.object().put("dry_run", dryRun);
    ArrayNode kinds = result.putArray("kinds");
    for (Map.Entry<DataKind, Long> entry : report.counts().entrySet()) {
      kinds
          .addObject()
          .put("kind", entry.getKey().label())
          .put("older_than_days", kept.age(entry.getKey()).map(Duration::toDays).orElse(0L))
          .put("count", entry.getValue());
    }
    return result.put("total", report.total());
  }
}
