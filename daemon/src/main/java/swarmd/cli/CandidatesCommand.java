package swarmd.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import swarmd.cli.CompletionValues.Candidate;

/** For the completion scripts: what could stand in place of the last word. */
@Command(
    name = CandidatesCommand.NAME,
    hidden = true,
    mixinStandardHelpOptions = true,
    description = "Prints what could stand in place of the last word, for shells.")
public final class CandidatesCommand implements Callable<Integer> {
  public static final String NAME = "__complete";

  private final Context context;

  @Parameters(arity = "0..*", paramLabel = "WORD", description = "The words after swarm.")
  private List<String> words = List.of();

  CandidatesCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Completion.of(
            SwarmCommand.commandLine(context, completeWords()).getCommandSpec(),
            words,
            new CompletionValues(context))
        .stream()
        .map(Candidate::line)
        .forEach(context.terminal()::println);
    return 0;
  }

  /** The last one may be the beginning of several. */
  private List<String> completeWords() {
    return words.subList(0, Math.max(0, words.size() - 1));
  }
}
