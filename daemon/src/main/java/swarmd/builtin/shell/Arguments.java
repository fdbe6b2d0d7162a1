package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The options and operands of a command, by the rules of getopt. */
final class Arguments {
  private record Option(String name, Optional<ShellWord> value) {}

  private final List<Option> options = new ArrayList<>();
  private final List<ShellWord> operands = new ArrayList<>();

  private Arguments() {}

  /**
   * @param letters short options that take a value
   * @param names long options, with their dashes, that take the next word; separated by blanks
   */
  static Arguments of(List<ShellWord> words, String letters, String names) {
    return of(words, letters, "", names);
  }

  /**
   * @param attached short options whose optional value is attached, as in -i.bak
   */
  static Arguments of(List<ShellWord> words, String letters, String attached, String names) {
    Arguments result = new Arguments();
    Set<String> withValue = Set.of(names.split(" "));
    boolean onlyOperands = false;
    for (int i = 0; i < words.size(); i++) {
      ShellWord word = words.get(i);
      Optional<ShellWord> next =
          i + 1 < words.size() ? Optional.of(words.get(i + 1)) : Optional.empty();
      String text = word.text();
      if (onlyOperands || !word.isOption()) {
        result.operands.add(word);
      } else if (text.equals("--")) {
        onlyOperands = true;
      } else if (withValue.contains(text)) {
        result.options.add(new Option(text, next));
        i++;
      } else if (text.startsWith("--")) {
        int equals = text.indexOf('=');
        result.options.add(
            equals < 0
                ? new Option(text, Optional.empty())
                : new Option(text.substring(0, equals), Optional.of(word.from(equals + 1))));
      } else if (result.addLetters(word, letters, attached, next)) {
        i++;
      }
    }
    return result;
  }

  /** Returns whether the last letter takes the next word. */
  private boolean addLetters(
      ShellWord word, String letters, String attached, Optional<ShellWord> next) {
    String text = word.text();
    for (int i = 1; i < text.length(); i++) {
      String name = "-" + text.charAt(i);
      boolean last = i + 1 == text.length();
      if (letters.indexOf(text.charAt(i)) >= 0) {
        options.add(new Option(name, last ? next : Optional.of(word.from(i + 1))));
        return last;
      }
      options.add(new Option(name, Optional.empty()));
      if (attached.indexOf(text.charAt(i)) >= 0) {
        return false;
      }
    }
    return false;
  }

  boolean has(String... names) {
    Set<String> any = Set.of(names);
    return options.stream().anyMatch(option -> any.contains(option.name));
  }

  List<ShellWord> values(String... names) {
    Set<String> any = Set.of(names);
    return options.stream()
        .filter(option -> any.contains(option.name))
        .flatMap(option -> option.value.stream())
        .toList();
  }

  Optional<ShellWord> value(String... names) {
    return values(names).stream().findFirst();
  }

  List<ShellWord> operands() {
    return operands;
  }

  /** The operands from this one on. */
  List<ShellWord> operandsFrom(int index) {
    return operands.subList(Math.min(index, operands.size()), operands.size());
  }

  Optional<ShellWord> last() {
    return operands.isEmpty() ? Optional.empty() : Optional.of(operands.get(operands.size() - 1));
  }
}
