package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;

import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;

/** A subagent of Claude Code that claims a task. */
class SubagentTest extends RealHostTest {

  @Test
  void a_subagent_that_stops_while_it_holds_a_task_is_held_until_the_task_is_done() {
    assertFinishesItsTask(
        input -> shell("SWARM_AGENT=%s swarm task claim".formatted(subagentSeen())));
  }

  @Test
  void a_claim_belongs_to_the_subagent_that_made_it() {
    assertFinishesItsTask(shell("swarm task claim"));
  }

  private void assertFinishesItsTask(Step claim) {
    long task = add("write the parser");
    model.script(subagent("worker", "claim a task and do it"), say("The worker is done."));
    String[] token = new String[1];
    model.lane(
        "worker",
        claim,
        input -> {
          token[0] = input.find("token  (\\w+)");
          return say("I am off.");
        },
        input -> shell("swarm task done %d --token %s".formatted(task, token[0])),
        say("Finished."));

    run(claude(Way.HTTP), model, "have somebody write the parser");

    List<ModelInput> worker = model.requests("worker");
    assertThat(worker.get(2).news()).contains("[swarmd subagent 1/3] You still hold task 1");
    assertThat(worker).hasSize(4);
    assertThat(task(task).get("agent").asText()).isEqualTo(subagentSeen());
    assertThat(task(task).get("status").asText()).isEqualTo("done");
    assertThat(hookTypes()).containsOnlyOnce("subagent-start");
    assertThat(hookTypes()).filteredOn("subagent-stop"::equals).hasSize(2);
  }

  private String subagentSeen() {
    return hooks().stream()
        .filter(hook -> hook.get("type").asText().equals("subagent-start"))
        .map(hook -> hook.get("agent").asText())
        .findFirst()
        .orElseThrow();
  }
}
