package swarmd.modes;

import java.util.Map;
import java.util.function.Function;

/**
 * The words of a prompt that start a mode, as regular expressions over a {@link Sentence}.
 *
 * @param names what people call the mode: "use ralph"
 * @param orders sentences that order it without its name: "build me a shop"; empty if there is none
 * @param fields what an order says about the mode's state
 */
record ModeTrigger(
    String names, String orders, Function<String, Map<String, Object>> fields) {

  ModeTrigger(String names, String orders) {
    this(names, orders, order -> Map.of());
  }
}
