package swarmd.builtin.shell;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Words that may precede a command without changing which program runs. */
final class Wrappers {
  private static final Set<String> KEYWORDS =
      Set.of("if", "then", "else", "elif", "while", "until", "do", "{", "!", "coproc");

  /**
   * How a wrapper's own words are skipped.
   *
   * @param letters short options that take the next word
   * @param operands how many words precede the command
   */
  private record Wrapper(String letters, int operands) {}

  private static final Map<String, Wrapper> WRAPPERS =
      Map.ofEntries(
          Map.entry("time", new Wrapper("fo", 0)),
          Map.entry("sudo", new Wrapper("ugpCDhrtTUR", 0)),
          Map.entry("doas", new Wrapper("uC", 0)),
          Map.entry("env", new Wrapper("uC", 0)),
          Map.entry("command", new Wrapper("", 0)),
          Map.entry("builtin", new Wrapper("", 0)),
          Map.entry("exec", new Wrapper("a", 0)),
          Map.entry("nohup", new Wrapper("", 0)),
          Map.entry("setsid", new Wrapper("", 0)),
          Map.entry("nice", new Wrapper("n", 0)),
          Map.entry("ionice", new Wrapper("cnpPu", 0)),
          Map.entry("chrt", new Wrapper("", 1)),
          Map.entry("taskset", new Wrapper("", 1)),
          Map.entry("timeout", new Wrapper("sk", 1)),
          Map.entry("gtimeout", new Wrapper("sk", 1)),
          Map.entry("stdbuf", new Wrapper("ioe", 0)),
          Map.entry("unbuffer", new Wrapper("", 0)),
          Map.entry("chronic", new Wrapper("", 0)),
          Map.entry("caffeinate", new Wrapper("tw", 0)),
          Map.entry("winpty", new Wrapper("", 0)),
          Map.entry("noglob", new Wrapper("", 0)),
          Map.entry("busybox", new Wrapper("", 0)));

  /** Long options that take the next word. */
  private static final Set<String> LONG =
      Set.of("--user", "--group", "--chdir", "--unset", "--signal", "--kill-after", "--adjustment");

  /** Those that do something of their own without a command. */
  private static final Set<String> ALONE = Set.of("sudo", "env", "time", "busybox");

  /** Options of `command` that only print what would run. */
  private static final Set<String> LOOKUPS = Set.of("-v", "-V", "-pv", "-pV");

  /** Options of `sudo` with which it runs no command. */
  private static final Set<String> WITHOUT_COMMAND =
      Set.of("-e", "-l", "-v", "--edit", "--list", "--validate");

  private Wrappers() {}

  /** The index of the program, or the number of words if there is none. */
  static int programIndex(List<ShellWord> words) {
    int at = 0;
    while (at < words.size()) {
      String word = words.get(at).text();
      Wrapper wrapper = WRAPPERS.get(ShellPart.nameOf(word));
      if (KEYWORDS.contains(word) || isAssignment(word)) {
        at++;
      } else if (wrapper == null || isLookup(words, at)) {
        return at;
      } else {
        at = after(wrapper, words, at + 1);
      }
    }
    return at;
  }

  /**
   * The folder in which a wrapper runs the program, if it is not the shell's.
   *
   * @param prefix what stands before the program
   */
  static Optional<ShellWord> folder(List<ShellWord> prefix) {
    String letter = "";
    Optional<ShellWord> found = Optional.empty();
    for (int i = 0; i < prefix.size(); i++) {
      String word = prefix.get(i).text();
      switch (ShellPart.nameOf(word)) {
        case "env" -> letter = "-C";
        case "sudo" -> letter = "-D";
        default -> {}
      }
      if (letter.isEmpty()) {
        continue;
      }
      if ((word.equals(letter) || word.equals("--chdir")) && i + 1 < prefix.size()) {
        found = Optional.of(prefix.get(i + 1));
      } else if (word.startsWith("--chdir=")) {
        found = Optional.of(prefix.get(i).from("--chdir=".length()));
      }
    }
    return found;
  }

  static boolean isAssignment(String word) {
    int equals = word.indexOf('=');
    if (equals <= 0 || Character.isDigit(word.charAt(0))) {
      return false;
    }
    int end = word.charAt(equals - 1) == '+' ? equals - 1 : equals;
    for (int i = 0; i < end; i++) {
      char c = word.charAt(i);
      if (c != '_' && !Character.isLetterOrDigit(c)) {
        return false;
      }
    }
    return end > 0;
  }

  private static int after(Wrapper wrapper, List<ShellWord> words, int start) {
    int at = start;
    int operands = wrapper.operands;
    while (at < words.size()) {
      String word = words.get(at).text();
      if (word.length() > 1 && word.startsWith("-")) {
        boolean takesNext =
            LONG.contains(word)
                || word.length() == 2 && wrapper.letters.indexOf(word.charAt(1)) >= 0;
        at = Math.min(at + (takesNext ? 2 : 1), words.size());
      } else if (operands > 0 && !isAssignment(word)) {
        operands--;
        at++;
      } else {
        return at;
      }
    }
    return words.size();
  }

  /** `command -v vim` only prints the path of vim; `sudo -e` and `sudo -l` run no command. */
  private static boolean isLookup(List<ShellWord> words, int at) {
    String word = words.get(at).text();
    String next = at + 1 < words.size() ? words.get(at + 1).text() : "";
    return word.equals("command") && LOOKUPS.contains(next)
        || word.equals("sudo") && WITHOUT_COMMAND.contains(next)
        || ALONE.contains(word)
            && words.subList(at + 1, words.size()).stream().allMatch(ShellWord::isOption);
  }
}
