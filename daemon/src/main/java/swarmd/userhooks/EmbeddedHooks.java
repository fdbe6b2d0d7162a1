package swarmd.userhooks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/** Hooks inside of an agent that works in one directory. */
public final class EmbeddedHooks implements HookFacade {
  private final PlanSource plans;
  private final HookRunner runner;
  private final Path directory;
  private final OncePerToolUse once = new OncePerToolUse();

  public EmbeddedHooks(PlanSource plans, HookRunner runner, Path directory) {
    this.plans = plans;
    this.runner = runner;
    this.directory = directory.toAbsolutePath();
  }

  @Override
  public boolean isAvailable() {
    return plans.isAvailable();
  }

  @Override
  public CompletableFuture<Void> onSessionStart(String session) {
    return run("SessionStart", EventKind.SESSION_START, session, Map.of()).thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<Void> onSessionEnd(String session) {
    return run("SessionEnd", EventKind.SESSION_END, session, Map.of()).thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<HookResult> onUserPromptSubmit(String prompt, String session) {
    return run("UserPromptSubmit", EventKind.PROMPT_SUBMITTED, session, Map.of("prompt", prompt));
  }

  @Override
  public CompletableFuture<Boolean> onStop(Optional<String> stopReason, String session) {
    Map<String, Object> fields = new LinkedHashMap<>();
    stopReason.ifPresent(reason -> fields.put("stop_reason", reason));
    return run("Stop", EventKind.STOP, session, fields).thenApply(EmbeddedHooks::isDenied);
  }

  @Override
  public CompletableFuture<Boolean> onCompaction(long tokens, int messages, String session) {
    return run(
            "Compaction",
            EventKind.BEFORE_COMPACTION,
            session,
            Map.of("pre_tokens", tokens, "message_count", messages))
        .thenApply(EmbeddedHooks::isDenied);
  }

  @Override
  public CompletableFuture<HookResult> onPreToolUse(ToolUse use) {
    return run("PreToolUse", EventKind.BEFORE_TOOL, use.session(), fields(use));
  }

  @Override
  public CompletableFuture<HookResult> onPostToolUse(ToolUse use, Map<String, Object> toolResult) {
    Map<String, Object> fields = fields(use);
    fields.put("tool_response", toolResult);
    return run("PostToolUse", EventKind.AFTER_TOOL, use.session(), fields);
  }

  @Override
  public CompletableFuture<Void> onPostToolUseFailure(ToolUse use, String error) {
    Map<String, Object> fields = fields(use);
    fields.put("error", error);
    return run("PostToolUseFailure", EventKind.TOOL_FAILED, use.session(), fields)
        .thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<Decision> onPermissionRequest(
      String tool, Map<String, Object> input, String session) {
    return run(
            "PermissionRequest",
            EventKind.PERMISSION_REQUEST,
            session,
            Map.of("tool_name", tool, "tool_input", input))
        .thenApply(result -> result.decision().orElse(Decision.ASK));
  }

  private static Map<String, Object> fields(ToolUse use) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("tool_name", use.tool());
    fields.put("tool_use_id", use.id());
    fields.put("tool_input", use.input());
    use.permissionMode().ifPresent(mode -> fields.put("permission_mode", mode));
    return fields;
  }

  private static boolean isDenied(HookResult result) {
    return result.is(Decision.DENY);
  }

  private CompletableFuture<HookResult> run(
      String name, EventKind kind, String session, Map<String, Object> fields) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("session_id", session);
    payload.put("cwd", directory.toString());
    payload.put("hook_event_name", name);
    payload.putAll(fields);
    HookEvent event =
        new HookEvent(
            HostProfiles.GENERIC,
            name,
            kind,
            Optional.of(session),
            Optional.empty(),
            Optional.of(directory.toString()),
            Optional.of(directory.toString()),
            Set.of(),
            payload);
    return once.run(event, () -> runner.run(plans.plan(event), event))
        .thenApply(HookReport::result);
  }
}
