package swarmd.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A command about what one project has. */
@Command(mixinStandardHelpOptions = true)
abstract class ProjectCommand implements Callable<Integer> {
  final Context context;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  ProjectCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    run(context.project(project));
    return 0;
  }

  abstract void run(String project) throws InterruptedException;
}
