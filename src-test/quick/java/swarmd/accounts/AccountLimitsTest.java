package swarmd.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

/** A host reports that the account of one of its sessions has reached a limit. */
class AccountLimitsTest extends InProcessTest {
  private static final String LATER = "Please try again later.";
  private static final String IN_20_MINUTES = "Rate limit reached. Please try again in 20 minutes.";

  private HostSession first;
  private HostSession second;
  private HostSession other;

  @BeforeEach
  void startSessions() {
    first = new HostSession(api.http(), daemon.project(), "first");
    second = new HostSession(api.http(), daemon.project(), "second");
    other = new HostSession(api.http(), daemon.project(), "other");
    first.start();
    second.start();
    other.startFor("work");
  }

  private ObjectNode claimBy(HostSession session) {
    return api.body().put("agent", "agent of " + session.id()).put("session", session.id());
  }

  private JsonNode claim(HostSession session) {
    return api.post("/v1/tasks/claim", claimBy(session));
  }

  private long pausedFor() {
    JsonNode paused = api.get("/v1/status").at("/paused_accounts/0/until");
    return paused.isMissingNode() ? 0 : paused.asLong() - daemon.time().millis();
  }

  private static long minutes(long count) {
    return Duration.ofMinutes(count).toMillis();
  }

  @Test
  void the_task_goes_to_another_account_without_a_counted_attempt_and_work_goes_on_in_time() {
    api.add("write the parser", "write the printer");
    long held = api.claim(claimBy(first)).id();

    JsonNode answer = first.fail("rate_limit", IN_20_MINUTES);

    assertThat(answer.get("systemMessage").asText())
        .contains("account claude has reached its rate limit", "given back: task " + held);
    JsonNode task = api.show(held);
    assertThat(task.at("/task/status").asText()).isEqualTo("pending");
    assertThat(task.at("/task/attempts").asInt()).isZero();
    assertThat(api.history(held)).containsExactly("created", "claimed", "released");
    assertThat(task.at("/history/2/note").asText())
        .isEqualTo("its account has reached its rate limit");

    JsonNode nothing = claim(second);
    assertThat(nothing.get("tasks")).isEmpty();
    assertThat(nothing.get("reason").asText()).isEqualTo("paused");
    assertThat(nothing.get("retry_at").asLong()).isEqualTo(daemon.time().millis() + minutes(20));
    assertThat(nothing.get("message").asText())
        .startsWith("account claude has reached its rate limit, so its sessions get no tasks until")
        .endsWith("swarm resume --account claude");

    assertThat(api.claim(claimBy(other)).id()).isEqualTo(held);
    assertThat(api.show(held).at("/task/attempts").asInt()).isEqualTo(1);

    daemon.time().advance(Duration.ofMinutes(20));
    assertThat(claim(second).get("tasks")).hasSize(1);
    assertThat(api.get("/v1/status").get("paused_accounts")).isEmpty();
  }

  @Test
  void a_claim_by_a_command_says_when_to_come_back() {
    api.add("write the parser");
    first.fail("rate_limit", IN_20_MINUTES);

    try (Commands agent =
        new Commands(daemon::connect, daemon.project()).with("SWARM_SESSION", "second")) {
      var result = agent.run("task", "claim", "--json");

      assertThat(result.exit()).as("claim again, later").isEqualTo(1);
      assertThat(result.err()).contains("account claude has reached its rate limit");
      assertThat(Api.json(result.out()).get("retry_at").asLong())
          .isEqualTo(daemon.time().millis() + minutes(20));
    }
    assertThat(swarm.run("task", "claim", "--account", "claude").exit()).isEqualTo(1);
    assertThat(swarm.run("task", "claim", "--account", "claude:work").exit()).isZero();
  }

  @Test
  void who_holds_a_task_in_another_session_keeps_it() {
    api.add("write the parser", "write the printer");
    api.claim(claimBy(first));
    Api.Held kept = api.claim(claimBy(second));

    first.fail("rate_limit", IN_20_MINUTES);

    api.complete(kept);
    assertThat(api.show(kept.id()).at("/task/status").asText()).isEqualTo("done");
  }

  private UnixHttp waitingClaim(HostSession session, long patience) {
    int before = api.connections();
    UnixHttp waiting = daemon.connect();
    waiting.write(
        UnixHttp.request(
            "POST",
            "/v1/tasks/claim",
            Map.of(),
            claimBy(session).put("wait_ms", patience).toString().getBytes(StandardCharsets.UTF_8)));
    eventually().until(() -> api.connections() == before + 1);
    return waiting;
  }

  @Test
  void a_claim_that_waits_gets_its_task_at_the_named_time() {
    api.add("write the parser");
    first.fail("rate_limit", "try again in 30 seconds");
    try (UnixHttp waiting = waitingClaim(second, 60_000)) {
      claim(second); // by now it is parked
      daemon.time().advance(Duration.ofSeconds(30));

      assertThat(Api.json(waiting.read().text()).get("tasks")).hasSize(1);
    }
  }

