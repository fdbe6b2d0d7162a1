package swarmd.userhooks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;
import swarmd.hooks.HookType;

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
    return run("SessionStart", List.of(HookType.SESSION_START), session, Map.of())
        .thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<Void> onSessionEnd(String session) {
    return run("SessionEnd", List.of(HookType.SESSION_END), session, Map.of())
        .thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<HookResult> onUserPromptSubmit(String prompt, String session) {
    return run(
        "UserPromptSubmit", List.of(HookType.KEYWORD_DETECTOR), session, Map.of("prompt", prompt));
  }

  @Override
  public CompletableFuture<Boolean> onStop(Optional<String> stopReason, String session) {
    Map<String, Object> fields = new LinkedHashMap<>();
    stopReason.ifPresent(reason -> fields.put("stop_reason", reason));
    return run("Stop", HookType.STOP, session, fields).thenApply(EmbeddedHooks::isDenied);
  }

  @Override
  public CompletableFuture<Boolean> onCompaction(long tokens, int messages, String session) {
    return run(
            "Compaction",
            List.of(HookType.PRE_COMPACT),
            session,
            Map.of("pre_tokens", tokens, "message_count", messages))
        .thenApply(EmbeddedHooks::isDenied);
  }

  @Override
  public CompletableFuture<HookResult> onPreToolUse(ToolUse use) {
    return run("PreToolUse", List.of(HookType.PRE_TOOL_USE), use.session(), fields(use));
  }

  @Override
  public CompletableFuture<HookResult> onPostToolUse(ToolUse use, Map<String, Object> toolResult) {
    Map<String, Object> fields = fields(use);
    fields.put("tool_response", toolResult);
    return run("PostToolUse", List.of(HookType.POST_TOOL_USE), use.session(), fields);
  }

  @Override
  public CompletableFuture<Void> onPostToolUseFailure(ToolUse use, String error) {
    Map<String, Object> fields = fields(use);
    fields.put("error", error);
    return run("PostToolUseFailure", List.of(HookType.POST_TOOL_USE), use.session(), fields)
        .thenAccept(result -> {});
  }

  @Override
  public CompletableFuture<Decision> onPermissionRequest(
      String tool, Map<String, Object> input, String session) {
    return run(
            "PermissionRequest",
            List.of(HookType.PERMISSION_REQUEST),
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
      String name, List<HookType> types, String session, Map<String, Object> fields) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("session_id", session);
    payload.put("cwd", directory.toString());
    payload.put("hook_event_name", name);
    payload.putAll(fields);
    HookEvent event =
        new HookEvent(
            "generic",
            name,
            types,
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
