package swarmd.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.usage.CommandShape;
import swarmd.usage.UsageProblem;

/** The help of all commands, which the build makes from the daemon's commands. */
final class Help {
  private static final List<String> OPTIONS = List.of("--help", "-h");
  private static final String PROGRAM = "swarm";

  private final Map<String, String> pages = new LinkedHashMap<>();

  private Help(String text) {
    for (String page : text.split("\f")) {
      int end = page.indexOf('\n');
      if (end > 0) {
        pages.put(page.substring(0, end), page.substring(end + 1));
      }
    }
  }

  /** The page that this command line asks for; empty if it asks for none, or for none we have. */
  static Optional<String> page(String[] args) throws IOException {
    List<String> words = Arrays.asList(args);
    if (words.contains("--")) {
      words = words.subList(0, words.indexOf("--"));
    }
    boolean command = !words.isEmpty() && words.get(0).equals("help");
    if (!command && !isGroup(words) && words.stream().noneMatch(OPTIONS::contains)) {
      return Optional.empty();
    }
    return read()
        .find(command ? words.subList(1, words.size()) : words)
        .map(page -> Colours.ofTerminal().on() ? page : page.replaceAll("\033\\[[0-9;]*m", ""));
  }

  private static Help read() throws IOException {
    try (InputStream text = Help.class.getResourceAsStream("help.txt")) {
      return new Help(new String(text.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** No daemon needs to start for a command that none has. */
  static void checkCommand(String[] args) throws IOException {
    String name = args.length == 0 ? "-" : args[0];
    List<String> known =
        read().pages.keySet().stream()
            .filter(page -> page.startsWith(PROGRAM + " "))
            .map(page -> page.substring(PROGRAM.length() + 1))
            .filter(page -> !page.contains(" "))
            .toList();
    if (!name.startsWith("-") && !known.contains(name)) {
      throw new Arguments.WrongUsage(new UsageProblem(PROGRAM).unknownCommand(name, known));
    }
  }

  /** A command that has only subcommands shows them. */
  private static boolean isGroup(List<String> words) {
    return words.size() == 1
        && CommandShape.CLIENT.stream()
            .anyMatch(shape -> shape.name().equals(words.get(0)) && !shape.subcommands().isEmpty());
  }

  /** An unknown command has no page. */
  private Optional<String> find(List<String> words) {
    String path = PROGRAM;
    for (String word : words) {
      String below = path + " " + word;
      if (pages.containsKey(below)) {
        path = below;
      } else if (!word.startsWith("-") && hasSubcommands(path)) {
        return Optional.empty();
      } else {
        break;
      }
    }
    return Optional.of(pages.get(path));
  }

  private boolean hasSubcommands(String path) {
    return pages.keySet().stream().anyMatch(page -> page.startsWith(path + " "));
  }
}
