package swarmd.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a completion script for bash or zsh.",
      "Add to your shell's start file:  source <(swarm completion bash)"
    })
final class CompletionCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  @SuppressWarnings("unused") // one script serves both
  private Shell shell;

  CompletionCommand(Context context) {
    this.context = context;
  }

  /** The script for bash loads bashcompinit by itself when it finds itself in zsh. */
  @Override
  public void run() {
    context.terminal().print(AutoComplete.bash("swarm", SwarmCommand.commandLine(context)));
  }

  private enum Shell {
    bash,
    zsh
  }
}
