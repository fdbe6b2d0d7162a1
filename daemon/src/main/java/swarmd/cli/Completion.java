package swarmd.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import swarmd.cli.CompletionValues.Candidate;

/** Finds what could stand in place of the last word of a command line, by picocli's own model. */
final class Completion {
  private final CompletionValues values;
  private final Set<OptionSpec> used = new HashSet<>();
  private CommandSpec command;
  private Optional<OptionSpec> open = Optional.empty();
  private boolean optionsEnded;
  private int parameters;

  private Completion(CommandSpec root, CompletionValues values) {
    command = root;
    this.values = values;
  }

  /**
   * The candidates for the last word.
   *
   * @param words after `swarm`
   */
  static List<Candidate> of(CommandSpec root, List<String> words, CompletionValues values)
      throws InterruptedException {
    Completion completion = new Completion(root, values);
    String last = words.isEmpty() ? "" : words.get(words.size() - 1);
    words.stream().limit(Math.max(0, words.size() - 1)).forEach(completion::read);
    return completion.candidates(last);
  }

  private void read(String word) {
    if (open.isPresent()) {
      if (!word.equals("=")) { // bash makes a word of it
        open = Optional.empty();
      }
      return;
    }
    if (!optionsEnded && word.equals("--")) {
      optionsEnded = true;
    } else if (!optionsEnded && word.startsWith("-")) {
      readOption(word);
    } else if (parameters == 0 && command.subcommands().containsKey(word)) {
      command = command.subcommands().get(word).getCommandSpec();
      used.clear();
    } else {
      parameters++;
    }
  }

  private void readOption(String word) {
    int end = word.indexOf('=');
    OptionSpec option = command.findOption(end < 0 ? word : word.substring(0, end));
    if (option != null) {
      used.add(option);
      open = Optional.of(option).filter(found -> end < 0 && takesValue(found));
    }
  }

  private static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  private List<Candidate> candidates(String word) throws InterruptedException {
    if (open.isPresent()) {
      return ofValue(open.get(), "", word.equals("=") ? "" : word);
    }
    if (!optionsEnded && word.startsWith("-")) {
      int end = word.indexOf('=');
      OptionSpec option = end < 0 ? null : command.findOption(word.substring(0, end));
      return option == null
          ? options().filter(found -> found.value().startsWith(word)).toList()
          : ofValue(option, word.substring(0, end + 1), word.substring(end + 1));
    }
    List<Candidate> found = new ArrayList<>();
    if (parameters == 0) {
      subcommands(word).forEach(found::add);
    }
    Optional<PositionalParamSpec> parameter = parameter();
    if (parameter.isPresent()) {
      found.addAll(ofValue(parameter.get(), "", word));
    }
    return found;
  }

  private Stream<Candidate> options() {
    return command.options().stream()
        .filter(option -> !option.hidden() && (!used.contains(option) || option.isMultiValue()))
        .flatMap(
            option -> Stream.of(option.names()).map(name -> new Candidate(name, describe(option))));
  }

  /** Offers an alias of a command only once its first letter has been typed. */
  private Stream<Candidate> subcommands(String word) {
    return command.subcommands().entrySet().stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .filter(entry -> entry.getKey().startsWith(word))
        .filter(entry -> !word.isEmpty() || isOwnName(entry))
        .map(entry -> new Candidate(entry.getKey(), describe(entry.getValue().getCommandSpec())));
  }

  private static boolean isOwnName(Map.Entry<String, CommandLine> entry) {
    return entry.getKey().equals(entry.getValue().getCommandName());
  }

  private Optional<PositionalParamSpec> parameter() {
    return command.positionalParameters().stream()
        .filter(found -> found.index().contains(parameters))
        .findFirst();
  }

  /** Of a list only the entry after the last comma is completed. */
  private List<Candidate> ofValue(ArgSpec argument, String before, String word)
      throws InterruptedException {
    boolean list = argument.splitRegex().equals(",") || argument.paramLabel().endsWith(",...");
    int entry = list ? word.lastIndexOf(',') + 1 : 0;
    String kept = word.substring(0, entry);
    String begun = word.substring(entry);
    return values.of(argument, command).stream()
        .filter(found -> found.isDirective() || found.value().startsWith(begun))
        .map(found -> found.isDirective() ? found : found.after(before + kept))
        .toList();
  }

  private static String describe(ArgSpec argument) {
    return String.join(" ", argument.description());
  }

  private static String describe(CommandSpec command) {
    return String.join(" ", command.usageMessage().description());
  }
}
