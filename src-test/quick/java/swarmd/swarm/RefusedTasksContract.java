package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** Invalid tasks are refused with a reason, and nothing of the request is stored. */
interface RefusedTasksContract extends StoreContract {

  @Test
  default void an_unknown_id_is_refused() {
    assertThat(refusal(task("fine"), task("bad").after(4711)))
        .contains("'bad'")
        .contains("not in this project")
        .contains("4711");
  }

  @Test
  default void a_task_of_another_project_is_refused() {
    Task theirs = Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("theirs"))).get(0);

    Outcome<?> outcome = swarm().tryAdd(TestSwarm.PROJECT, task("ours").after(theirs));

    assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(swarm().list()).containsExactly(theirs);
  }

  @Test
  default void an_unknown_key_is_refused() {
    assertThat(refusal(task("fine").key("a"), task("bad").after("b")))
        .isEqualTo("'bad' depends on the unknown key 'b'");
  }

  @Test
  default void a_key_used_twice_is_refused() {
    assertThat(refusal(task("a").key("k"), task("b").key("k")))
        .isEqualTo("two tasks have the key 'k'");
  }

  @Test
  default void a_cycle_is_refused_and_shown() {
    assertThat(
            refusal(
                task("fine"),
                task("a").key("a").after("b"),
                task("b").key("b").after("c"),
                task("c").key("c").after("a")))
        .endsWith("in a circle: b -> c -> a -> b");
  }

  private String refusal(TaskToAdd... tasks) {
    Outcome<?> outcome = swarm().tryAdd(TestSwarm.PROJECT, tasks);
    assertThat(Answers.refusal(outcome)).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(swarm().list()).isEmpty();
    assertThat(swarm().events()).isEmpty();
    assertThat(swarm().summaries()).isEmpty();
    return Answers.message(outcome);
  }
}
