package swarmd.modes;

import java.util.concurrent.CompletableFuture;
import swarmd.hooks.HookEvent;

/** Finds what shows that the work of a mode is good. Does not block. */
public interface EvidenceReader {
  EvidenceReader NONE = (stop, mode) -> CompletableFuture.completedFuture(Evidence.NONE);

  /** For a session that wants to stop. */
  CompletableFuture<Evidence> read(HookEvent stop, ActiveMode mode);
}
