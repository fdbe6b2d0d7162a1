package swarmd.builtin.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds commands that would wait for user input, and what to run instead. */
final class InteractivePrograms {
  private static final String EDIT = "use your edit tool, or sed -i";
  private static final String SCRIPT = "pass the code, as with -c or -e, or a file, or a heredoc";
  private static final String SCREEN = "it draws on a full screen, which nobody sees; ";

  private record Rule(String programs, String alternative, Predicate<ShellPart> waits) {}

  /**
   * A command that waits for input.
   *
   * @param command the program and the arguments that make it interactive
   * @param alternative what to run alternative
   */
  record InteractiveCommand(String command, String alternative) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "vi vim nvim view",
              EDIT,
              part ->
                  !part.hasFlag("--headless", "-l")
                      && !(part.hasLetter("eE") && part.hasLetter("s"))),
          new Rule("nano pico micro joe hx helix kak", EDIT, part -> true),
          new Rule("emacs", EDIT, part -> !part.hasFlag("--batch", "-batch", "--script")),
          new Rule("ed ex", EDIT, part -> !part.input() && !part.hasLetter("s")),
          new Rule("less more most", "use cat, head, tail or sed -n", part -> !part.output()),
          new Rule(
              "man info",
              "use man -P cat NAME, or NAME --help",
              part -> !part.output() && !part.hasArgument("-P", "-k", "-f", "-w", "--output=-")),
          new Rule(
              "python python3 node irb lua julia ghci jshell php scala ipython bpython bash sh zsh"
                  + " fish",
              SCRIPT,
              part -> !part.input() && (part.arguments().isEmpty() || isOnly(part, "-i", "-a"))),
          new Rule(
              "R",
              "use Rscript -e CODE",
              part -> !part.input() && !part.hasFlag("-e", "-f", "--file", "CMD")),
          new Rule(
              "psql",
              "use psql -c SQL or -f FILE",
              part ->
                  !part.input()
                      && !part.hasLetter("cfl")
                      && !part.hasFlag("--command", "--file", "--list")),
          new Rule(
              "mysql mariadb",
              "use -e SQL",
              part -> !part.input() && !part.hasLetter("e") && !part.hasFlag("--execute")),
          new Rule(
              "sqlite3",
              "pass the SQL as an argument after the file",
              part -> !part.input() && countPositional(part) <= 1 && !part.hasFlag("-version")),
          new Rule(
              "mongosh mongo",
              "use --eval CODE",
              part ->
                  !part.input()
                      && !part.hasFlag("--eval", "-f", "--file")
                      && part.arguments().stream().noneMatch(word -> word.endsWith(".js"))),
          new Rule("redis-cli bc gdb lldb ftp telnet", SCRIPT, InteractivePrograms::hasNoWork),
          new Rule(
              "sftp", "use sftp -b FILE, or scp", part -> !part.input() && !part.hasArgument("-b")),
          new Rule(
              "ssh",
              "name the command: ssh HOST COMMAND, with -o BatchMode=yes",
              InteractivePrograms::isLogin),
          new Rule("top", SCREEN + "use top -b -n 1, or ps", part -> !part.hasLetter("bl")),
          new Rule("htop btop atop", SCREEN + "use ps, or top -b -n 1", part -> true),
          new Rule("watch", "it never ends: run the command once", part -> true),
          new Rule(
              "tig lazygit gitk fzf ranger nnn",
              SCREEN + "use plain commands",
              part -> !part.input()),
          // with arguments it is usually the MinIO client
          new Rule("mc", SCREEN + "use plain commands", InteractivePrograms::hasNoWork),
          new Rule(
              "tmux screen",
              SCREEN + "run it in the background",
              part -> part.arguments().isEmpty()),
          new Rule(
              "read",
              "nobody answers: set the variable",
              part -> !part.input() && part.hasLetter("p")),
          new Rule(
              "passwd visudo vipw",
              "it prompts for input: leave it to the user",
              part -> !part.input()),
          new Rule("crontab", "use crontab FILE", part -> part.hasArgument("-e")),
          new Rule("kubectl", "use kubectl patch or apply", part -> part.hasArgument("edit")),
          new Rule("npm yarn", "add -y", part -> isOnly(part, "init")),
          new Rule(
              "apt apt-get yum dnf",
              "add -y",
              part ->
                  part.hasArgument(
                          "install", "remove", "upgrade", "dist-upgrade", "autoremove", "purge")
                      && !part.input()
                      && !part.hasLetter("yqs")
                      && !part.hasFlag("--yes", "--assume-yes", "--assumeyes", "--dry-run")),
          new Rule(
              "docker podman",
              "leave out -t and -i",
              part ->
                  part.hasArgument("run", "exec")
                      && part.hasArgument("-it", "-ti", "--interactive", "--tty")
                      && !part.input()));

  private static final Map<String, Rule> BY_PROGRAM =
      RULES.stream()
          .flatMap(
              rule -> Stream.of(rule.programs.split(" ")).map(program -> Map.entry(program, rule)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private InteractivePrograms() {}

  /** Empty if the command does not wait, as far as we can tell. */
  static Optional<InteractiveCommand> find(ShellPart part) {
    String program = part.program();
    Optional<InteractiveCommand> found =
        program.equals("git")
            ? InteractiveGit.find(part)
            : Optional.ofNullable(BY_PROGRAM.get(program))
                .filter(rule -> rule.waits.test(part))
                .map(rule -> new InteractiveCommand(program, rule.alternative));
    return found.filter(interactive -> !part.hasFlag("--version", "--help"));
  }

  private static boolean isOnly(ShellPart part, String... words) {
    return part.arguments().size() == 1 && part.hasArgument(words);
  }

  private static long countPositional(ShellPart part) {
    return part.arguments().stream().filter(argument -> !argument.startsWith("-")).count();
  }

  private static boolean hasNoWork(ShellPart part) {
    return !part.input() && part.arguments().isEmpty();
  }

  /** True for a host without a command, unless an option makes ssh do something else. */
  private static boolean isLogin(ShellPart part) {
    if (part.input() || part.hasLetter("NfVGOQTWs")) {
      return false;
    }
    List<String> arguments = part.arguments();
    int positionalCount = 0;
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!argument.startsWith("-")) {
        positionalCount++;
      } else if (argument.length() == 2 && "pilobcDEeFIJLmRSw".indexOf(argument.charAt(1)) >= 0) {
        i++;
      }
    }
    return positionalCount == 1;
  }
}
