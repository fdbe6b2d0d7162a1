package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The words of a prompt that start a mode, as regular expressions over a {@link Sentence}.
 *
 * @param stems one of these is in every order, so that most prompts need no closer look
 * @param names what people call the mode: "use ralph"
 * @param orders sentences that order it without its name: "build me a shop"; empty if there is none
 * @param fields what an order says about the mode's state
 */
record ModeTrigger(
    List<String> stems, String names, String orders, Function<String, Map<String, Object>> fields) {

  ModeTrigger(List<String> stems, String names, String orders) {
    this(stems, names, orders, order -> Map.of());
  }

  boolean maybeIn(String lowerCase) {
    return stems.stream().anyMatch(lowerCase::contains);
  }
}
