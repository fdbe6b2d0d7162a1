package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class StepCommandsTest extends InProcessTest {
  @Test
  void the_agent_that_holds_the_task_can_take_every_step() {
    swarm.run("task", "add", "sweep");
    swarm.run("task", "claim", "--agent", "ann");
    assertThat(ok(swarm.run("task", "renew", "1", "--agent", "ann")).out()).contains("claimed");
    ok(swarm.run("task", "release", "1", "--agent", "ann", "--note", "lunch"));
    swarm.run("task", "claim", "1", "--agent", "bob");
    assertThat(ok(swarm.run("task", "fail", "1", "--agent", "bob", "--error", "no broom")).out())
        .isEqualTo("task 1 has failed: sweep\n");
    assertThat(ok(swarm.run("task", "retry", "1")).out()).isEqualTo("task 1 is pending: sweep\n");
    swarm.run("task", "claim", "--agent", "cem");
    ok(swarm.run("task", "done", "1", "--agent", "cem", "--result", "clean"));

    String shown = ok(swarm.run("task", "show", "1")).out();

    assertThat(shown).startsWith("task 1 is done: sweep\n").contains("result     clean");
    assertThat(shown).containsSubsequence("created", "claimed", "released", "lunch", "failed");
    JsonNode json = Api.json(swarm.run("task", "show", "1", "--json").out());
    assertThat(json.get("history")).hasSize(8);
  }

  @Test
  void several_tasks_can_be_cancelled_at_once() {
    swarm.run("task", "add", "one", "two");

    assertThat(ok(swarm.run("task", "cancel", "1", "2")).out())
        .isEqualTo("task 1 is cancelled: one\ntask 2 is cancelled: two\n");
  }

  @Test
  void a_step_without_holding_the_task_is_refused_with_its_holder_or_status() {
    swarm.run("task", "add", "sweep");

    Result unclaimed = swarm.run("task", "complete", "1", "--agent", "ann");
    assertThat(unclaimed.exit()).isEqualTo(3);
    assertThat(unclaimed.err())
        .isEqualTo("swarm: task 1 is pending; claim it first: swarm task claim 1\n");

    swarm.run("task", "claim", "--agent", "bob");
    Result held = swarm.run("task", "complete", "1", "--agent", "ann");
    assertThat(held.exit()).isEqualTo(3);
    assertThat(held.err())
        .isEqualTo(
            "swarm: task 1 is held by bob, not by you; if it is yours, give --token or --agent\n");

    swarm.run("task", "complete", "1", "--agent", "bob");
    Result done = swarm.run("task", "fail", "1", "--agent", "bob");
    assertThat(done.exit()).isEqualTo(3);
    assertThat(done.err()).isEqualTo("swarm: task 1 is done; nobody holds it\n");

    Result unknown = swarm.run("task", "renew", "7");
    assertThat(unknown.exit()).isEqualTo(1);
    assertThat(unknown.err()).isEqualTo("swarm: there is no task 7; see: swarm task list -a\n");
  }

  @Test
  void a_stale_token_is_reported_as_a_conflict() {
    swarm.run("task", "add", "sweep");
    JsonNode task = Api.json(swarm.run("task", "claim", "--lease", "1", "--json").out());
    String token = task.at("/tasks/0/lease/token").asText();
    daemon.time().advance(Duration.ofSeconds(2));

    Result late = swarm.run("task", "complete", "1", "--token", token);

    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err()).startsWith("swarm: ").contains("free again", "swarm task claim 1");
  }
}
