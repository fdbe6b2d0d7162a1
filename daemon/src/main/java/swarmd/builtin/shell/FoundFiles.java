package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.builtin.shell.ShellSteps.Step;
import swarmd.builtin.shell.Written.Reach;

/** The files that a program finds, and passes on to others. */
final class FoundFiles {
  private static final ShellWord HERE = new ShellWord(".", ".");
  private static final Set<String> PASS_ON = Set.of("sort", "uniq", "head", "tail", "tr", "tee");

  /** Tests of find that say nothing of a file's name, and those that take a value. */
  private static final Set<String> KNOWN_TESTS =
      Set.of("-a", "-and", "-print", "-print0", "-delete", "-depth", "-follow", "-xdev", "-mount");

  private FoundFiles() {}

  /** What stands for {} in a command that another one runs; empty if that is unknown. */
  static List<Written> insertedInto(Step step) {
    if (step.runner().isEmpty()) {
      return List.of();
    }
    Step runner = step.runner().get();
    return switch (runner.part().program()) {
      case "find" -> byFind(runner, runner.part());
      case "fd", "fdfind" -> byFd(runner, runner.part());
      case "xargs", "parallel" -> piped(runner, runner.part());
      default -> insertedInto(runner);
    };
  }

  private static List<Written> piped(Step step, ShellPart part) {
    List<Written> files = new ArrayList<>();
    part.texts()
        .flatMap(String::lines)
        .forEach(line -> addFile(step, ShellWord.literal(line.strip()), files));
    part.source().ifPresent(source -> files.addAll(byProgram(step, source)));
    return files;
  }

  /** The files that a program prints; empty if they are unknown. */
  static List<Written> byProgram(Step step, ShellPart part) {
    String program = part.program();
    if (PASS_ON.contains(program)) {
      return part.source().map(source -> byProgram(step, source)).orElse(List.of());
    }
    return switch (program) {
      case "find" -> byFind(step, part);
      case "grep", "egrep", "fgrep", "rg", "ag", "ack" -> byGrep(step, part);
      case "fd", "fdfind" -> byFd(step, part);
      case "echo", "printf", "ls" -> named(step, part, program);
      case "cat" -> part.arguments().isEmpty() ? piped(step, part) : List.of();
      case "git" -> byGit(step, part);
      default -> List.of();
    };
  }

  /** The same as the forms of paths. */
  static List<String> forms(List<Written> files) {
    return files.stream().flatMap(FoundFiles::forms).toList();
  }

  private static Stream<String> forms(Written found) {
    String path = found.path();
    String below = found.reach() == Reach.CHILDREN ? "/" : "/**/";
    return switch (found.reach()) {
      case FILE -> Stream.of(path);
      case TREE, CHILDREN ->
          found.names().isEmpty()
              ? Stream.of(path, path + below + "*")
              : found.names().stream().map(name -> path + below + name);
      default -> Stream.of();
    };
  }

  private static List<Written> named(Step step, ShellPart part, String program) {
    List<Written> files = new ArrayList<>();
    if (program.equals("ls") && part.positional().isEmpty()) {
      CommandPaths.absolute(step, HERE)
          .forEach(
              path -> files.add(new Written(path, Reach.CHILDREN, List.of(), Optional.empty())));
    }
    for (ShellWord word : part.operands()) {
      // ls prints the names in a folder without the folder
      if (!program.equals("ls")
          || PathForm.hasWildcards(word.form())
          || word.text().contains(".")) {
        for (String each : word.text().split("\\s+")) {
          addFile(step, each.equals(word.text()) ? word : ShellWord.literal(each), files);
        }
      }
    }
    return files;
  }

  private static void addFile(Step step, ShellWord word, List<Written> files) {
    if (!word.isOption()) {
      CommandPaths.absolute(step, word).forEach(path -> files.add(Written.file(path)));
    }
  }

  private static List<Written> trees(Step step, List<ShellWord> roots, List<String> names) {
    List<Written> files = new ArrayList<>();
    for (ShellWord root : roots.isEmpty() ? List.of(HERE) : roots) {
      CommandPaths.absolute(step, root).forEach(path -> files.add(Written.tree(path, names)));
    }
    return files;
  }

  private static List<Written> byGrep(Step step, ShellPart part) {
    Arguments arguments =
        Arguments.of(
            part.operands(), "efmABCgtTd", "--regexp --file --include --exclude --glob --type");
    boolean hasPattern = arguments.has("-e", "-f", "--regexp", "--file", "--files");
    List<ShellWord> roots = arguments.operandsFrom(hasPattern ? 0 : 1);
    boolean recursive =
        arguments.has("-r", "-R", "--recursive") || !part.program().endsWith("grep");
    if (roots.isEmpty() && (part.source().isPresent() || !recursive)) {
      return List.of(); // it filters what it reads
    }
    List<String> names =
        arguments.values("--include", "-g", "--glob").stream()
            .map(ShellWord::text)
            .filter(glob -> !glob.startsWith("!"))
            .toList();
    return trees(step, roots, names);
  }