  @Test
  void a_claim_whose_patience_ends_before_the_pause_says_so() {
    api.add("write the parser");
    first.fail("rate_limit", IN_20_MINUTES);
    try (UnixHttp waiting = waitingClaim(second, 10_000)) {
      claim(second);
      daemon.time().advance(Duration.ofSeconds(10));

      JsonNode answer = Api.json(waiting.read().text());
      assertThat(answer.get("reason").asText()).isEqualTo("paused");
      assertThat(answer.get("retry_at").asLong())
          .isEqualTo(daemon.time().millis() + minutes(20) - 10_000);
    }
  }

  @Test
  void a_claim_that_began_to_wait_before_the_pause_gets_nothing_during_it() {
    try (UnixHttp waiting = waitingClaim(second, 60_000)) {
      claim(second);
      first.fail("rate_limit", "try again in 30 seconds");
      api.add("write the parser");
      assertThat(api.claim(claimBy(other)).id()).isEqualTo(1);
      api.add("write the printer");
      daemon.time().advance(Duration.ofSeconds(30));

      assertThat(Api.json(waiting.read().text()).at("/tasks/0/id").asLong()).isEqualTo(2);
    }
  }

  @Test
  void a_paused_claim_does_not_take_the_turn_of_the_one_behind_it() {
    first.fail("rate_limit", IN_20_MINUTES);
    try (UnixHttp paused = waitingClaim(second, 60_000);
        UnixHttp behind = waitingClaim(other, 60_000)) {
      claim(second);
      claim(other);
      api.add("write the parser");

      assertThat(Api.json(behind.read().text()).get("tasks")).hasSize(1);
      daemon.time().advance(Duration.ofSeconds(60));
      assertThat(Api.json(paused.read().text()).get("tasks")).isEmpty();
    }
  }

  @Test
  void a_claim_that_is_repeated_gets_what_it_got() {
    api.add("write the parser");
    ObjectNode request = claimBy(second).put("request_id", "r1");
    JsonNode claimed = api.post("/v1/tasks/claim", request);
    first.fail("rate_limit", IN_20_MINUTES);

    assertThat(api.post("/v1/tasks/claim", request)).isEqualTo(claimed);
  }

  @Test
  void waits_grow_while_nothing_shows_that_the_account_works() {
    first.fail("rate_limit", LATER);
    second.fail("rate_limit", LATER);
    first.fail("rate_limit", LATER);
    assertThat(pausedFor()).as("one wait for all who hit the wall").isEqualTo(minutes(1));

    daemon.time().advance(Duration.ofMinutes(1));
    assertThat(pausedFor()).isZero();
    second.fail("rate_limit", LATER);
    assertThat(pausedFor()).isEqualTo(minutes(2));

    daemon.time().advance(Duration.ofMinutes(2));
    second.stop();
    first.fail("rate_limit", LATER);
    assertThat(pausedFor()).as("a turn that ended well begins anew").isEqualTo(minutes(1));
  }

  @Test
  void a_pause_ends_when_the_session_that_had_stopped_works_again() {
    api.add("write the parser");
    first.fail("overloaded", "API Error: Overloaded");

    second.stop();
    assertThat(pausedFor()).as("its turn began before").isEqualTo(minutes(1));

    first.stop();
    assertThat(pausedFor()).isZero();
    assertThat(claim(second).get("tasks")).hasSize(1);
  }

  @Test
  void a_person_can_end_a_pause_and_an_agent_cannot() {
    api.add("write the parser");
    first.fail("authentication_failed", "Invalid API key · Fix external API key");
    try (Commands agent =
        new Commands(daemon::connect, daemon.project()).with("SWARM_SESSION", "second")) {
      assertThat(agent.run("resume", "--account", "claude").err())
          .contains("an agent cannot resume an account");
    }
    assertThat(pausedFor()).isPositive();
    try (UnixHttp waiting = waitingClaim(second, 60_000)) {
      claim(second);

      assertThat(ok(swarm.run("resume", "--account", "claude")).out())
          .isEqualTo("account claude goes on\n");

      assertThat(Api.json(waiting.read().text()).get("tasks")).hasSize(1);
    }
    assertThat(swarm.run("resume", "--account", "claude").err())
        .isEqualTo("swarm: account 'claude' is not paused; no account is\n");
    other.fail("rate_limit", LATER);
    assertThat(swarm.run("resume", "--account", "claude").err())
        .isEqualTo("swarm: account 'claude' is not paused; claude:work is\n");
    assertThat(
            api.post("/v1/accounts/resume", Api.object().put("account", "claude:work"))
                .get("cause")
                .asText())
        .isEqualTo("rate_limit");
  }

  @Test
  void status_says_what_the_host_said_and_how_to_go_on() {
    first.fail("authentication_failed", "Invalid API key · Fix external API key");

    assertThat(ok(swarm.run("status")).out())
        .contains(
            "account claude is not authorized (\"Invalid API key · Fix external API key\"); its"
                + " sessions get no tasks for 1m 0s; log in, then resume it",
            "swarm resume --account claude");
    JsonNode need = api.get("/v1/status").at("/needs_you/0");
    assertThat(need.get("kind").asText()).isEqualTo("paused_account");
    assertThat(need.get("account").asText()).isEqualTo("claude");
  }

