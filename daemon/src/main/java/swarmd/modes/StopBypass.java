package swarmd.modes;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.accounts.AccountFailure;
import swarmd.hooks.HookEvent;
import swarmd.text.SnakeCase;

/**
 * A stop that must not be held: the agent cannot go on, or the person does not want it to.
 *
 * @param reason why, as a clause
 * @param next what makes the session go on, as an order to the person
 */
public record StopBypass(String reason, String next) {
  private static final List<String> REASONS =
      List.of("stop_reason", "end_turn_reason", "reason", "error", "error_status");

  private static final Pattern CONTEXT_LIMIT =
      Pattern.compile(
          "context_limit|context_window|context_exceeded|context_full|max_context|token_limit"
              + "|max_tokens|conversation_too_long|input_too_long");
  private static final Set<String> ABORTED =
      Set.of(
          "abort",
          "aborted",
          "abort_error",
          "cancel",
          "cancelled",
          "canceled",
          "interrupt",
          "interrupted",
          "sigint",
          "escape",
          "esc");
  private static final Pattern ABORTING =
      Pattern.compile(
          "(?:^|_)user_(?:requested_)?(?:cancel|interrupt|abort|stop|exit|quit)"
              + "|(?:cancel|interrupt|abort|stop)[a-z]*_(?:by|from)_(?:the_)?user(?:_|$)"
              + "|(?:^|_)(?:ctrl|control)_c(?:_|$)"
              + "|manual(?:ly)?_(?:stop|cancel|abort|interrupt)"
              + "|(?:request|turn|session)_(?:was_)?(?:interrupted|aborted|cancell?ed)");

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

  private static final String PROMPT = "write a prompt to go on";
  private static final StopBypass REQUESTED = new StopBypass("you asked for it", PROMPT);
  private static final StopBypass ABORTION = new StopBypass("you aborted it", PROMPT);
  private static final StopBypass FULL =
      new StopBypass("the context is full", "compact it and write a prompt to go on");
  private static final StopBypass LIMITED =
      new StopBypass("the model's rate limit is reached", "write a prompt to go on later");
  private static final StopBypass UNAUTHORIZED =
      new StopBypass("the host is not authorized", "log in and write a prompt to go on");

  /** Empty if this Stop may be held. */
  public static Optional<StopBypass> of(HookEvent event) {
    if (String.valueOf(event.fields().get("user_requested")).equals("true")) {
      return Optional.of(REQUESTED);
    }
    for (String field : REASONS) {
      Optional<StopBypass> bypass = reason(event.fields().get(field));
      if (bypass.isPresent()) {
        return bypass;
      }
    }
    long running =
        event.list("background_tasks").stream()
            .filter(task -> running(task, event.agent()))
            .count();
    return running == 0 ? Optional.empty() : Optional.of(background(running));
  }

  private static StopBypass background(long running) {
    return new StopBypass(
        running == 1
            ? "a background task is still running"
            : running + " background tasks are still running",
        "it goes on when that is done; write a prompt to go on at once");
  }

  private static Optional<StopBypass> reason(Object value) {
    if (!(value instanceof String) && !(value instanceof Number)) {
      return Optional.empty();
    }
    String reason = SnakeCase.of(String.valueOf(value));
    if (CONTEXT_LIMIT.matcher(reason).find()) {
      return Optional.of(FULL);
    }
    if (ABORTED.contains(reason) || ABORTING.matcher(reason).find()) {
      return Optional.of(ABORTION);
    }
    return AccountFailure.causeIn(reason)
        .map(
            cause ->
                switch (cause) {
                  case RATE_LIMIT, OVERLOADED -> LIMITED;
                  case UNAUTHORIZED -> UNAUTHORIZED;
                });
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
