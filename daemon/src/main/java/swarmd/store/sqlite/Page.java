package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.result.ResultIterator;
import swarmd.text.TextBudget;

/** The first rows of a result; the others are never looked for. */
final class Page {
  private Page() {}

  static <T> List<T> first(int limit, ResultIterable<T> rows) {
    try (Stream<T> stream = rows.stream()) {
      return stream.limit(limit).toList();
    }
  }

  /** Stops early when the texts fill the memory that one answer may use, but not before one row. */
  static <T> List<T> first(int limit, ResultIterable<T> rows, ToLongFunction<T> textLength) {
    TextBudget budget = new TextBudget();
    List<T> page = new ArrayList<>();
    try (ResultIterator<T> next = rows.iterator()) {
      while (page.size() < limit && budget.isLeft() && next.hasNext()) {
        T row = next.next();
        budget.take(textLength.applyAsLong(row));
        page.add(row);
      }
    }
    return page;
  }
}
