package swarmd.modes;

import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;

/**
 * The words of a prompt that start a mode.
 *
 * @param words a regular expression in lower case
 * @param fields what the words that were found say about the mode's state
 */
record ModeTrigger(String words, Function<MatchResult, Map<String, Object>> fields) {

  ModeTrigger(String words) {
    this(words, found -> Map.of());
  }
}
