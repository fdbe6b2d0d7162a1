package swarmd.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** What goes on only if the person does something comes first. */
final class NeedsYouTest extends InProcessTest {
  private static final String SESSION = "4bd9f519-0c1d-4b7e-9a55-0123456789ab";

  /** The lines below the heading. */
  private String needs() {
    List<String> lines = ok(swarm.run("status")).out().lines().toList();
    assertThat(lines.get(2)).startsWith("NEEDS YOU");
    return lines.stream().skip(3).takeWhile(line -> !line.isEmpty()).collect(joining("\n"));
  }

  private void fail(String agent, String error) {
    Api.Held held = api.claim(agent);
    api.post(held.path("fail"), held.proof().put("error", error));
  }

  @Test
  void nothing_is_said_while_nothing_needs_the_person() {
    api.add("sweep");
    api.claim("ann");

    assertThat(ok(swarm.run("status")).out()).doesNotContain("NEEDS YOU");
    assertThat(api.get("/v1/status").get("needs_you")).isEmpty();
  }

  @Test
  void a_failed_task_is_named_with_its_reason_and_the_way_to_retry_it() {
    api.add("sweep");
    fail("ann", "no broom\nat all");

    assertThat(needs()).isEqualTo("task 1 \"sweep\" failed: no broom at all  swarm task retry 1");
    JsonNode need = api.get("/v1/status").at("/needs_you/0");
    assertThat(need.get("kind").asText()).isEqualTo("failed_task");
    assertThat(need.get("command").asText()).isEqualTo("swarm task retry 1");
  }

  @Test
  void a_failure_in_a_complete_swarm_is_news_for_a_day() {
    api.add("sweep");
    fail("ann", "no broom");
    daemon.time().advance(Duration.ofHours(25));

    assertThat(ok(swarm.run("status")).out()).doesNotContain("NEEDS YOU");
  }

  @Test
  void a_stuck_swarm_comes_before_the_failure_that_caused_it() {
    ok(swarm.run("task", "add", "sweep"));
    ok(swarm.run("task", "add", "mop", "--depends-on", "1"));
    fail("ann", "no broom");

    assertThat(needs().lines())
        .satisfiesExactly(
            stuck ->
                assertThat(stuck)
                    .startsWith("swarm default is stuck: 1 task waits for a failed one")
                    .contains("swarm task list --status failed --project"),
            failed -> assertThat(failed).startsWith("task 1 \"sweep\" failed: no broom"));
  }

  @Test
  void a_lease_that_is_about_to_end_is_shown() {
    api.add("sweep");
    api.claim("ann");
    daemon.time().advance(Duration.ofMinutes(4).plusSeconds(30));

    assertThat(needs())
        .isEqualTo("the lease of task 1, held by ann, ends in 30s  swarm task show 1");
  }

  @Test
  void a_permission_prompt_that_waits_comes_first() {
    api.add("sweep");
    fail("ann", "no broom");
    HostSession session = new HostSession(api.http(), daemon.project(), SESSION);
    session.start();
    session.send(session.payload("Notification").put("notification_type", "permission_prompt"));
    api.add("a later write");
    daemon.time().advance(Duration.ofSeconds(125));

    assertThat(needs().lines().findFirst())
        .contains(
            "session 4bd9f519 has been waiting for your permission for 2m 5s; answer it there");
  }

  @Test
  void every_permission_prompt_of_a_session_is_shown_once() {
    HostSession session = new HostSession(api.http(), daemon.project(), SESSION);
    session.start();
    session.startSubagent("a1b2c3");
    session.startSubagent("d4e5f6");
    for (String agent : List.of("a1b2c3", "d4e5f6")) {
      session.send(HostSession.by(agent, HostSession.tool(session.payload("PermissionRequest"))));
      daemon.time().advance(Duration.ofSeconds(5));
    }
    session.send(session.payload("Notification").put("notification_type", "permission_prompt"));
    api.add("a later write");

    String waits = " of session 4bd9f519 has been waiting for your permission for ";
    assertThat(needs().lines())
        .containsExactly(
            "subagent a1b2c3" + waits + "10s to use Bash: true; answer it there",
            "subagent d4e5f6" + waits + "5s to use Bash: true; answer it there");
    session.send(HostSession.tool(session.payload("PermissionRequest")));
    api.add("another later write");
    assertThat(needs().lines()).hasSize(3);
  }

  @Test
  void a_session_that_holds_a_task_and_is_silent_is_shown() {
    api.add("sweep");
    HostSession session = new HostSession(api.http(), daemon.project(), SESSION);
    session.start();
    api.claim(
        api.body()
            .put("agent", "ann")
            .put("session", SESSION)
            .put("lease_ms", Duration.ofHours(2).toMillis()));
    daemon.time().advance(Duration.ofMinutes(12));

    assertThat(needs())
        .isEqualTo(
            "session 4bd9f519 holds task 1, but has been silent for 12m 0s  swarm task show 1");
  }
}
