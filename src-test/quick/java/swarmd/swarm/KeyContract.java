package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;

/** A key names a task in its swarm. */
interface KeyContract extends StoreContract {

  @Test
  default void adding_a_key_again_changes_nothing() {
    Task first = swarm().add(task("write it").key("a").priority(1));

    List<Task> again = swarm().addAll(task("rewrite it").key("a"), task("test it").key("b"));

    assertThat(again.get(0)).isEqualTo(first);
    assertThat(swarm().list()).extracting(Task::title).containsExactly("write it", "test it");
    assertThat(swarm().list())
        .extracting(found -> found.key().orElse(""))
        .containsExactly("a", "b");
    assertThat(swarm().history(first)).hasSize(1);
  }

  @Test
  default void the_same_key_in_another_swarm_is_another_task() {
    swarm().add(task("one").key("a"));
    swarm().add(task("two").key("a").in("other"));

    assertThat(swarm().list()).hasSize(2);
  }

  @Test
  default void a_task_can_depend_on_the_key_of_an_earlier_request() {
    Task first = swarm().add(task("first").key("a"));

    Task second = swarm().add(task("second").after("a"));

    assertThat(second.dependsOn()).containsExactly(first.id());
    assertThat(second.status()).isEqualTo(TaskStatus.BLOCKED);
  }

  @Test
  default void a_dependency_on_a_key_of_another_swarm_is_refused() {
    swarm().add(task("first").key("a").in("other"));

    assertThat(Answers.refusal(swarm().tryAdd(TestSwarm.PROJECT, task("second").after("a"))))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @Test
  default void a_plan_can_be_added_again_after_it_has_grown() {
    TaskToAdd[] plan = {task("a").key("a"), task("b").key("b").after("a")};
    swarm().addAll(plan);
    swarm().complete(swarm().claim("ann"));

    List<Task> again =
        swarm().addAll(task("a").key("a"), task("b").key("b").after("a"), task("c").after("b"));

    assertThat(again)
        .extracting(Task::status)
        .containsExactly(TaskStatus.DONE, TaskStatus.PENDING, TaskStatus.BLOCKED);
    assertThat(swarm().list()).hasSize(3);
  }

  @Test
  default void requests_at_the_same_time_add_a_key_once() {
    IntStream.range(0, 8)
        .mapToObj(
            n -> swarm().tasks().add(TestSwarm.PROJECT, List.of(task("t" + n).key("a").build())))
        .toList()
        .forEach(Answers::await);

    assertThat(swarm().list()).hasSize(1);
  }
}
