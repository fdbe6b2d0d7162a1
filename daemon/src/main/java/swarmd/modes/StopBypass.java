package swarmd.modes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.hooks.HookEvent;

/** Stops that must not be held: the agent cannot go on, or the person does not want it to. */
public final class StopBypass {
  private static final List<String> REASONS =
      List.of("stop_reason", "end_turn_reason", "reason", "error", "error_status");

  private static final Pattern SEPARATOR = Pattern.compile("[\\s-]++");
  private static final Pattern CONTEXT_LIMIT =
      Pattern.compile(
          "context_limit|context_window|context_exceeded|context_full|max_context|token_limit"
              + "|max_tokens|conversation_too_long|input_too_long");
  private static final Set<String> ABORTED =
      Set.of("aborted", "abort", "cancel", "cancelled", "canceled");
  private static final Pattern ABORTING =
      Pattern.compile("user_cancel|user_interrupt|ctrl_c|manual_stop");
  private static final Pattern RATE_LIMIT =
      Pattern.compile("rate_limit|too_many_requests|(?<!\\d)429(?!\\d)|quota|overloaded");
  private static final Pattern AUTHENTICATION =
      Pattern.compile("(?<!\\d)40[13](?!\\d)|unauthorized|token_expired");

  private static final Set<String> ENDED =
      Set.of(
          "completed",
          "complete",
          "done",
          "finished",
          "failed",
          "killed",
          "stopped",
          "cancelled",
          "canceled",
          "error",
          "exited",
          "success",
          "succeeded",
          "terminated",
          "timed_out");

  private StopBypass() {}

  /** Why this Stop must not be held; empty if it may be. */
  public static Optional<String> of(HookEvent event) {
    if (String.valueOf(event.fields().get("user_requested")).equals("true")) {
      return Optional.of("the person asked for it");
    }
    for (String field : REASONS) {
      Optional<String> bypass = reason(event.fields().get(field));
      if (bypass.isPresent()) {
        return bypass;
      }
    }
    return event.list("background_tasks").stream().anyMatch(task -> running(task, event.agent()))
        ? Optional.of("background tasks are still running")
        : Optional.empty();
  }

  private static Optional<String> reason(Object value) {
    if (!(value instanceof String) && !(value instanceof Number)) {
      return Optional.empty();
    }
    String lower = String.valueOf(value).strip().toLowerCase(Locale.ROOT);
    String reason = SEPARATOR.matcher(lower).replaceAll("_");
    if (CONTEXT_LIMIT.matcher(reason).find()) {
      return Optional.of("the context is full");
    }
    if (ABORTED.contains(reason) || ABORTING.matcher(reason).find()) {
      return Optional.of("the person aborted it");
    }
    if (RATE_LIMIT.matcher(reason).find()) {
      return Optional.of("the model's rate limit is reached");
    }
    return AUTHENTICATION.matcher(reason).find()
        ? Optional.of("the host is not authorized")
        : Optional.empty();
  }

  /** The subagent that stops is itself listed as running. */
  private static boolean running(Object task, Optional<String> stopping) {
    if (!(task instanceof Map<?, ?> map)) {
      return true;
    }
    boolean itself = stopping.isPresent() && stopping.get().equals(map.get("id"));
    return !itself
        && !(map.get("status") instanceof String status
            && ENDED.contains(status.toLowerCase(Locale.ROOT)));
  }
}
