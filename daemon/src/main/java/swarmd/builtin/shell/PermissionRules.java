package swarmd.builtin.shell;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.settings.Permissions;

/** The person's own rules: each is the first words of a command. */
final class PermissionRules {
  private static final Pattern BETWEEN_WORDS =
      Pattern.compile("[\\s\\p{Cntrl};&|`$()<>\\\\{}\"']+");

  /** What a shell takes out of the midst of a word. */
  private static final Pattern QUOTING = Pattern.compile("\\\\\n|\\$?[\"']|\\\\");

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
        .filter(
            rule ->
                readings.stream()
                    .anyMatch(said -> Collections.indexOfSubList(said, words(rule)) >= 0))
        .findFirst();
  }

  private static List<String> withoutFolders(List<String> words) {
    return words.stream().map(word -> word.substring(word.lastIndexOf('/') + 1)).toList();
  }

  private static List<String> words(String rule) {
    return List.of(rule.split(" "));
  }
}
