package swarmd.builtin.shell;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands that change nothing outside swarmd, whatever the repository. A flag that is not listed
 * is not known to be harmless: git alone has some that write files, run programs or open pagers.
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
          command("ls").flags("-[A-Za-z0-9]+|--[a-z-]+(=[A-Za-z0-9%:+ _-]*)?").withPaths(),
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
              .withPaths(),
          command("swarm status").flags("--json"),
          command("swarm events")
              .flags("--json|--tasks|--hooks|-n|--since(=[0-9]+)?")
              .withArguments(),
          command("swarm task list")
              .flags("--json|-a|--all|--(status|swarm|limit|after)(=.*)?")
              .withArguments(),
          command("swarm note list").flags("--json"),
          command("swarm task show").flags("--json").withArguments(),
          command("swarm task claim")
              .flags("--json|--(limit|files|swarm|lease|wait|request-id)(=.*)?")
              .withArguments(),
          step("complete", "result"),
          step("done", "result"),
          step("fail", "error"),
          step("release", "note"),
          step("renew", "token"));

  private ReadOnlyCommands() {}

  static boolean contain(List<String> words) {
    return ALL.stream().anyMatch(command -> command.allows(words));
  }

  /** What the holder of a task does with it; not for another agent or session. */
  private static Command step(String name, String text) {
    return command("swarm task " + name)
        .flags("--json|--(token|" + text + ")(=.*)?")
        .withArguments();
  }

  private static Command command(String words) {
    return new Command(List.of(words.split(" ")), Pattern.compile(""), Arguments.NONE);
  }

  /** What else may follow a command besides flags. */
  private enum Arguments {
    NONE,
    ANY,
    /** Git reads files outside the repository, too, if one is named; so does ls their names. */
    IN_REPOSITORY
  }

  /** A command's first words, what its flags may be, and what else it may have. */
  private record Command(List<String> first, Pattern flags, Arguments arguments) {

    Command flags(String regex) {
      return new Command(first, Pattern.compile(regex), arguments);
    }

    Command withArguments() {
      return new Command(first, flags, Arguments.ANY);
    }

    Command withPaths() {
      return new Command(first, flags, Arguments.IN_REPOSITORY);
    }

    boolean allows(List<String> words) {
      return words.size() >= first.size()
          && words.subList(0, first.size()).equals(first)
          && words.subList(first.size(), words.size()).stream().allMatch(this::allows);
    }

    /** A flag is one wherever it stands: what comes before may take a "--" for its value. */
    private boolean allows(String word) {
      if (word.startsWith("-") && !word.equals("--")) {
        return flags.matcher(word).matches();
      }
      return switch (arguments) {
        case NONE -> false;
        case ANY -> true;
        case IN_REPOSITORY -> isInRepository(word);
      };
    }

    private static boolean isInRepository(String word) {
      return !word.startsWith("/") && Stream.of(word.split("[/:]")).noneMatch(".."::equals);
    }
  }
}
