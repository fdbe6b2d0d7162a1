package swarmd.builtin.context;

import java.nio.file.Path;
import java.util.List;
import swarmd.userhooks.MatchBudget;

/**
 * What is written down near a folder.
 *
 * @param folder its real path
 * @param texts nearest first
 */
record Nearby(Path folder, List<Text> texts) {
  /** Some 50 µs; an event loop does the matching. */
  private static final int MATCHING = 20_000;

  /**
   * @param key by which it is known whether a model has been told
   * @param name what the model can find it by
   * @param whole whether this is all that the file says
   */
  record Text(String key, Path file, String name, String text, boolean whole, Scope scope) {}

  /** Which files a text is about. */
  interface Scope {
    Scope ALL = (file, budget) -> true;

    boolean covers(Path file, MatchBudget budget);
  }

  /** Those about one file of the folder. */
  List<Text> about(Path file) {
    MatchBudget budget = new MatchBudget(MATCHING);
    return texts.stream().filter(text -> text.scope.covers(file, budget)).toList();
  }
}
