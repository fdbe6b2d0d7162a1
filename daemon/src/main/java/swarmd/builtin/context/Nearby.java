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
  /** Steps for one text: half a millisecond at most, as an event loop does the matching. */
  private static final int MATCHING_OF_ONE = 50_000;

  /** Steps for all texts: 10 ms at most, which only rules written to be slow use up. */
  private static final int MATCHING_OF_ALL = 1_000_000;

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

  /** Those about one file of the folder. None can use up what another needs. */
  List<Text> about(Path file) {
    int each = Math.min(MATCHING_OF_ONE, MATCHING_OF_ALL / Math.max(1, texts.size()));
    return texts.stream().filter(text -> text.scope.covers(file, new MatchBudget(each))).toList();
  }
}
