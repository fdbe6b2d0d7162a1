package swarmd.builtin.shell;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Commands that change nothing outside swarmd, whatever the repository. Flags must be listed: git
 * alone has some that write files, run programs or open pagers.
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
          holderCommand("complete", "result"),
          holderCommand("done", "result"),
          holderCommand("fail", "error"),
          holderCommand("release", "note"),
          holderCommand("renew", "token"));

  private ReadOnlyCommands() {}

  static boolean contains(List<String> words) {
    return ALL.stream().anyMatch(command -> command.allows(words));
  }

  /** A command for a task's holder, without the flags for other agents and sessions. */
  private static Command holderCommand(String name, String text) {
    return command("swarm task " + name)
        .flags("--json|--(token|" + text + ")(=.*)?")
        .withArguments();
  }

  private static Command command(String words) {
    return new Command(List.of(words.split(" ")), Pattern.compile(""), Arguments.NONE);
  }

  /** The arguments other than flags that may follow a command. */
  private enum Arguments {
    NONE,
    ANY,
    /** Git and ls also read outside the repository if a path leads there. */
    IN_REPOSITORY
  }

  private record Command(List<String> firstWords, Pattern flags, Arguments arguments) {

    Command flags(String regex) {
      return new Command(firstWords, Pattern.compile(regex), arguments);
    }

    Command withArguments() {
      return new Command(firstWords, flags, Arguments.ANY);
    }

    Command withPaths() {
      return new Command(firstWords, flags, Arguments.IN_REPOSITORY);
    }

    boolean allows(List<String> words) {
      return words.size() >= firstWords.size()
          && words.subList(0, firstWords.size()).equals(firstWords)
          && words.subList(firstWords.size(), words.size()).stream().allMatch(this::allows);
    }

    /** Checks flags even after "--", which may be the value of the option before it. */
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
