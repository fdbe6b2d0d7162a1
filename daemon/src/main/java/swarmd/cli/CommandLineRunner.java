package swarmd.cli;

import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import swarmd.cli.Output.ReaderGone;
import swarmd.common.Cause;
import swarmd.common.InvalidValue;
import swarmd.store.Store;

/** Runs the command lines that clients send. */
public final class CommandLineRunner {
  private static final Logger log = LoggerFactory.getLogger(CommandLineRunner.class);
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int CONFLICT = 3;

  private final Services services;
  private final LiveCommands liveCommands = new LiveCommands();

  public CommandLineRunner(Services services) {
    this.services = services;
  }

  /**
   * A command line, its working directory and its environment.
   *
   * @param input the standard input, for commands that read it
   */
  public record Invocation(
      List<String> arguments, String directory, Map<String, String> environment, String input) {}

  /** Ends the commands that would otherwise run forever. */
  public void endLiveCommands() {
    liveCommands.endAll();
  }

  /** Blocks until the command is done or interrupted; returns the exit code. */
  public int run(Invocation invocation, Output output) {
    Terminal terminal = new Terminal(output, invocation.environment());
    try {
      return run(invocation, terminal);
    } catch (ReaderGone e) {
      return FAILED;
    } catch (RuntimeException | Error e) { // thrown before picocli could handle it
      return report(e, terminal);
    }
  }

  private int run(Invocation invocation, Terminal terminal) {
    CommandLine line =
        SwarmCommand.commandLine(new Context(services, invocation, terminal, liveCommands));
    line.setOut(terminal.writer(Output.Stream.OUT));
    line.setErr(terminal.writer(Output.Stream.ERR));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF));
    line.setExecutionExceptionHandler(
        (e, command, parsed) ->
            report(e instanceof InvalidValue value ? usageError(value, command) : e, terminal));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // files are on the client, and a title may start with @
    return line.execute(invocation.arguments().toArray(String[]::new));
  }

  private static CommandFailed usageError(InvalidValue value, CommandLine command) {
    return CommandFailed.usage(
        OptionName.of(value.field(), command.getCommandSpec()) + " " + value.problem());
  }

  private static int report(Throwable thrown, Terminal terminal) {
    Throwable e = Cause.of(thrown);
    if (e instanceof ReaderGone gone) {
      throw gone;
    }
    if (e instanceof CommandFailed failed) {
      terminal.error(failed.getMessage());
      return failed.exitCode();
    }
    if (e instanceof InterruptedException) {
      return FAILED;
    }
    if (e instanceof Store.Unavailable) {
      terminal.error(e.getMessage());
      return FAILED;
    }
    log.error("A command failed", e);
    terminal.error("swarmd failed: " + e + "; see: swarm daemon logs");
    return FAILED;
  }
}
