package swarmd.cli;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import swarmd.api.ModeJson;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeRequests;
import swarmd.modes.ModeRequests.Wish;
import swarmd.sessions.Project;

@Command(
    name = "mode",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Keeps sessions working until the work is done: ralph, swarm, ...")
final class ModeCommand implements Runnable, CommandGroup {
  @Spec private CommandSpec spec;

  private final Context context;

  ModeCommand(Context context) {
    this.context = context;
  }

  @Override
  public List<Object> subcommands() {
    return List.of(
        withFields(new Start(context)),
        withFields(new Set(context)),
        new Stop(context),
        new ListModes(context));
  }

  private static CommandLine withFields(SingleModeCommand command) {
    CommandLine line = new CommandLine(command);
    ModeFields.addOptions(line.getCommandSpec());
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The mode names for the help text. */
  private static final class ModeNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Mode.values()).map(Mode::label).iterator();
    }
  }

  @Command(mixinStandardHelpOptions = true)
  private abstract static class SingleModeCommand implements Callable<Integer> {
    final Context context;

    @Parameters(
        paramLabel = "MODE",
        completionCandidates = ModeNames.class,
        description = "One of ${COMPLETION-CANDIDATES}.")
    Mode mode;

    @Spec private CommandSpec spec;

    @Option(
        names = "--session",
        paramLabel = "ID",
        description = "The session of the mode (default: the session of this shell).")
    private Optional<String> session = Optional.empty();

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    SingleModeCommand(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
      Project found = context.foundProject(project);
      run(
          new Wish(
              found.id(),
              session(found.id(), session),
              mode,
              context.caller(),
              Optional.of(context.workTree(found))),
          context.services().modeRequests());
      return 0;
    }

    String session(String directory, Optional<String> named) throws InterruptedException {
      return context.sessionInMode(directory, named, Optional.of(mode));
    }

    final Map<String, Object> fields() {
      return ModeFields.of(mode, spec.commandLine().getParseResult());
    }

    abstract void run(Wish wish, ModeRequests modes) throws InterruptedException;

    void print(ActiveMode active) {
      if (json) {
        context.printJson(ModeJson.mode(active, context.now()));
      } else {
        context
            .terminal()
            .println(
                "%s is active in session %s: %s"
                    .formatted(
                        active.mode().label(), active.session(), ModePrinter.fields(active)));
      }
    }
  }

  @Command(
      name = "start",
      description = "Starts a mode, which keeps its session working until it is done.")
  private static final class Start extends SingleModeCommand {
    Start(Context context) {
      super(context);
    }

    @Override
    String session(String directory, Optional<String> named) throws InterruptedException {
      return context.requiredSession(directory, named);
    }

    @Override
    void run(Wish wish, ModeRequests modes) throws InterruptedException {
      print(context.awaitValue(modes.start(wish, fields())));
    }
  }

  @Command(name = "set", description = "Updates an active mode: its phase, stage, worker, ...")
  private static final class Set extends SingleModeCommand {
    Set(Context context) {
      super(context);
    }

    @Override
    void run(Wish wish, ModeRequests modes) throws InterruptedException {
      if (fields().isEmpty()) {
        throw CommandFailed.usage("nothing to set; see: swarm mode set --help");
      }
      print(context.awaitValue(modes.change(wish, fields())));
    }
  }

  @Command(name = "stop", description = "Ends a mode, so that its session may stop.")
  private static final class Stop extends SingleModeCommand {
    Stop(Context context) {
      super(context);
    }

    @Override
    void run(Wish wish, ModeRequests modes) throws InterruptedException {
      List<ActiveMode> ended =
          context.awaitValue(
              modes.end(
                  wish.project(), Optional.of(wish.session()), Optional.of(mode), wish.caller()));
      CancelCommand.print(context, ended, json);
    }
  }

  @Command(
      name = "list",
      aliases = "ls",
      mixinStandardHelpOptions = true,
      description = "Lists the modes of the project you are in.")
  private static final class ListModes implements Callable<Integer> {
    private final Context context;

    @Option(
        names = "--session",
        paramLabel = "ID",
        description = "List only the modes of this session.")
    private Optional<String> session = Optional.empty();

    @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
    private Optional<String> project = Optional.empty();

    @Option(
        names = {"-a", "--all"},
        description = "List the modes of all projects.")
    private boolean all;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    ListModes(Context context) {
      this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
      Optional<String> projectFilter =
          all ? Optional.empty() : Optional.of(context.project(project));
      Optional<String> wanted =
          session.isPresent() ? Optional.of(context.fullSession(session.get())) : session;
      List<ActiveMode> modes =
          context.await(context.services().modes().list(projectFilter, wanted));
      if (json) {
        context.printJson(ModeJson.modes(modes, context.now()));
      } else if (modes.isEmpty()) {
        context
            .terminal()
            .note("no modes" + projectFilter.map(directory -> " in " + directory).orElse(""));
      } else {
        ModePrinter.table(context, modes).print();
      }
      return 0;
    }
  }
}
