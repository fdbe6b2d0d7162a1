package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.sessions.Project;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;

@Command(
    name = "require",
    mixinStandardHelpOptions = true,
    description = {
      "Names the checks that every task of a swarm needs before it is done, besides its own.",
      "The list replaces the one before; --none removes it. Only a person can do that."
    },
    footer = {"", "Example:  swarm task require test lint --swarm checkout"})
final class TaskRequireCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(
      arity = "0..*",
      paramLabel = "CHECK",
      description = "The names of checks in the project's settings.")
  private List<String> checks = List.of();

  @Option(names = "--none", description = "Remove the checks of the swarm.")
  private boolean none;

  @Option(
      names = "--swarm",
      paramLabel = "NAME",
      description = "The swarm (default: " + SwarmId.DEFAULT_NAME + ").")
  private Optional<String> swarm = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskRequireCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (checks.isEmpty() != none) {
      throw CommandFailed.usage("name the checks that every task needs, or give --none");
    }
    Project found = context.foundProject(project);
    SwarmSummary changed =
        context.awaitValue(
            context
                .services()
                .tasks()
                .require(found.id(), swarm.orElse(SwarmId.DEFAULT_NAME), checks, context.actor()));
    NamedChecks.noteMissing(context, found, changed.checks());
    if (json) {
      context.printJson(TaskJson.summary(changed));
    } else {
      context
          .terminal()
          .println(
              changed.checks().isEmpty()
                  ? "tasks of swarm '%s' need no checks but their own"
                      .formatted(changed.id().name())
                  : "tasks of swarm '%s' are done when these pass: %s"
                      .formatted(changed.id().name(), String.join(", ", changed.checks())));
    }
    return 0;
  }
}
