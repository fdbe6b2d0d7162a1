package swarmd.hooks;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
   * Explains how it would decide an event, without any effect. Must not block.
   *
   * @return empty for handlers that do not decide, or have nothing to explain
   */
  default CompletionStage<Optional<HookExplanation>> explain(HookEvent event) {
    return CompletableFuture.completedStage(Optional.empty());
  }

  /**
   * The answer in its place if it has failed or is late. Must not block.
   *
   * @param problem what went wrong, for people
   */
  default HookResult withoutAnswer(HookEvent event, String problem, boolean late) {
    return HookResult.NOTHING;
  }

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
