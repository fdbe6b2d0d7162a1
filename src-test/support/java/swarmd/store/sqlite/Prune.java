package swarmd.store.sqlite;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;
import swarmd.retention.OldDataQueries;
import swarmd.retention.OldDataQueries.RowKey;
import swarmd.retention.OldDataRepository;

/** Deletes old data, kind by kind. */
final class Prune {
  private Prune() {}

  /** Returns how many rows of each kind were deleted. */
  static Map<DataKind, Long> before(TestStore store, long before) {
    Map<DataKind, Long> deleted = new EnumMap<>(DataKind.class);
    for (DataKind kind : DataKind.values()) {
      if (kind != DataKind.LONG_TEXTS) {
        OldData data = new OldData(kind, before, Optional.empty());
        List<RowKey> rows =
            store.read(all -> all.get(OldDataQueries.class).page(data, Optional.empty())).old();
        deleted.put(
            kind,
            (long)
                store.write(all -> all.get(OldDataRepository.class).delete(data, rows).deleted()));
      }
    }
    return deleted;
  }
}
