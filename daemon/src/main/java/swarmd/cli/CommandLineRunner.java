package swarmd.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import swarmd.cli.Output.ReaderGone;
import swarmd.common.Cause;
import swarmd.common.InvalidValue;
import swarmd.store.Store;
import swarmd.text.ByteOrderMark;
import swarmd.time.Time;
import swarmd.usage.FailureText;

/**
 * Runs the command lines that clients send. A command that waits holds no thread, and every command
 * gets an exit code, whatever happens to it.
 */
public final class CommandLineRunner {
  private static final Logger log = LoggerFactory.getLogger(CommandLineRunner.class);
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int CONFLICT = 3;
  static final int THREADS = 64;

  private final Services services;
  private final CommandThreads threads;
  private final LiveCommands liveCommands = new LiveCommands();
  private final Set<CommandRun> running = ConcurrentHashMap.newKeySet();

  public CommandLineRunner(Services services, Time time) {
    this.services = services;
    threads = new CommandThreads(THREADS, time);
  }

  /**
   * A command line, its working directory and its environment.
   *
   * @param input the standard input, for commands that read it
   * @param process of the client, where the system tells
   */
  public record Invocation(
      List<String> arguments,
      String directory,
      Map<String, String> environment,
      String input,
      Optional<Long> process) {

    public Invocation {
      input = ByteOrderMark.removedFrom(input);
    }

    /** Of a client whose process is unknown. */
    public Invocation(
        List<String> arguments, String directory, Map<String, String> environment, String input) {
      this(arguments, directory, environment, input, Optional.empty());
    }
  }

  /** Starts a command; it ends with {@link Output#exit}. */
  public CommandRun start(Invocation invocation, Output output) {
    CommandRun run = new CommandRun(output, running::remove);
    running.add(run);
    try {
      CommandThreads.Submitted submitted =
          threads.submit(
              () -> work(invocation, run),
              () -> run.fail("the daemon is busy with other commands; try again in a moment"));
      run.whenAbandoned(
          () -> {
            if (submitted.cancel()) {
              run.exit(FAILED);
            }
          });
    } catch (RuntimeException | Error e) { // there may be no memory for another thread
      run.fail("the daemon cannot run the command: " + e.getMessage());
    }
    return run;
  }

  private void work(Invocation invocation, CommandRun run) {
    try {
      Terminal terminal = new Terminal(run.output(), invocation.environment());
      PendingExit exit = execute(invocation, terminal);
      run.whenAbandoned(() -> exit.cancel(false));
      exit.whenComplete((code, failure) -> finish(run, terminal, code, failure));
    } catch (RuntimeException | Error e) {
      run.fail("the command failed inside the daemon; see: swarm daemon logs");
    }
  }

  private static void finish(CommandRun run, Terminal terminal, Integer code, Throwable failure) {
    try {
      run.exit(failure == null ? code : report(failure, terminal));
    } catch (RuntimeException | Error e) {
      run.fail("the command failed inside the daemon; see: swarm daemon logs");
    }
  }

  private PendingExit execute(Invocation invocation, Terminal terminal) {
    try {
      CommandLine line = commandLine(invocation, terminal);
      int code = line.execute(invocation.arguments().toArray(String[]::new));
      return result(line) instanceof PendingExit exit ? exit : PendingExit.now(code);
    } catch (RuntimeException | Error e) { // thrown before picocli could handle it
      return PendingExit.now(report(e, terminal));
    }
  }

  private CommandLine commandLine(Invocation invocation, Terminal terminal) {
    CommandLine line =
        SwarmCommand.commandLine(
            new Context(services, invocation, terminal, liveCommands, threads),
            invocation.arguments());
    setVersion(line, "swarm " + services.version());
    line.setOut(terminal.writer(Output.Stream.OUT));
    line.setErr(terminal.writer(Output.Stream.ERR));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF));
    line.setExecutionExceptionHandler(
        (e, command, parsed) ->
            report(e instanceof InvalidValue value ? usageError(value, command) : e, terminal));
    line.setParameterExceptionHandler((e, arguments) -> reportUsage(e, terminal));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // files are on the client, and a title may start with @
    return line;
  }

  /** Every command has the option --version. */
  private static void setVersion(CommandLine line, String version) {
    line.getCommandSpec().version(version);
    line.getSubcommands().values().forEach(below -> setVersion(below, version));
  }

  /** What the command itself returned. */
  private static Object result(CommandLine line) {
    CommandLine.ParseResult parsed = line.getParseResult();
    while (parsed != null && parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    return parsed == null ? null : parsed.commandSpec().commandLine().getExecutionResult();
  }

  private static CommandFailed usageError(InvalidValue value, CommandLine command) {
    return CommandFailed.usage(
        OptionName.of(value.field(), command.getCommandSpec()) + " " + value.problem());
  }

  /** The message repeats what the caller wrote, which may contain anything. */
  private static int reportUsage(CommandLine.ParameterException e, Terminal terminal) {
    terminal.error(UsageErrors.describe(e).replace('\n', ' '));
    return USAGE;
  }

  /** Tells the user what went wrong; returns the exit code. */
  private static int report(Throwable thrown, Terminal terminal) {
    Throwable e = Cause.of(thrown);
    if (e instanceof ReaderGone
        || e instanceof InterruptedException
        || e instanceof CancellationException) {
      return FAILED;
    }
    if (e instanceof CommandFailed failed) {
      terminal.error(failed.getMessage());
      return failed.exitCode();
    }
    if (e instanceof Store.Unavailable) {
      terminal.error(e.getMessage());
      return FAILED;
    }
    if (e instanceof IOException file) {
      terminal.error(FailureText.of(file));
      return FAILED;
    }
    terminal.error(
        e instanceof LinkageError
            ? "the daemon's program files have changed; restart it with: swarm daemon restart"
            : "the command failed inside the daemon; see: swarm daemon logs");
    log.error("A command failed", e);
    return FAILED;
  }

  /** Ends the commands that would otherwise run forever. */
  public void endLiveCommands() {
    liveCommands.endAll();
  }

  /** Waits until every command has its exit code; returns false if the time was not enough. */
  public boolean awaitExits(Duration limit) {
    try {
      exits().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("bug: the end of a command never fails", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Includes the commands that start meanwhile. */
  private CompletableFuture<Void> exits() {
    CompletableFuture<?>[] exits =
        running.stream().map(CommandRun::over).toArray(CompletableFuture<?>[]::new);
    return exits.length == 0
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.allOf(exits).thenCompose(over -> exits());
  }

  /** Ends the commands that are still at work. */
  public void endAll() {
    running.forEach(run -> run.fail("the daemon stopped before the command was finished"));
    threads.interruptAll();
  }

  /** Accepts no more commands; returns whether all threads have ended. */
  public boolean endThreadsWithin(Duration limit) {
    return threads.endWithin(limit);
  }
}
