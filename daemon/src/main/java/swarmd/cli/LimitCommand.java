package swarmd.cli;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.common.NumberRange;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;

@Command(
    name = "limit",
    description = {
      "Limits how many tasks of a swarm are claimed at the same time, or how many with a tag."
          + " Whatever is claimed already stays claimed."
    },
    footer = {
      "",
      "Example:  swarm limit 1 --tag deploy   (one deployment at a time)",
      "          swarm limit 0                (no limit)"
    })
final class LimitCommand extends ProjectCommand {
  /** By the name that it has here. */
  private static final NumberRange MOST =
      new NumberRange("n", ClaimLimits.MOST.min(), ClaimLimits.MOST.max());

  @Parameters(paramLabel = "N", description = "At most N at a time; 0 for any number.")
  private long most;

  @Option(
      names = {"--tag", "--tags"},
      paramLabel = "TAG",
      description = "Count only tasks with this tag.")
  private Optional<String> tag = Optional.empty();

  @Option(
      names = "--swarm",
      paramLabel = "NAME",
      description = "The swarm (default: " + SwarmId.DEFAULT_NAME + ").")
  private Optional<String> swarm = Optional.empty();

  LimitCommand(Context context) {
    super(context);
  }

  @Override
  void run(String project) throws InterruptedException {
    String name = swarm.orElse(SwarmId.DEFAULT_NAME);
    SwarmSummary changed =
        context.awaitValue(
            context
                .services()
                .tasks()
                .limit(project, name, tag, MOST.checkInt(most), context.actor()));
    if (json) {
      context.printJson(TaskJson.summary(changed));
    } else {
      context
          .terminal()
          .println("swarm '%s': %s".formatted(name, TaskPrinter.describe(changed.limits())));
    }
  }
}
