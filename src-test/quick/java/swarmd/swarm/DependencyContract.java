package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A task waits until all its dependencies are done or cancelled. */
interface DependencyContract extends StoreContract {

  @Test
  default void a_task_waits_for_the_last_of_its_dependencies() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b"));
    Task both = swarm().add(task("both").after(a).after(b));
    assertThat(both.status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(both.dependsOn()).containsExactly(a.id(), b.id());

    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(both)).isEqualTo(TaskStatus.BLOCKED);
    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(both)).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().claim("ann").title()).isEqualTo("both");
  }

  @Test
  default void tasks_of_one_request_can_depend_on_later_ones_by_key() {
    List<Task> added =
        swarm().addAll(task("last").after("one").after("two"), task("1").key("one"), two());

    assertThat(added).extracting(Task::title).containsExactly("last", "1", "2");
    assertThat(added.get(0).dependsOn()).containsExactly(added.get(1).id(), added.get(2).id());
    assertThat(added)
        .extracting(Task::status)
        .containsExactly(TaskStatus.BLOCKED, TaskStatus.PENDING, TaskStatus.BLOCKED);
  }

  private static TaskToAdd two() {
    return task("2").key("two").after("one");
  }

  @Test
  default void a_dependency_named_twice_counts_once() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b").after(a).after(a));

    assertThat(b.dependsOn()).containsExactly(a.id());
    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(b)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_cancelled_dependency_unblocks() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b").after(a));
    swarm().cancel(a);

    assertThat(swarm().status(b)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_failed_dependency_does_not_unblock_until_it_is_cancelled() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b").after(a));
    swarm().fail(swarm().claim("ann"));
    assertThat(swarm().status(b)).isEqualTo(TaskStatus.BLOCKED);

    swarm().cancel(a);
    assertThat(swarm().status(b)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_settled_dependency_does_not_block() {
    Task done = swarm().add(task("done"));
    swarm().complete(swarm().claim("ann"));
    Task cancelled = swarm().add(task("cancelled"));
    swarm().cancel(cancelled);

    Task free = swarm().add(task("free").after(done).after(cancelled));

    assertThat(free.status()).isEqualTo(TaskStatus.PENDING);
    assertThat(free.dependsOn()).containsExactly(done.id(), cancelled.id());
  }

  @Test
  default void a_dependency_that_has_already_failed_blocks() {
    swarm().add(task("failed"));
    Task failed = Answers.value(swarm().fail(swarm().claim("ann")));

    assertThat(swarm().add(task("waits").after(failed)).status()).isEqualTo(TaskStatus.BLOCKED);
  }

  @Test
  default void a_task_can_depend_on_one_in_another_swarm_of_the_project() {
    Task a = swarm().add(task("a").in("first"));
    Task b = swarm().add(task("b").in("second").after(a));
    assertThat(b.status()).isEqualTo(TaskStatus.BLOCKED);

    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().claimOne(Claim.by("ann").inSwarm("second")).id()).isEqualTo(b.id());
  }

  @Test
  default void tasks_with_the_same_title_are_two_tasks() {
    List<Task> added = swarm().addAll(task("same"), task("same"));

    assertThat(added).extracting(Task::id).doesNotHaveDuplicates();
    assertThat(swarm().list()).hasSize(2);
  }
}
