package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One simple command of a command line.
 *
 * @param all its words, with assignments and wrappers before the program
 * @param input whether it reads from a pipe, a file or a text
 * @param output whether it writes to a pipe or a file
 * @param redirections files that it reads and writes, and heredocs
 * @param scope the shell that it runs in
 * @param source the command whose output it reads through a pipe
 */
record ShellPart(
    List<ShellWord> all,
    boolean input,
    boolean output,
    List<Redirection> redirections,
    Scope scope,
    Optional<ShellPart> source) {

  /** The words without their quotes. */
  List<String> words() {
    return all.stream().map(ShellWord::text).toList();
  }

  /** The program's name without its folder; empty if there is none. */
  String program() {
    int at = Wrappers.programIndex(all);
    return at == all.size() ? "" : nameOf(all.get(at).text());
  }

  static String nameOf(String program) {
    return program.substring(program.lastIndexOf('/') + 1);
  }

  /** The words after the program. */
  List<ShellWord> operands() {
    int at = Wrappers.programIndex(all);
    return at == all.size() ? List.of() : all.subList(at + 1, all.size());
  }

  List<String> arguments() {
    return operands().stream().map(ShellWord::text).toList();
  }

  /** What stands before the program: assignments and wrappers. */
  List<ShellWord> prefix() {
    return all.subList(0, Wrappers.programIndex(all));
  }

  /** The same command with other words. */
  ShellPart withWords(List<ShellWord> words) {
    return new ShellPart(List.copyOf(words), input, output, redirections, scope, source);
  }

  /** A command that this one runs, with nothing to answer its questions. */
  ShellPart running(List<ShellWord> words) {
    return new ShellPart(List.copyOf(words), true, output, List.of(), scope, source);
  }

  /** The texts that it reads: heredocs and here-strings. */
  Stream<String> texts() {
    return redirections.stream()
        .filter(each -> each.kind() == Redirection.Kind.TEXT)
        .map(each -> each.target().text());
  }

  boolean hasArgument(String... any) {
    for (ShellWord word : operands()) {
      if (isAmong(any, word.text())) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of these flags is present, with or without a value after =. */
  boolean hasFlag(String... any) {
    for (ShellWord word : operands()) {
      int equals = word.text().startsWith("--") ? word.text().indexOf('=') : -1;
      if (isAmong(any, equals < 0 ? word.text() : word.text().substring(0, equals))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAmong(String[] any, String word) {
    for (String each : any) {
      if (each.equals(word)) {
        return true;
      }
    }
    return false;
  }

  /** Whether short flags, alone or combined as in -am, contain one of these letters. */
  boolean hasLetter(String letters) {
    for (ShellWord word : operands()) {
      String text = word.text();
      if (text.length() > 1 && text.charAt(0) == '-' && text.charAt(1) != '-') {
        for (int i = 0; i < text.length(); i++) {
          if (letters.indexOf(text.charAt(i)) >= 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The words that are not options; options' values count as well. */
  List<String> positional() {
    return arguments().stream().filter(argument -> !argument.startsWith("-")).toList();
  }
}
