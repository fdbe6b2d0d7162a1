package swarmd.builtin.shell;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import swarmd.settings.Permissions;

/** The user's own rules; each one is the first words of a command. */
final class PermissionRules {
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[\\s\\p{Cntrl};&|`$()<>\\\\{}\"']+");

  /** Characters that a shell removes from the middle of a word. */
  private static final Pattern QUOTING = Pattern.compile("\\\\\n|\\$?[\"']|\\\\");

  /** Options and their values; keeps matching fast for commands with thousands of them. */
  private static final int MAX_OPTIONS = 32;

  private final Permissions rules;

  PermissionRules(Permissions rules) {
    this.rules = rules;
  }

  Optional<String> denying(String command) {
    return findMatch(rules.deny(), command);
  }

  Optional<String> asking(String command) {
    return findMatch(rules.ask(), command);
  }

  Optional<String> allowing(List<String> words) {
    return rules.allow().stream().filter(rule -> startsWith(words, words(rule))).findFirst();
  }

  private static boolean startsWith(List<String> words, List<String> rule) {
    return words.size() >= rule.size() && words.subList(0, rule.size()).equals(rule);
  }

  /** Matches anywhere: a rule against rm also covers pipes, `sh -c` and full paths. */
  private static Optional<String> findMatch(List<String> rules, String command) {
    if (rules.isEmpty()) {
      return Optional.empty();
    }
    List<List<String>> readings =
        Stream.of(command, QUOTING.matcher(command).replaceAll(""))
            .map(text -> BETWEEN_WORDS.splitAsStream(text).toList())
            .flatMap(words -> Stream.of(words, withoutFolders(words)))
            .toList();
    return rules.stream()
        .filter(rule -> readings.stream().anyMatch(words -> occurs(words(rule), words)))
        .findFirst();
  }

  private static boolean occurs(List<String> rule, List<String> words) {
    return IntStream.range(0, words.size()).anyMatch(start -> startsAt(rule, words, start));
  }

  /** Options may come between a program and its command: git -C . push. */
  private static boolean startsAt(List<String> rule, List<String> words, int start) {
    int at = start;
    for (String word : rule) {
      int limit = Math.min(words.size(), at + MAX_OPTIONS);
      while (at > start && at < limit && !words.get(at).equals(word) && isOption(words, at)) {
        at++;
      }
      if (at == words.size() || !words.get(at).equals(word)) {
        return false;
      }
      at++;
    }
    return true;
  }

  /** True for an option, or what may be the value of the option before it. */
  private static boolean isOption(List<String> words, int at) {
    return words.get(at).startsWith("-")
        || (words.get(at - 1).startsWith("-") && !words.get(at - 1).contains("="));
  }

  private static List<String> withoutFolders(List<String> words) {
    return words.stream().map(word -> word.substring(word.lastIndexOf('/') + 1)).toList();
  }

  private static List<String> words(String rule) {
    return List.of(rule.split(" "));
  }
}
