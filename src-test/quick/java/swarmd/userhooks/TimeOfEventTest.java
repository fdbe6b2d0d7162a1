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

/** The hooks of an event share its time, and what a late one means is still said. */
class TimeOfEventTest {
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

  /** Each says that it is there, waits to be let go, and may take a minute. */
  private CompletableFuture<JsonNode> meets(String event, int hooks) throws IOException {
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

  private boolean isHere(int hook) {
    return Files.exists(daemon.project().resolve("here." + hook));
  }

  /** Until it runs and its time is being watched. */
  private void awaitHook(int hook, Duration left) {
    eventually().until(() -> isHere(hook) && daemon.time().isDueIn(left));
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
  void a_guard_that_is_late_denies_before_the_time_of_its_event_is_over() throws IOException {
    start(Map.of());
    CompletableFuture<JsonNode> answer = meets("PreToolUse", 1);
    awaitHook(1, Duration.ofMillis(4_700));

    daemon.time().advance(Duration.ofMillis(4_700));

    assertThat(denial(answer)).contains("timed out after 4700 ms", "SWARMD_HOOK_TIMEOUT_MS");
  }

  @Test
  void a_guard_has_only_the_time_that_the_one_before_has_left() throws IOException {
    start(Map.of());
    CompletableFuture<JsonNode> answer = meets("PreToolUse", 2);
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
    CompletableFuture<JsonNode> answer = meets("PostToolUse", 2);
    awaitHook(1, Duration.ofMillis(4_700));

    daemon.time().advance(Duration.ofMillis(4_700));

    assertThat(Answers.await(answer).get("systemMessage").asText()).contains("no time was left");
    assertThat(isHere(2)).isFalse();
  }

  @Test
  void a_client_that_waits_longer_gives_its_hooks_longer() throws IOException {
    start(Map.of("SWARMD_HOOK_TIMEOUT_MS", "60000"));
    CompletableFuture<JsonNode> answer = meets("PostToolUse", 1);
    awaitHook(1, Duration.ofMillis(57_700));
    daemon.time().advance(Duration.ofSeconds(50));
    letGo(1);

    assertThat(Answers.await(answer).at("/hookSpecificOutput/additionalContext").asText())
        .contains("hook 1");
  }

  @Test
  void what_takes_even_longer_is_ended_while_the_client_still_waits() throws IOException {
    start(Map.of("SWARMD_HOOK_TIMEOUT_MS", "30000"));
    CompletableFuture<JsonNode> answer = meets("PreToolUse", 1);
    awaitHook(1, Duration.ofMillis(27_700));

    daemon.time().advance(Duration.ofMillis(27_700));

    assertThat(denial(answer)).contains("timed out after 27700 ms");
  }
}
