package swarmd.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a completion script for bash or zsh.",
      "Add to your shell's startup file:  source <(swarm completion bash)"
    })
final class CompletionCommand implements Runnable {
  private static final Pattern CHOICES = Pattern.compile("(?<=_args=)\\(\".*\"\\)");

  private final Context context;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh")
  @SuppressWarnings("unused") // one script serves both
  private Shell shell;

  CompletionCommand(Context context) {
    this.context = context;
  }

  /** The bash script works in zsh too, where it loads bashcompinit. */
  @Override
  public void run() {
    String script = AutoComplete.bash("swarm", SwarmCommand.commandLine(context));
    context.terminal().print(lowerCaseChoices(script));
  }

  /** Picocli offers enum constants such as HTTP, but users type http. */
  private static String lowerCaseChoices(String script) {
    return CHOICES
        .matcher(script)
        .replaceAll(found -> Matcher.quoteReplacement(found.group().toLowerCase(Locale.ROOT)));
  }

  private enum Shell {
    bash,
    zsh
  }
}
