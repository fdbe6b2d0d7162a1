package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.ModeJson;
import swarmd.modes.ActiveMode;

@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Ends all modes of a session, so that it may stop.")
final class CancelCommand implements Callable<Integer> {
  private final Context context;

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "Whose modes; otherwise the session this shell belongs to.")
  private Optional<String> session = Optional.empty();

  @Option(
      names = {"-a", "--all"},
      description = "Of all sessions in the project.")
  private boolean all;

  @Option(names = "--project", paramLabel = "DIR", description = "Another project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CancelCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    String directory = context.project(project);
    Optional<String> whose =
        all ? Optional.empty() : Optional.of(context.requiredSession(directory, session));
    print(
        context,
        context.await(context.services().modes().end(directory, whose, Optional.empty())),
        json);
    return 0;
  }

  static void print(Context context, List<ActiveMode> ended, boolean json) {
    if (json) {
      context.printJson(ModeJson.modes(ended, context.now()));
    } else if (ended.isEmpty()) {
      context.terminal().note("there was nothing to end");
    }
    if (!json) {
      ended.forEach(
          mode ->
              context
                  .terminal()
                  .println(
                      "ended %s of session %s".formatted(mode.mode().label(), mode.session())));
    }
  }
}
