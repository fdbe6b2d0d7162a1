package swarmd.hooks;

import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Answers hook events. */
public interface HookHandler {

  /** Its name in logs and errors, and in the table unless its rows have names of their own. */
  String name();

  /** What it does, in one line. */
  String description();

  /** Must not block. */
  CompletionStage<HookResult> handle(HookEvent event);

  /**
   * This handler for events of which only these rows of the table apply to it. Handlers with one
   * row for an event need not care.
   *
   * @param rows names of the rows that are neither off nor skipped; never empty
   */
  default HookHandler limitedTo(Set<String> rows) {
    return this;
  }
}
