package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import swarmd.settings.Permissions;

/** The person's own rules: each is the first words of a command. */
final class PermissionRules {
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[\\s\\p{Cntrl};&|`$()<>\\\\{}\"']+");

  /** What a shell takes out of the midst of a word. */
  private static final Pattern QUOTING = Pattern.compile("\\\\\n|\\$?[\"']|\\\\");

  /** Counted with their values; a command of thousands must not take long to read. */
  private static final int MOST_OPTIONS = 32;

  private final Permissions rules;

  PermissionRules(Permissions rules) {
    this.rules = rules;
  }

  Optional<String> denying(String command) {
    return mentioned(rules.deny(), command);
  }

  Optional<String> asking(String command) {
    return mentioned(rules.ask(), command);
  }

  boolean allow(List<String> words) {
    return rules.allow().stream()
        .map(PermissionRules::words)
        .anyMatch(
            rule -> words.size() >= rule.size() && words.subList(0, rule.size()).equals(rule));
  }

  /** Anywhere: who forbids rm means it also in a pipe, in `sh -c` and by its path. */
  private static Optional<String> mentioned(List<String> rules, String command) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    List<List<String>> readings =
        Stream.of(command, QUOTING.matcher(command).replaceAll(""))
            .map(text -> BETWEEN_WORDS.splitAsStream(text).toList())
            .flatMap(words -> Stream.of(words, withoutFolders(words)))
            .toList();
    return rules.stream()
        .filter(rule -> readings.stream().anyMatch(said -> occurs(words(rule), said)))
        .findFirst();
  }

  private static boolean occurs(List<String> rule, List<String> said) {
    return IntStream.range(0, said.size()).anyMatch(start -> begins(rule, said, start));
  }

  /** Options may stand between a program and what it is to do: git -C . push. */
  private static boolean begins(List<String> rule, List<String> said, int start) {
    int at = start;
    for (String word : rule) {
      int limit = Math.min(said.size(), at + MOST_OPTIONS);
      while (at > start && at < limit && !said.get(at).equals(word) && isOfOptions(said, at)) {
        at++;
      }
      if (at == said.size() || !said.get(at).equals(word)) {
        return false;
      }
      at++;
    }
    return true;
  }

  /** An option, or what may be the value of the one before it. */
  private static boolean isOfOptions(List<String> said, int at) {
    return said.get(at).startsWith("-")
        || (said.get(at - 1).startsWith("-") && !said.get(at - 1).contains("="));
  }

  private static List<String> withoutFolders(List<String> words) {
    return words.stream().map(word -> word.substring(word.lastIndexOf('/') + 1)).toList();
  }

  private static List<String> words(String rule) {
    return List.of(rule.split(" "));
  }
}
