package swarmd.userhooks;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** The user's hooks for an agent written in Java, which needs no daemon. */
public interface HookFacade {

  boolean isAvailable();

  CompletableFuture<Void> onSessionStart(String session);

  CompletableFuture<Void> onSessionEnd(String session);

  /** A denial refuses the prompt; else there may be context for the model. */
  CompletableFuture<HookResult> onUserPromptSubmit(String prompt, String session);

  /** Whether the agent is to go on. */
  CompletableFuture<Boolean> onStop(Optional<String> stopReason, String session);

  /** Whether it is to be left undone. */
  CompletableFuture<Boolean> onCompaction(long tokens, int messages, String session);

  /** Without a decision the tool may run; its input is the updated one if there is one. */
  CompletableFuture<HookResult> onPreToolUse(ToolUse use);

  /** The host output's modifiedOutput, if there is one, stands in for what the tool returned. */
  CompletableFuture<HookResult> onPostToolUse(ToolUse use, Map<String, Object> toolResult);

  CompletableFuture<Void> onPostToolUseFailure(ToolUse use, String error);

  /** ASK if no hook decides. */
  CompletableFuture<Decision> onPermissionRequest(
      String tool, Map<String, Object> input, String session);

  /**
   * A tool and what it is called with.
   *
   * @param id the same before and after it runs
   */
  record ToolUse(
      String tool,
      String id,
      Map<String, Object> input,
      String session,
      Optional<String> permissionMode) {}
}
