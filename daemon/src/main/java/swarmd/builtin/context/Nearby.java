package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.List;
import swarmd.userhooks.MatchBudget;

/**
 * The texts that apply to a folder.
 *
 * @param folder its real path
 * @param texts nearest first
 */
record Nearby(Path folder, List<Text> texts) {
  /** Steps for one text: at most half a millisecond, because matching runs on an event loop. */
  private static final int MAX_STEPS_EACH = 50_000;

  /** Steps for all texts: at most 10 ms, which only maliciously slow rules reach. */
  private static final int MAX_STEPS_TOTAL = 1_000_000;

  /**
   * @param key identifies the text in the delivery log
   * @param name the path shown to the model
   * @param whole whether this is the whole file
   */
  record Text(String key, Path file, String name, String text, boolean whole, Scope scope) {}

  /** The files that a text applies to. */
  interface Scope {
    Scope ALL = (file, budget) -> true;

    boolean covers(Path file, MatchBudget budget);
  }

  /** The texts for one file of the folder. Each has its own budget, so none can starve another. */
  List<Text> textsFor(Path file) {
    int each = Math.min(MAX_STEPS_EACH, MAX_STEPS_TOTAL / Math.max(1, texts.size()));
    return texts.stream().filter(text -> text.scope.covers(file, new MatchBudget(each))).toList();
  }
}
