package swarmd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = "Prints a completion script for bash, zsh or fish.",
    footer = {
      "",
      "Add one of these to your shell's startup file:",
      "  bash  source <(swarm completion bash)",
      "  zsh   source <(swarm completion zsh)",
      "  fish  swarm completion fish | source",
      "Task ids, agents, swarms and the like come from the daemon, if it runs."
    })
final class CompletionCommand implements Runnable {
  /** In the scripts, the place of what they offer while no daemon runs. */
  private static final String WORDS = "@WORDS@";

  private final Context context;

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish")
  private Shell shell;

  CompletionCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    CommandSpec root = SwarmCommand.commandLine().getCommandSpec();
    String words = lines(root, "").collect(Collectors.joining("\n"));
    context.terminal().print(read("completion." + shell).replace(WORDS, words));
  }

  /** A line for each command: its name with all its parents, a bar, and the words after it. */
  private static Stream<String> lines(CommandSpec command, String path) {
    List<String> words = new ArrayList<>();
    command.subcommands().forEach((name, sub) -> addVisible(name, sub, words));
    command.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> words.add(option.longestName()));
    Stream<String> below =
        command.subcommands().entrySet().stream()
            .flatMap(
                entry -> lines(entry.getValue().getCommandSpec(), path + entry.getKey() + " "));
    return Stream.concat(Stream.of(path + "|" + String.join(" ", words)), below);
  }

  private static void addVisible(String name, CommandLine command, List<String> words) {
    if (!command.getCommandSpec().usageMessage().hidden()) {
      words.add(name);
    }
  }

  private static String read(String script) {
    try (InputStream in = CompletionCommand.class.getResourceAsStream("/swarmd/" + script)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private enum Shell {
    bash,
    zsh,
    fish
  }
}