  @Test
  void a_pause_and_its_growth_survive_a_restart() {
    api.add("write the parser");
    first.fail("rate_limit", LATER);
    daemon.restart();
    try (Api again = daemon.api()) {
      HostSession resumed = new HostSession(again.http(), daemon.project(), "second");
      assertThat(again.post("/v1/tasks/claim", claimBy(resumed)).get("reason").asText())
          .isEqualTo("paused");
      daemon.time().advance(Duration.ofMinutes(1));
      resumed.fail("rate_limit", LATER);
      assertThat(
              again.get("/v1/status").at("/paused_accounts/0/until").asLong()
                  - daemon.time().millis())
          .isEqualTo(minutes(2));
    }
  }

  @Test
  void an_error_that_is_not_the_account_s_changes_nothing() {
    api.add("write the parser");
    Api.Held held = api.claim(claimBy(first));

    first.fail("server_error", "API Error: 500 Internal server error");

    assertThat(pausedFor()).isZero();
    assertThat(api.show(held.id()).at("/task/status").asText()).isEqualTo("claimed");
  }

  /** The end of a session whose transcript has these lines, as Claude Code 2.1.325 writes them. */
  private void end(HostSession session, String... lines) throws IOException {
    Path transcript =
        Files.write(daemon.userHome().resolve(session.id() + ".jsonl"), List.of(lines));
    session.send(
        session
            .payload("SessionEnd")
            .put("reason", "other")
            .put("transcript_path", transcript.toString()));
  }

  private String failedTurn(Duration ago) {
    return """
    {"isSidechain":false,"type":"assistant","timestamp":"%s","message":{"role":"assistant",\
    "content":[{"type":"text","text":"%s"}]},"error":"rate_limit","isApiErrorMessage":true}\
    """
        .formatted(Instant.ofEpochMilli(daemon.time().millis()).minus(ago), IN_20_MINUTES);
  }

  private static final String ANSWER =
      "{\"isSidechain\":false,\"type\":\"assistant\",\"message\":{\"role\":\"assistant\"}}";

  @Test
  void a_failure_whose_event_was_lost_is_found_when_the_session_ends() throws IOException {
    api.add("write the parser");
    long held = api.claim(claimBy(first)).id();

    end(first, ANSWER, failedTurn(Duration.ofSeconds(1)), "{\"type\":\"last-prompt\"}", "broken");

    assertThat(pausedFor()).isEqualTo(minutes(20));
    assertThat(api.show(held).at("/history/2/note").asText())
        .isEqualTo("its account has reached its rate limit");
  }

  @Test
  void a_failure_that_is_old_or_overcome_is_no_news_when_the_session_ends() throws IOException {
    end(first, failedTurn(Duration.ofMinutes(5)));
    end(second, failedTurn(Duration.ofSeconds(1)), ANSWER);
    end(other, "");

    assertThat(pausedFor()).isZero();
  }

  @Test
  void a_failure_that_was_reported_counts_once() throws IOException {
    first.fail("rate_limit", IN_20_MINUTES);
    daemon.time().advance(Duration.ofSeconds(10));

    end(first, failedTurn(Duration.ofSeconds(10)));

    assertThat(pausedFor()).isEqualTo(minutes(20) - 10_000);
  }

  @Test
  void a_stop_whose_reason_is_a_rate_limit_counts_as_well() {
    HostSession generic = new HostSession(api.http(), daemon.project(), "generic");
    ObjectNode start = generic.payload("session-start");
    ObjectNode stop = generic.payload("stop-continuation").put("stop_reason", "rate_limit_error");
    for (ObjectNode event : new ObjectNode[] {start, stop}) {
      api.http()
          .send(
              "POST",
              "/v1/hooks",
              Map.of("Swarm-Host", "generic"),
              event.toString().getBytes(StandardCharsets.UTF_8));
    }

    assertThat(api.get("/v1/status").at("/paused_accounts/0/account").asText())
        .isEqualTo("generic");
  }

  @Test
  void a_session_in_swarm_mode_may_stop_while_its_account_gets_no_tasks() {
    api.add("write the parser");
    ok(swarm.run("mode", "start", "swarm", "--session", "second"));
    second.useTool();
    assertThat(second.held()).contains("The swarm is not complete");

    first.fail("rate_limit", IN_20_MINUTES);

    JsonNode answer = second.stop();
    assertThat(answer.has("decision")).isFalse();
    assertThat(answer.get("systemMessage").asText())
        .contains("account claude has reached its rate limit");
  }

  @Test
  void a_session_keeps_its_account_when_it_goes_on() {
    other.send(other.payload("SessionStart").put("source", "compact"));
    other.fail("rate_limit", LATER);

    assertThat(api.get("/v1/status").at("/paused_accounts/0/account").asText())
        .isEqualTo("claude:work");
  }
}
