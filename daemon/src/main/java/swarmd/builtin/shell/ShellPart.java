package swarmd.builtin.shell;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One simple command of a command line.
 *
 * @param input whether it reads from a pipe, a file or a text
 * @param output whether it writes to a pipe or a file
 */
record ShellPart(List<String> words, boolean input, boolean output) {
  private static final Pattern ASSIGNMENT = Pattern.compile("\\w+=.*", Pattern.DOTALL);
  private static final Pattern DURATION = Pattern.compile("[0-9.]+[smhd]?");

  /** Words that may precede a command without changing which program runs. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "if", "then", "else", "elif", "while", "until", "do", "{", "!", "time", "sudo", "env",
          "command", "builtin", "exec", "nohup", "nice", "timeout", "stdbuf", "doas", "winpty");

  /** The program's name without its folder; empty if there is none. */
  String program() {
    int programIndex = programIndex();
    return programIndex == words.size()
        ? ""
        : words.get(programIndex).substring(words.get(programIndex).lastIndexOf('/') + 1);
  }

  List<String> arguments() {
    int programIndex = programIndex();
    return programIndex == words.size() ? List.of() : words.subList(programIndex + 1, words.size());
  }

  private int programIndex() {
    int i = 0;
    boolean wrapped = false;
    while (i < words.size()) {
      String word = words.get(i);
      if (isLookup(i)) {
        return i;
      }
      if (WRAPPERS.contains(word)) {
        wrapped = true;
      } else if (!ASSIGNMENT.matcher(word).matches()
          && !(wrapped && (word.startsWith("-") || DURATION.matcher(word).matches()))) {
        return i;
      }
      i++;
    }
    return i;
  }

  /** `command -v vim` only prints the path of vim. */
  private boolean isLookup(int i) {
    return words.get(i).equals("command")
        && i + 1 < words.size()
        && words.get(i + 1).matches("-[vV]");
  }

  boolean hasArgument(String... any) {
    return arguments().stream().anyMatch(Set.of(any)::contains);
  }

  /** Whether one of these flags is present, with or without a value after =. */
  boolean hasFlag(String... any) {
    Set<String> flags = Set.of(any);
    return arguments().stream()
        .map(argument -> argument.startsWith("--") ? argument.split("=", 2)[0] : argument)
        .anyMatch(flags::contains);
  }

  /** Whether short flags, alone or combined as in -am, contain one of these letters. */
  boolean hasLetter(String letters) {
    return arguments().stream()
        .filter(argument -> argument.length() > 1 && argument.startsWith("-"))
        .filter(argument -> !argument.startsWith("--"))
        .anyMatch(argument -> argument.chars().anyMatch(c -> letters.indexOf(c) >= 0));
  }
}
