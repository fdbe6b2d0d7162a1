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
      description = "End the modes of this session (default: the session of this shell).")
  private Optional<String> session = Optional.empty();

  @Option(
      names = {"-a", "--all"},
      description = "End the modes of all sessions in the project.")
  private boolean all;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CancelCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    String directory = context.project(project);
    Optional<String> target =
        all
            ? Optional.empty()
            : Optional.of(context.sessionInMode(directory, session, Optional.empty()));
    print(
        context,
        context.awaitValue(
            context
                .services()
                .modeRequests()
                .end(directory, target, Optional.empty(), context.caller())),
        json);
    return 0;
  }

  static void print(Context context, List<ActiveMode> ended, boolean json) {
    if (json) {
      context.printJson(ModeJson.modes(ended, context.now()));
    } else if (ended.isEmpty()) {
      context.terminal().note("no mode was active");
    }
    if (!json) {
      ended.forEach(
          mode ->
              context
                  .terminal()
                  .println(
                      "ended %s of session %s%s"
                          .formatted(
                              mode.mode().label(), mode.session(), mode.state().unfinished())));
    }
  }
}
