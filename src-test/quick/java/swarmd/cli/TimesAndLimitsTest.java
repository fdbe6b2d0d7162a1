package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;

/** Keys, times and limits of tasks, as people and scripts use them. */
final class TimesAndLimitsTest extends InProcessTest {

  private JsonNode json(String... command) {
    return Api.json(ok(swarm.run(command)).out());
  }

  @Test
  void a_key_is_added_once() {
    JsonNode first = json("task", "add", "ship it", "--key", "ship", "--json").at("/tasks/0");

    JsonNode again = json("task", "add", "ship it again", "--key", "ship", "--json").at("/tasks/0");

    assertThat(again).isEqualTo(first);
    assertThat(first.get("key").asText()).isEqualTo("ship");
  }

  @Test
  void a_snoozed_task_says_for_how_long_and_can_be_woken() {
    ok(swarm.run("task", "add", "later", "--retry", "10m"));

    ok(swarm.run("task", "snooze", "1", "2h"));

    assertThat(swarm.run("task", "list").out())
        .containsPattern("pending \\(1h 59m\\)|pending \\(2h");
    assertThat(swarm.run("task", "show", "1").out())
        .contains("waiting", "is not to be claimed before 20", "0 of 3, by itself after 10m 0s");
    assertThat(swarm.run("task", "claim", "--agent", "ann").err())
        .contains("1 waits for its time (the next one in ");
    JsonNode brief = api.get("/v1/tasks?brief=true").at("/tasks/0");
    assertThat(brief.at("/waits_for/until")).isEqualTo(brief.get("not_before"));

    ok(swarm.run("task", "snooze", "1", "now"));

    assertThat(swarm.run("task", "claim", "--agent", "ann").exit()).isZero();
  }

  @Test
  void one_deployment_at_a_time() {
    ok(swarm.run("task", "add", "a", "b", "--tags", "deploy"));

    assertThat(ok(swarm.run("limit", "1", "--tag", "deploy")).out())
        .isEqualTo("swarm 'default': at most 1 with the tag 'deploy' claimed at a time\n");

    assertThat(json("task", "claim", "--agent", "ann", "--limit", "2", "--json").get("tasks"))
        .hasSize(1);
    assertThat(swarm.run("task", "show", "2").out())
        .contains("only 1 task with the tag 'deploy' can be claimed at a time");
    JsonNode status = api.get("/v1/status").at("/swarms/0/max_claimed_by_tag");
    assertThat(status.get("deploy").asInt()).isEqualTo(1);
    assertThat(
            api.post("/v1/swarms/default/limit", api.body().put("max_claimed", 5))
                .get("max_claimed")
                .asInt())
        .isEqualTo(5);
    assertThat(List.of(swarm.run("events", "--json").out()).toString()).contains("swarm_limited");
  }
}
