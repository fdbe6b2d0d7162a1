package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands that change nothing, whatever the repository. Flags must be listed: git alone has some
 * that write files, run programs or open pagers.
 */
final class ReadOnlyCommands {
  private static final String DIFF =
      "--stat(=[0-9,]+)?|--shortstat|--numstat|--dirstat|--summary|--name-only|--name-status"
          + "|-[pusRwbzaM]|--patch|--no-patch|-U[0-9]+|--unified=[0-9]+|--raw|--check|--no-color"
          + "|--color(=(always|never|auto))?|--word-diff(=(plain|color|porcelain))?|--color-words"
          + "|--minimal|--patience|--histogram|--find-renames|--no-renames|--full-index|--abbrev"
          + "|--diff-filter=[A-Za-z]+|--relative|--ignore-all-space|--ignore-space-change"
          + "|--ignore-blank-lines|--no-ext-diff|--no-textconv|--no-prefix|--submodule|--exit-code"
          + "|--quiet";

  private static final String LOG =
      DIFF
          + "|--oneline|--graph|--decorate(=(short|full|auto|no))?|--no-decorate|--all|--branches"
          + "|--tags|--remotes|--follow|--reverse|--merges|--no-merges|--first-parent|-[0-9]+"
          + "|-n[0-9]*|--max-count=[0-9]+|--skip=[0-9]+|--since=.+|--after=.+|--until=.+"
          + "|--before=.+|--author=.+|--committer=.+|--grep=.+|-i|--date=[a-z:-]+|--date-order"
          + "|--topo-order|--abbrev-commit|--no-abbrev-commit|--cc|-c|-m|-L[^:]+:.+|-S.+|-G.+"
          + "|--pickaxe-all|--parents|--left-right|--cherry-pick|--format=[^G]*" // %G runs gpg
          + "|--pretty(=(oneline|short|medium|full|fuller|reference|raw))?";

  private static final String SORT = // by signature runs gpg
      "--sort=-?(refname|(v|version):refname|(committer|author|creator|tagger)date|objectsize)";

  private static final List<Command> ALL =
      List.of(
          command("pwd").flags("-[LP]"),
          // Not -H, -L and --dereference: these follow links, which may lead anywhere.
          command("ls")
              .flags("-[A-GI-KM-Za-z0-9]+|--(?!deref)[a-z-]+(=[A-Za-z0-9%:+ _-]*)?")
              .withPaths(),
          command("git status")
              .flags(
                  "-[sbvzu]+|--short|--branch|--porcelain(=v?[12])?|--long|--verbose|--show-stash"
                      + "|--ignored|-u(no|normal|all)|--untracked-files(=(no|normal|all))?"
                      + "|--ahead-behind|--no-ahead-behind|--no-renames")
              .withPaths(),
          command("git diff").flags("--cached|--staged|--merge-base|" + DIFF).withPaths(),
          command("git log").flags(LOG).withPaths(),
          command("git show").flags(LOG).withPaths(),
          command("git branch")
              .flags(
                  "-[arv]+|--all|--remotes|--verbose|--show-current|--no-color|--no-column"
                      + "|--merged|--no-merged|"
                      + SORT),
          command("git branch --list")
              .flags("-[arv]+|--all|--remotes|--verbose|--no-color|--no-column|" + SORT)
              .withPaths(),
          command("git tag --list").flags("-n[0-9]*|--no-column|" + SORT).withPaths(),
          command("git stash list").flags("--oneline|-[0-9]+"),
          command("git rev-parse")
              .flags(
                  "--show-toplevel|--show-prefix|--show-cdup|--git-dir|--git-common-dir"
                      + "|--is-inside-work-tree|--is-bare-repository|--abbrev-ref|--short|--verify"
                      + "|--symbolic-full-name|-q|--quiet")
              .withPaths(),
          command("git ls-files")
              .flags(
                  "-[cdmoiskutvz]+|--cached|--deleted|--modified|--others|--ignored|--stage"
                      + "|--unmerged|--exclude-standard|--full-name|--error-unmatch")
              .withPaths());

  private ReadOnlyCommands() {}

  static boolean contains(List<String> words) {
    return ALL.stream().anyMatch(command -> command.allows(words));
  }

  /** Why the words are none of these commands. */
  static String obstacle(List<String> words) {
    return ALL.stream()
        .filter(command -> command.isCalledBy(words))
        .max((one, other) -> Integer.compare(one.firstWords.size(), other.firstWords.size()))
        .flatMap(command -> command.obstacle(words))
        .orElse(
            "'%s' is not one of the read-only commands".formatted(String.join(" ", first(words))));
  }

  private static List<String> first(List<String> words) {
    return words.subList(0, words.get(0).equals("git") ? Math.min(2, words.size()) : 1);
  }

  static boolean isInRepository(String word) {
    return !word.startsWith("/") && Stream.of(word.split("[/:]")).noneMatch(".."::equals);
  }

  private static Command command(String words) {
    return new Command(List.of(words.split(" ")), Pattern.compile(""), false);
  }

  private record Command(List<String> firstWords, Pattern flags, boolean paths) {

    Command flags(String regex) {
      return new Command(firstWords, Pattern.compile(regex), paths);
    }

    /** Operands may follow; git and ls also read outside the repository if a path leads there. */
    Command withPaths() {
      return new Command(firstWords, flags, true);
    }

    boolean isCalledBy(List<String> words) {
      return words.size() >= firstWords.size()
          && words.subList(0, firstWords.size()).equals(firstWords);
    }

    Optional<String> obstacle(List<String> words) {
      String name = String.join(" ", firstWords);
      return words.subList(firstWords.size(), words.size()).stream()
          .filter(word -> !allows(word))
          .findFirst()
          .map(
              word ->
                  word.startsWith("-")
                      ? "the option '%s' is not on the list for '%s'".formatted(word, name)
                      : paths
                          ? "'%s' leads out of the project".formatted(word)
                          : "'%s' may change something with '%s' added".formatted(name, word));
    }

    boolean allows(List<String> words) {
      return isCalledBy(words)
          && words.subList(firstWords.size(), words.size()).stream().allMatch(this::allows);
    }

    /** Checks flags even after "--", which may be the value of the option before it. */
    private boolean allows(String word) {
      if (word.startsWith("-") && !word.equals("--")) {
        return flags.matcher(word).matches();
      }
      return paths && isInRepository(word);
    }
  }
}
