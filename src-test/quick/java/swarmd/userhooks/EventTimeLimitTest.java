package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** The hooks of an event share its time limit, and a late one still gets its answer in. */
class EventTimeLimitTest {
  private InProcessDaemon daemon;
  private UnixHttp http;

  private void start(Map<String, String> environment) {
    daemon = InProcessDaemon.start(environment);
    http = daemon.connect();
  }

  @AfterEach
  void stop() {
    http.close();
    daemon.close();
  }

  /** Sends an event to hooks that each wait for a signal and may take a minute. */
  private CompletableFuture<JsonNode> send(String event, int hooks) throws IOException {
    String entries =
        IntStream.rangeClosed(1, hooks)
            .mapToObj(
                number ->
                    """
                    {"type": "command", "timeout": 60,
                     "command": "touch here.%1$d; until [ -e go.%1$d ]; do sleep 0.01; done; echo hook %1$d"}
                    """
                        .formatted(number))
            .collect(Collectors.joining(","));
    Files.writeString(
        daemon.socket().getParent().resolve("settings.json"),
        """
        {"hooks": {"timeoutBehavior": "deny", "maxConcurrentHooks": 1,
          "%s": [{"name": "guard", "hooks": [%s]}]}}
        """
            .formatted(event, entries));
    HostSession session = new HostSession(http, daemon.project(), "mine");
    return CompletableFuture.supplyAsync(
        () -> session.send(session.payload(event).put("tool_name", "Write")));
  }

  private boolean hasStarted(int hook) {
    return Files.exists(daemon.project().resolve("here." + hook));
  }

  /** Waits until the hook runs and its timer is set. */
  private void awaitHook(int hook, Duration left) {
    eventually().until(() -> hasStarted(hook) && daemon.time().isDueIn(left));
  }

  private void letGo(int hook) throws IOException {
    Files.createFile(daemon.project().resolve("go." + hook));
  }

  private static String denial(CompletableFuture<JsonNode> answer) {
    JsonNode output = Answers.await(answer).get("hookSpecificOutput");
    assertThat(output.get("permissionDecision").asText()).isEqualTo("deny");
    return output.get("permissionDecisionReason").asText();
  }

  @Test
  void a_late_guard_denies_before_the_time_limit_of_its_event() throws IOException {
    start(Map.of());
    CompletableFuture<JsonNode> answer = send("PreToolUse", 1);
    awaitHook(1, Duration.ofMillis(4_700));

    daemon.time().advance(Duration.ofMillis(4_700));

    assertThat(denial(answer)).contains("timed out after 4700 ms", "SWARMD_HOOK_TIMEOUT_MS");
  }

  @Test
  void a_guard_gets_only_the_time_that_the_one_before_it_left() throws IOException {
    start(Map.of());
    CompletableFuture<JsonNode> answer = send("PreToolUse", 2);
    awaitHook(1, Duration.ofMillis(4_700));
    daemon.time().advance(Duration.ofSeconds(3));
    letGo(1);
    awaitHook(2, Duration.ofMillis(1_700));

    daemon.time().advance(Duration.ofMillis(1_700));

    assertThat(denial(answer)).contains("timed out after 1700 ms");
  }

  @Test
  void a_hook_whose_turn_comes_too_late_does_not_run() throws IOException {
    start(Map.of());
    CompletableFuture<JsonNode> answer = send("PostToolUse", 2);
    awaitHook(1, Duration.ofMillis(4_700));

    daemon.time().advance(Duration.ofMillis(4_700));

    assertThat(Answers.await(answer).get("systemMessage").asText()).contains("no time was left");
    assertThat(hasStarted(2)).isFalse();
  }

  @Test
  void a_client_with_a_longer_timeout_gives_hooks_more_time() throws IOException {
    start(Map.of("SWARMD_HOOK_TIMEOUT_MS", "60000"));
    CompletableFuture<JsonNode> answer = send("PostToolUse", 1);
    awaitHook(1, Duration.ofMillis(57_700));
    daemon.time().advance(Duration.ofSeconds(50));
    letGo(1);

    assertThat(Answers.await(answer).at("/hookSpecificOutput/additionalContext").asText())
        .contains("hook 1");
  }

  @Test
  void a_hook_over_a_longer_limit_is_stopped_while_the_client_still_waits() throws IOException {
    start(Map.of("SWARMD_HOOK_TIMEOUT_MS", "30000"));
    CompletableFuture<JsonNode> answer = send("PreToolUse", 1);
    awaitHook(1, Duration.ofMillis(27_700));

    daemon.time().advance(Duration.ofMillis(27_700));

    assertThat(denial(answer)).contains("timed out after 27700 ms");
  }
}