  private static List<Written> byFd(Step step, ShellPart part) {
    List<ShellWord> own =
        part.operands().stream()
            .takeWhile(word -> !word.text().matches("-[xX]|--exec|--exec-batch"))
            .toList();
    Arguments arguments = Arguments.of(own, "eEtd", "--extension --exclude --type");
    List<String> names =
        arguments.values("-e", "--extension").stream().map(each -> "*." + each.text()).toList();
    if (names.isEmpty()) {
      return List.of(); // a pattern of names, which may match anything or nothing
    }
    return trees(step, arguments.operandsFrom(1), names);
  }

  private static List<Written> byGit(Step step, ShellPart part) {
    List<ShellWord> words = GitCommand.in(part).map(ShellPart::all).orElse(List.of());
    String command = words.isEmpty() ? "" : words.get(0).text();
    if (!command.matches("ls-files|grep")) {
      return List.of();
    }
    Arguments arguments = Arguments.of(words.subList(1, words.size()), "eof", "");
    List<ShellWord> paths =
        arguments.operandsFrom(command.equals("grep") && !arguments.has("-e") ? 1 : 0);
    List<Written> files = new ArrayList<>();
    for (ShellWord path : paths.isEmpty() ? List.of(HERE) : paths) {
      if (path.text().indexOf('*') >= 0) { // a wildcard of git's own, also in subfolders
        int slash = path.text().lastIndexOf('/');
        ShellWord folder = ShellWord.literal(slash < 0 ? "." : path.text().substring(0, slash));
        files.addAll(trees(step, List.of(folder), List.of(path.text().substring(slash + 1))));
      } else {
        files.addAll(trees(step, List.of(path), List.of()));
      }
    }
    return files;
  }

  /** Empty if a test depends on more than names, since it may leave out what matters. */
  static List<Written> byFind(Step step, ShellPart part) {
    List<ShellWord> words = part.operands();
    int at = 0;
    while (at < words.size() && words.get(at).text().matches("-[HLP]|-O\\d")) {
      at++;
    }
    int firstTest = at;
    while (firstTest < words.size() && !words.get(firstTest).text().matches("-.+|[(!]")) {
      firstTest++;
    }
    List<ShellWord> roots = words.subList(at, firstTest);
    Optional<Tests> tests = Tests.of(words.subList(firstTest, words.size()));
    if (tests.isEmpty()) {
      return List.of();
    }
    List<Written> trees = trees(step, roots, tests.get().names);
    return tests.get().children
        ? trees.stream()
            .map(tree -> new Written(tree.path(), Reach.CHILDREN, tree.names(), Optional.empty()))
            .toList()
        : trees;
  }

  /**
   * What find requires of a file.
   *
   * @param names one of which its name must match; any if empty
   * @param children whether it looks into no subfolder
   */
  private record Tests(List<String> names, boolean children) {

    static Optional<Tests> of(List<ShellWord> words) {
      List<String> names = new ArrayList<>();
      boolean children = false;
      boolean negated = false;
      boolean alternativeWithoutName = false;
      boolean named = false;
      for (int i = 0; i < words.size(); i++) {
        String test = words.get(i).text();
        String value = i + 1 < words.size() ? words.get(i + 1).text() : "";
        switch (test) {
          case "-name", "-iname" -> {
            if (!negated) {
              names.add(value);
              named = true;
            }
            i++;
          }
          case "-type" -> {
            if (value.equals("d") != negated) {
              return Optional.empty();
            }
            i++;
          }
          case "-maxdepth" -> {
            children = value.equals("1");
            i++;
          }
          case "-mindepth" -> i++;
          case "-path", "-wholename", "-ipath" -> {
            if (!negated && !pruned(words, i)) {
              return Optional.empty();
            }
            i++;
          }
          case "-o", "-or" -> {
            alternativeWithoutName |= !named;
            named = false;
          }
          case "-prune" -> {
            if (!names.isEmpty()) {
              names.remove(names.size() - 1);
            }
            named = true; // what is pruned is not found
          }
          case "-exec", "-execdir", "-ok", "-okdir" -> {
            while (i + 1 < words.size() && !words.get(i + 1).text().matches("[;+]")) {
              i++;
            }
            i++;
          }
          case "(", ")", "!", "-not" -> {}
          default -> {
            if (!KNOWN_TESTS.contains(test)) {
              return Optional.empty();
            }
          }
        }
        negated = test.equals("!") || test.equals("-not");
      }
      return Optional.of(
          new Tests(alternativeWithoutName || !named ? List.of() : List.copyOf(names), children));
    }

    private static boolean pruned(List<ShellWord> words, int at) {
      return words.stream().skip(at).limit(4).anyMatch(word -> word.text().equals("-prune"));
    }
  }
}
