package swarmd.hooks;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Answers hook events. */
public interface HookHandler {

  /** The name in logs and errors, and in the table unless its rows have their own names. */
  String name();

  /** Describes what it does, in one line. */
  String description();

  /** Must not block. */
  CompletionStage<HookResult> handle(HookEvent event);

  /**
   * This handler, restricted to these rows of the table. Handlers with a single row for an event
   * can ignore it.
   *
   * @param rows names of the rows that are neither off nor skipped; never empty
   */
  default HookHandler limitedTo(Set<String> rows) {
    return this;
  }
}
