package swarmd.builtin.memory;

import swarmd.builtin.memory.Transcript.Use;
import swarmd.hooks.HookResult;

/** How full a model's context is. */
record ContextUsage(Use use, long window) {
  private static final int WARN_PERCENT = 85;
  private static final int CRITICAL_PERCENT = 95;

  private long percent() {
    return use.tokens() * 100 / window;
  }

  /** If the host counted more tokens than fit, the window is larger than we think. */
  boolean needsWarning() {
    return percent() >= WARN_PERCENT && !(use.counted() && use.tokens() > window);
  }

  boolean isCritical() {
    return percent() >= CRITICAL_PERCENT;
  }

  HookResult warning() {
    String usage =
        "the context is %s%d %% full (%,d of %,d tokens)"
            .formatted(
                use.counted() ? "" : "about ", Math.min(100, percent()), use.tokens(), window);
    return HookResult.context(
            "swarmd: %s. %s Save what must not be lost: swarm note add --working \"…\""
                .formatted(
                    usage,
                    isCritical()
                        ? "It may be compacted at any moment: finish this step, read nothing large."
                        : "Keep outputs short from here on, and give searches to subagents."))
        .withSystemMessage(
            "swarmd: %s; %s"
                .formatted(
                    usage,
                    isCritical()
                        ? "compact it now"
                        : "compact it when the work is at a good point"));
  }
}
