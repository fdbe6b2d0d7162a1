package swarmd.retention;

import java.util.List;
import java.util.Optional;

/** Finds old data, on one snapshot. */
public interface OldDataQueries {

  /** A row's primary key. */
  record RowKey(List<Object> values) {
    public RowKey {
      values = List.copyOf(values);
    }
  }

  /**
   * A few rows in the order of their keys.
   *
   * @param old those to delete
   * @param last where the next page begins; empty if this is the last one
   */
  record Page(List<RowKey> old, Optional<RowKey> last) {
    public Page {
      old = List.copyOf(old);
    }
  }

  long count(OldData data);

  /**
   * Looks at the next rows only, so that no read takes long.
   *
   * @param after where the last page ended
   */
  Page page(OldData data, Optional<RowKey> after);
}
