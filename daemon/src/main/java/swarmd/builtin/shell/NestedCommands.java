package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands that a command runs: the code of `sh -c`, what follows `xargs`, and the like. */
final class NestedCommands {
  /** What {@link #of} puts where a program inserts names that it reads or finds. */
  static final ShellWord INSERTED = new ShellWord("{}", "\\{\\}");

  static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "ksh", "ash", "fish");

  private static final int MAX_LENGTH = 256 << 10;

  /** Programs that run the first word that is not an option, or what follows a word of theirs. */
  private static final Map<String, Set<String>> RUNNERS =
      Map.ofEntries(
          Map.entry("npx", Set.of()),
          Map.entry("bunx", Set.of()),
          Map.entry("uvx", Set.of()),
          Map.entry("npm", Set.of("exec", "x")),
          Map.entry("pnpm", Set.of("exec", "dlx")),
          Map.entry("yarn", Set.of("exec", "dlx")),
          Map.entry("uv", Set.of("run")),
          Map.entry("poetry", Set.of("run")),
          Map.entry("pipenv", Set.of("run")),
          Map.entry("hatch", Set.of("run")),
          Map.entry("bundle", Set.of("exec")),
          Map.entry("dotenv", Set.of()),
          Map.entry("xvfb-run", Set.of()),
          Map.entry("parallel", Set.of()),
          Map.entry("entr", Set.of()));

  private static final Set<String> XARGS_VALUES =
      Set.of("-n", "-P", "-L", "-d", "-s", "-a", "-E", "-S", "-R", "--max-args", "--max-procs");

  private static final Set<String> RUNNING_GIT = Set.of("bisect", "submodule", "rebase");

  private NestedCommands() {}

  /** Empty if it runs none, as far as we can tell. */
  static List<ShellPart> of(ShellPart part) {
    String program = part.program();
    if (SHELLS.contains(program)) {
      return shell(part);
    }
    return switch (program) {
      case "eval" -> code(part, String.join(" ", part.arguments()));
      case "watch" -> code(part, afterOptions(part, Set.of("-n", "--interval")));
      case "trap" -> part.arguments().size() < 2 ? List.of() : code(part, part.arguments().get(0));
      case "su", "runuser", "script", "flock" -> optionOrCommand(part);
      case "xargs" -> xargs(part);
      case "find" -> afterEach(part, Set.of("-exec", "-execdir", "-ok", "-okdir"));
      case "fd", "fdfind" -> afterEach(part, Set.of("-x", "-X", "--exec", "--exec-batch"));
      case "git" -> git(part);
      case "python", "python3", "python2" -> module(part);
      default -> RUNNERS.containsKey(program) ? run(part, RUNNERS.get(program)) : List.of();
    };
  }

  private static List<ShellPart> code(ShellPart part, String code) {
    return ShellParts.of(code, MAX_LENGTH, part.scope().inner());
  }

  /** The code after -c, or what it reads instead of a script. */
  private static List<ShellPart> shell(ShellPart part) {
    List<String> arguments = part.arguments();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).matches("-[a-zA-Z]*c[a-zA-Z]*")) {
        return arguments.stream()
            .skip(i + 1L)
            .filter(argument -> !argument.startsWith("-"))
            .findFirst()
            .map(code -> code(part, code))
            .orElse(List.of());
      }
    }
    boolean reads = arguments.stream().allMatch(word -> word.startsWith("-"));
    return reads ? code(part, input(part)) : List.of();
  }

  /** The text that a program reads, as far as it stands in the command line. */
  static String input(ShellPart part) {
    Optional<ShellPart> source = part.source();
    String piped =
        source
            .filter(from -> from.program().matches("echo|printf"))
            .map(from -> String.join(" ", from.arguments()))
            .orElse("");
    String copied =
        source
            .filter(from -> from.program().equals("cat") && from.arguments().isEmpty())
            .map(from -> from.texts().collect(Collectors.joining("\n")))
            .orElse("");
    return Stream.concat(part.texts(), Stream.of(piped, copied)).collect(Collectors.joining("\n"));
  }

  private static String afterOptions(ShellPart part, Set<String> withValue) {
    List<ShellWord> words = part.operands();
    return words.subList(firstOperand(words, withValue), words.size()).stream()
        .map(ShellWord::text)
        .collect(Collectors.joining(" "));
  }

  private static int firstOperand(List<ShellWord> words, Set<String> withValue) {
    int at = 0;
    while (at < words.size() && words.get(at).isOption()) {
      if (words.get(at).text().equals("--")) {
        return at + 1;
      }
      at += withValue.contains(words.get(at).text()) ? 2 : 1;
    }
    return Math.min(at, words.size());
  }

  /** `su -c CODE`; `flock FILE COMMAND`. */
  private static List<ShellPart> optionOrCommand(ShellPart part) {
    List<ShellWord> words = part.operands();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).text().matches("-[a-z]*c|--command")) {
        return code(part, words.get(i + 1).text());
      }
    }
    int first = firstOperand(words, Set.of("-w", "--timeout", "-E"));
    return part.program().equals("flock") && first + 1 < words.size()
        ? List.of(part.withWords(words.subList(first + 1, words.size())))
        : List.of();
  }

  private static List<ShellPart> xargs(ShellPart part) {
    List<ShellWord> words = part.operands();
    Optional<String> replaced = Optional.empty();
    int at = 0;
    while (at < words.size() && words.get(at).isOption()) {
      String option = words.get(at).text();
      if (option.equals("-I") || option.equals("-J")) {
        replaced = at + 1 < words.size() ? Optional.of(words.get(at + 1).text()) : replaced;
        at++;
      } else if (option.startsWith("-I")) {
        replaced = Optional.of(option.substring(2));
      } else if (option.matches("-i|--replace")) {
        replaced = Optional.of("{}");
      }
      at += XARGS_VALUES.contains(option) ? 2 : 1;
    }
    if (at >= words.size()) {
      return List.of();
    }
    List<ShellWord> command = new ArrayList<>();
    for (ShellWord word : words.subList(at, words.size())) {
      command.add(replaced.isPresent() ? inserted(word, replaced.get()) : word);
    }
    if (replaced.isEmpty()) {
      command.add(INSERTED);
    }
    return List.of(part.running(command));
  }

  private static ShellWord inserted(ShellWord word, String replaced) {
    return word.text().contains(replaced)
        ? ShellWord.literal(word.text().replace(replaced, INSERTED.text()))
        : word;
  }

  private static List<ShellPart> afterEach(ShellPart part, Set<String> options) {
    List<ShellPart> found = new ArrayList<>();
    List<ShellWord> words = part.operands();
    for (int i = 0; i < words.size(); i++) {
      if (options.contains(words.get(i).text())) {
        int end = i + 1;
        while (end < words.size() && !words.get(end).text().matches("[;+]")) {
          end++;
        }
        List<ShellWord> command = new ArrayList<>();
        words.subList(i + 1, end).forEach(word -> command.add(inserted(word, "{}")));
        if (!command.isEmpty()) {
          found.add(part.running(command));
        }
        i = end;
      }
    }
    return found;
  }

  private static List<ShellPart> git(ShellPart part) {
    List<ShellWord> words = GitCommand.in(part).map(ShellPart::all).orElse(List.of());
    if (words.isEmpty() || !RUNNING_GIT.contains(words.get(0).text())) {
      return List.of();
    }
    List<String> texts = words.stream().map(ShellWord::text).toList();
    if (texts.size() > 2 && texts.subList(0, 2).equals(List.of("bisect", "run"))) {
      return List.of(part.withWords(words.subList(2, words.size())));
    }
    if (texts.size() > 2 && texts.subList(0, 2).equals(List.of("submodule", "foreach"))) {
      return code(part, texts.get(texts.size() - 1));
    }
    int exec = Math.max(texts.indexOf("-x"), texts.indexOf("--exec"));
    return exec > 0 && texts.get(0).equals("rebase") && exec + 1 < texts.size()
        ? code(part, texts.get(exec + 1))
        : List.of();
  }

  /** `python -m black` runs black. */
  private static List<ShellPart> module(ShellPart part) {
    List<ShellWord> words = part.operands();
    for (int i = 0; i + 1 < words.size() && words.get(i).isOption(); i++) {
      if (words.get(i).text().equals("-m")) {
        return List.of(part.withWords(words.subList(i + 1, words.size())));
      }
    }
    return List.of();
  }

  private static List<ShellPart> run(ShellPart part, Set<String> verbs) {
    List<ShellWord> words = part.operands();
    int at = firstOperand(words, Set.of("-p", "--package", "--with", "-j"));
    if (!verbs.isEmpty()) {
      if (at >= words.size() || !verbs.contains(words.get(at).text())) {
        return List.of();
      }
      List<ShellWord> rest = words.subList(at + 1, words.size());
      return runRest(part, rest.subList(firstOperand(rest, Set.of("--with", "-p")), rest.size()));
    }
    return runRest(part, words.subList(at, words.size()));
  }

  private static List<ShellPart> runRest(ShellPart part, List<ShellWord> rest) {
    int list = rest.stream().map(ShellWord::text).toList().indexOf(":::");
    if (rest.isEmpty()) {
      return List.of();
    }
    if (!part.program().equals("parallel")) {
      return List.of(part.withWords(rest));
    }
    List<ShellWord> command = new ArrayList<>(rest.subList(0, list < 0 ? rest.size() : list));
    boolean inserts = command.stream().anyMatch(word -> word.text().contains("{"));
    if (list >= 0 && !inserts) {
      command.addAll(rest.subList(list + 1, rest.size()));
    } else if (!inserts) {
      command.add(INSERTED);
    }
    return command.isEmpty() ? List.of() : List.of(part.running(command));
  }
}
