package swarmd.cli;

import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import swarmd.cli.Output.ReaderGone;
import swarmd.common.InvalidValue;
import swarmd.store.Store;

/** Runs a command line that was typed elsewhere. */
public final class CommandLineRunner {
  private static final Logger log = LoggerFactory.getLogger(CommandLineRunner.class);
  static final int FAILED = 1;
  static final int USAGE = 2;
  static final int CONFLICT = 3;

  private final Services services;
  private final Watching watching = new Watching();

  public CommandLineRunner(Services services) {
    this.services = services;
  }

  /**
   * What was typed, where and in which environment.
   *
   * @param input standard input, for commands that read it
   */
  public record Invocation(
      List<String> arguments, String directory, Map<String, String> environment, String input) {}

  /** Ends the commands that would go on until somebody ends them. */
  public void endWatching() {
    watching.endAll();
  }

  /** Returns the exit code. Blocks until the command is done; an interrupt ends it. */
  public int run(Invocation invocation, Output output) {
    Terminal terminal = new Terminal(output, invocation.environment());
    try {
      return run(invocation, terminal);
    } catch (ReaderGone e) {
      return FAILED;
    } catch (RuntimeException | Error e) { // before picocli could handle it
      return explain(e, terminal);
    }
  }

  private int run(Invocation invocation, Terminal terminal) {
    CommandLine line =
        SwarmCommand.commandLine(new Context(services, invocation, terminal, watching));
    line.setOut(terminal.writer(Output.Stream.OUT));
    line.setErr(terminal.writer(Output.Stream.ERR));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(terminal.colours() ? Ansi.ON : Ansi.OFF));
    line.setExecutionExceptionHandler(
        (e, command, parsed) ->
            explain(e instanceof InvalidValue value ? refusal(value, command) : e, terminal));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExpandAtFiles(false); // the daemon would read them, and a title may begin with @
    return line.execute(invocation.arguments().toArray(String[]::new));
  }

  private static CommandFailed refusal(InvalidValue value, CommandLine command) {
    return CommandFailed.usage(
        OptionName.of(value.field(), command.getCommandSpec()) + " " + value.problem());
  }

  private static int explain(Throwable e, Terminal terminal) {
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
