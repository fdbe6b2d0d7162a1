package swarmd.retention;

import java.util.List;

/** Deletes old data, within one transaction. */
public interface OldDataRepository {

  /**
   * The result of a step.
   *
   * @param deleted how many rows were deleted
   * @param unfinished whether the same step has to be repeated, because it would have taken too
   *     long
   */
  record Step(int deleted, boolean unfinished) {}

  /** Deletes those of the rows that are still old. */
  Step delete(OldData data, List<OldDataQueries.RowKey> rows);
}
