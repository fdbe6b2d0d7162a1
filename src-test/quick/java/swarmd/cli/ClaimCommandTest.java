package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class ClaimCommandTest extends InProcessTest {
  @Test
  void a_claim_prints_the_token_and_what_to_do_next() {
    swarm.run("task", "add", "sweep");

    String printed = ok(swarm.run("task", "claim", "--agent", "ann")).out();

    assertThat(printed).startsWith("task 1  sweep\nlease  5m 0s\ntoken  ");
    assertThat(printed).contains("then   swarm task done 1 --token ");
  }

  @Test
  void a_claim_takes_every_option() {
    swarm.run("task", "add", "other");
    swarm.run("task", "add", "mine", "--files", "src/**", "--swarm", "house");
    String[] claim = {
      "task",
      "claim",
      "--agent",
      "ann",
      "--session",
      "s1",
      "--limit",
      "3",
      "--files",
      "src/A.java",
      "--swarm",
      "house",
      "--lease",
      "60",
      "--wait",
      "5",
      "--request-id",
      "r1",
      "--json"
    };

    JsonNode task = Api.json(ok(swarm.run(claim)).out()).at("/tasks/0");

    assertThat(task.get("title").asText()).isEqualTo("mine");
    assertThat(task.get("session").asText()).isEqualTo("s1");
    assertThat(task.at("/lease/expires_at").asLong()).isEqualTo(daemon.time().millis() + 60_000);
    assertThat(Api.json(swarm.run(claim).out()).at("/tasks/0/lease/token"))
        .isEqualTo(task.at("/lease/token"));
  }

  @Test
  void agent_and_session_come_from_the_environment_of_an_agents_shell() {
    swarm.run("task", "add", "sweep");
    swarm.with("SWARM_AGENT", "ann").with("SWARM_SESSION", "s1");

    JsonNode task = Api.json(swarm.run("task", "claim", "--json").out()).at("/tasks/0");

    assertThat(task.get("agent").asText()).isEqualTo("ann");
    assertThat(task.get("session").asText()).isEqualTo("s1");
    assertThat(ok(swarm.run("task", "complete", "1")).out()).isEqualTo("task 1 is done: sweep\n");
  }

  @Test
  void nothing_to_claim_is_exit_code_1_with_a_reason() {
    Result result = swarm.run("task", "claim");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("there are no tasks in " + daemon.project());
  }

  @Test
  void a_script_can_tell_by_the_exit_code_that_there_will_be_nothing_to_claim() {
    swarm.run("task", "add", "sweep");
    swarm.run("task", "claim", "--agent", "ann");
    assertThat(swarm.run("task", "claim", "--agent", "bob").exit()).isEqualTo(1);
    swarm.run("task", "done", "1", "--agent", "ann");

    Result result = swarm.run("task", "claim", "--agent", "bob", "--wait", "60");

    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.err()).isEqualTo("complete: all tasks are finished\n");
    assertThat(Api.json(swarm.run("task", "claim", "--json").out()).get("reason").asText())
        .isEqualTo("complete");
  }

  @Test
  void a_repeated_claim_does_not_look_like_a_claim_after_its_lease_was_given_back() {
    swarm.run("task", "add", "sweep");
    String[] claim = {"task", "claim", "--agent", "ann", "--request-id", "r1"};
    ok(swarm.run(claim));
    ok(swarm.run("task", "release", "1", "--agent", "ann"));

    Result again = swarm.run(claim);

    assertThat(again.exit()).isEqualTo(3);
    assertThat(again.out()).isEmpty();
    assertThat(again.err()).contains("the claim with this request id has ended", "free again");
  }

  @Test
  void a_repeated_claim_reports_the_task_that_it_has_finished() {
    swarm.run("task", "add", "sweep");
    String[] claim = {"task", "claim", "--agent", "ann", "--request-id", "r1"};
    ok(swarm.run(claim));
    ok(swarm.run("task", "done", "1", "--agent", "ann"));

    assertThat(ok(swarm.run(claim)).out()).contains("is done already").doesNotContain("token");
  }
}
