package swarmd.retention;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Data of which the store has only a copy, because several workstations share it. */
public interface SharedData {
  /** Everything is on this workstation alone. */
  SharedData NONE =
      new SharedData() {
        @Override
        public Set<DataKind> kinds() {
          return Set.of();
        }

        @Override
        public CompletableFuture<Long> delete(OldData data) {
          throw new IllegalArgumentException(data.kind() + " is not shared");
        }
      };

  Set<DataKind> kinds();

  /** Deletes it for all; returns how many rows. */
  CompletableFuture<Long> delete(OldData data);
}
