package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.HookEvent;

class StopBypassTest {

  private static Optional<String> bypass(Map<String, Object> fields) {
    return StopBypass.of(
            new HookEvent(
                HostProfiles.GENERIC,
                "Stop",
                EventKind.STOP,
                Optional.of("s"),
                Optional.of("a1"),
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                fields))
        .map(StopBypass::reason);
  }

  private static Optional<String> byEachField(Object reason) {
    Optional<String> found = bypass(Map.of("stop_reason", reason));
    assertThat(bypass(Map.of("end_turn_reason", reason))).isEqualTo(found);
    assertThat(bypass(Map.of("reason", reason))).isEqualTo(found);
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "context-limit",
        "context_limit",
        "context_window",
        "Context_Exceeded",
        "context_full",
        "max_context",
        "token_limit",
        "MAX_TOKENS",
        "conversation_too_long",
        "input_too_long",
        "the context window is full",
        "hit-the-token-limit"
      })
  void a_stop_with_a_full_context_is_let_through(String reason) {
    assertThat(byEachField(reason)).contains("the context is full");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aborted",
        "Abort",
        "cancel",
        "cancelled",
        "user_cancel",
        "user_cancelled",
        "by user_interrupt",
        "ctrl_c",
        "Ctrl-C",
        "user-abort",
        "user_abort",
        "user aborted",
        "manual_stop",
        "userAbort",
        "UserAborted",
        "USER_ABORT",
        "user.abort",
        "user/abort",
        "user_interrupt",
        "userInterrupted",
        "User interrupted",
        "user-requested-stop",
        "interrupted",
        "interrupt",
        "AbortError",
        "canceled",
        "cancelled_by_user",
        "aborted by the user",
        "Interrupted by user",
        "stoppedByUser",
        "request interrupted",
        "session_cancelled",
        "control-c",
        "Ctrl+C",
        "SIGINT",
        "manually stopped"
      })
  void a_user_can_always_stop_a_session(String reason) {
    assertThat(byEachField(reason)).contains("you aborted it");
  }

  @Test
  void a_stop_that_the_user_requested_is_let_through() {
    assertThat(bypass(Map.of("user_requested", true))).contains("you asked for it");
    assertThat(bypass(Map.of("user_requested", "true"))).isPresent();
    assertThat(bypass(Map.of("user_requested", false))).isEmpty();
  }

  @Test
  void a_stop_after_a_rate_limit_is_let_through() {
    for (Object reason :
        List.of(
            "rate_limit",
            "Rate limit exceeded",
            "too_many_requests",
            429,
            429L,
            "HTTP 429",
            "quota exceeded",
            "overloaded_error")) {
      assertThat(byEachField(reason))
          .as("%s", reason)
          .contains("the model's rate limit is reached");
    }
  }

  @Test
  void a_stop_without_authorization_is_let_through() {
    for (Object reason : List.of(401, 403L, "401", "error 403", "Unauthorized", "token_expired")) {
      assertThat(byEachField(reason)).as("%s", reason).contains("the host is not authorized");
    }
  }

  @Test
  void any_other_stop_can_be_held() {
    for (Object reason :
        List.of(
            "end_turn",
            "",
            "done",
            200,
            14290,
            "took 4010 ms",
            "no cancel",
            "aborting?",
            "the user asked to stop the server",
            "user_story_done",
            "superuser_stop",
            "uninterrupted",
            "transaction aborted and repaired",
            "ctrl_center",
            List.of("abort"),
            true)) {
      assertThat(byEachField(reason)).as("%s", reason).isEmpty();
    }
    assertThat(bypass(Map.of())).isEmpty();
    assertThat(bypass(Map.of("stop_hook_active", true, "background_tasks", List.of()))).isEmpty();
  }

  @Test
  void a_stop_with_running_background_tasks_is_let_through() {
    for (Object task :
        List.of(
            Map.of("id", "b1", "type", "shell", "status", "running"),
            Map.of("id", "b1", "status", "pending"),
            Map.of("id", "b1"),
            "b1")) {
      assertThat(bypass(Map.of("background_tasks", List.of(task))))
          .as("%s", task)
          .contains("a background task is still running");
    }
  }

  @Test
  void ended_background_tasks_do_not_count_nor_does_the_stopping_agent_itself() {
    assertThat(
            bypass(
                Map.of(
                    "background_tasks",
                    List.of(
                        Map.of("id", "b1", "status", "completed"),
                        Map.of("id", "b2", "status", "Failed"),
                        Map.of("id", "b3", "status", "killed"),
                        Map.of("id", "a1", "status", "running")))))
        .isEmpty();
    assertThat(bypass(Map.of("background_tasks", "running"))).isEmpty();
  }
}
