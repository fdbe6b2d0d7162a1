package swarmd.modes;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.text.Cut;

/** Composes the reason that tells a model why it must go on. */
final class StopReason {
  private static final int MAX_LENGTH = 1_499;
  private static final int MAX_PROMPT = 200;
  private static final int MAX_ITEMS = 5;

  private StopReason() {}

  /** Repeats the task, which models lose when their context is compacted. */
  static String of(String marker, String left, Optional<String> prompt) {
    String task = prompt.map(text -> "\nThe task: " + quoted(text)).orElse("");
    return Cut.to(MAX_LENGTH, marker + left + task);
  }

  /** In the person's words, on one line that ends where they do. */
  private static String quoted(String text) {
    return '"' + Cut.toLine(MAX_PROMPT, text).replace('"', '\'') + '"';
  }

  /** The first few items, and how many more there are. */
  static String list(List<String> items, int maxLength, long count) {
    String first =
        items.stream()
            .limit(MAX_ITEMS)
            .map(item -> Cut.toLine(maxLength, item))
            .collect(Collectors.joining(", "));
    long more = count - Math.min(items.size(), MAX_ITEMS);
    return more > 0 ? first + " and " + more + " more" : first;
  }
}
