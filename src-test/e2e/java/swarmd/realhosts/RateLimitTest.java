package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Api;
import swarmd.testing.Eventually;

/** The API of Claude Code's model refuses requests of an account. */
class RateLimitTest extends TwoModelsTest {
  private static final long PATIENCE_SECONDS = 60;

  private final ScriptedModel third = ScriptedModel.start();

  @AfterEach
  void stopThird() {
    third.close();
  }

  private static Turn rateLimit(String message) {
    return Turn.refused(429, "rate_limit_error", message, Map.of());
  }

  private JsonNode paused() {
    try (Api api = daemon.api()) {
      return api.get("/v1/status").get("paused_accounts");
    }
  }

  private JsonNode awaitPause() {
    try {
      return Eventually.eventually().until(this::paused, accounts -> !accounts.isEmpty()).get(0);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("the daemon got these events: " + hooks(), e);
    }
  }

  private List<String> history(long id) {
    try (Api api = daemon.api()) {
      return StreamSupport.stream(api.show(id).get("history").spliterator(), false)
          .map(event -> event.get("kind").asText())
          .toList();
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the others came").isTrue();
  }

  @Test
  void one_of_three_sessions_hits_the_limit_and_work_goes_on_at_the_named_time() {
    List<Long> tasks = List.of(add("write the parser"), add("write the printer"));
    CountDownLatch limited = new CountDownLatch(1);
    CountDownLatch taken = new CountDownLatch(1);
    model.script(
        shell("swarm task claim --agent ada"),
        rateLimit("Rate limit reached. Please try again in 20 seconds."));
    other.script(
        input -> {
          await(taken);
          return shell("swarm task claim --agent bob");
        },
        shell("swarm task claim --agent bob --wait 60"),
        RealHostTest::complete,
        say("That is all."));
    third.script(
        input -> {
          await(limited);
          return shell("swarm task claim --agent cid");
        },
        input -> {
          taken.countDown();
          return complete(input);
        },
        say("That is all."));
    RealHost first = claude(Way.LAUNCHER);
    RealHost second = new RealHost(ClaudeProgram.installed(), daemon, other).install("launcher");
    RealHost elsewhere =
        new RealHost(ClaudeProgram.installed(), daemon, third)
            .install("launcher")
            .with("SWARM_ACCOUNT", "work");

    CompletableFuture<?> secondRun =
        CompletableFuture.supplyAsync(() -> run(second, other, "write the printer"));
    CompletableFuture<?> thirdRun =
        CompletableFuture.supplyAsync(() -> run(elsewhere, third, "write the parser"));
    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> first.run("write the parser"));
    JsonNode pause = awaitPause();
    Eventually.eventually().until(() -> history(tasks.get(0)).contains("released"));
    limited.countDown();
    firstRun.join();
    assertThat(model.failures()).isEmpty();
    thirdRun.join();
    secondRun.join();

    assertThat(pause.get("account").asText()).isEqualTo("claude");
    assertThat(pause.get("named").asBoolean()).isTrue();
    assertThat(history(tasks.get(0)))
        .containsExactly("created", "claimed", "released", "claimed", "completed");
    assertThat(task(tasks.get(0)).get("agent").asText()).isEqualTo("cid");
    assertThat(task(tasks.get(0)).get("attempts").asInt()).isEqualTo(1);
    assertThat(other.requests().get(1).news())
        .contains("account claude has reached its rate limit");
    assertThat(task(tasks.get(1)).get("agent").asText()).isEqualTo("bob");
    assertThat(task(tasks.get(1)).get("claimed_at").asLong())
        .isGreaterThanOrEqualTo(pause.get("until").asLong());
    assertThat(model.requests()).as("nobody tries the wall").hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void a_session_that_works_again_ends_the_pause_and_hears_of_the_task_it_lost(Way way) {
    long task = add("write the parser");
    model.script(
        shell("swarm task claim --agent ada"),
        Turn.refused(529, "overloaded_error", "Overloaded", Map.of()),
        input -> { // the host does not wait for its hooks after a failure
          assertThat(awaitPause().get("cause").asText()).isEqualTo("overloaded");
          Eventually.eventually().until(() -> history(task).contains("released"));
          return shell("true");
        },
        say("I go on."));

    claude(way).talk("write the parser", "go on");

    assertThat(model.failures()).isEmpty();
    assertThat(model.requests().get(2).news() + model.requests().get(3).news())
        .contains("task " + task, "its account is overloaded");
    assertThat(paused()).isEmpty();
    assertThat(task(task).get("attempts").asInt()).isZero();
  }

  /** The host tells in words what the API says in headers, by the minute. */
  @Test
  void the_limit_of_a_subscription_names_its_end() {
    Instant reset = Instant.now().plus(Duration.ofHours(2)).truncatedTo(ChronoUnit.MINUTES);
    model.script(
        Turn.refused(
            429,
            "rate_limit_error",
            "This request would exceed your account's rate limit. Please try again later.",
            Map.of(
                "anthropic-ratelimit-unified-status", "rejected",
                "anthropic-ratelimit-unified-reset", Long.toString(reset.getEpochSecond()),
                "anthropic-ratelimit-unified-representative-claim", "five_hour",
                "retry-after", "7200")));

    claude(Way.LAUNCHER)
        .with("ANTHROPIC_API_KEY", "")
        .with("CLAUDE_CODE_OAUTH_TOKEN", "sk-ant-oat01-scripted")
        .run("write the parser");

    JsonNode pause = awaitPause();
    assertThat(pause.get("text").asText()).contains("5-hour limit");
    assertThat(pause.get("until").asLong()).isEqualTo(reset.toEpochMilli());
  }

  @Test
  void a_key_that_is_not_accepted_needs_the_person() {
    model.script(Turn.refused(401, "authentication_error", "invalid x-api-key", Map.of()));

    claude(Way.LAUNCHER).run("write the parser");

    awaitPause();
    assertThat(daemon.swarm(daemon.project(), "status").out())
        .contains("account claude is not authorized", "swarm resume --account claude");
  }
}
