package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;

/** One step of all tasks that a filter finds. */
interface BulkContract extends StoreContract {

  private static TaskFilter tagged(String... tags) {
    return new TaskFilter(
        Optional.of(TestSwarm.PROJECT),
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        List.of(tags),
        Optional.empty(),
        Optional.empty(),
        Order.ID,
        false,
        0,
        2);
  }

  private Outcome<List<Task>> take(BulkStep step, boolean dryRun, String... tags) {
    return Answers.await(swarm().tasks().takeAll(tagged(tags), step, dryRun, Actor.UNKNOWN));
  }

  private List<String> titles(BulkStep step, boolean dryRun, String... tags) {
    return Answers.value(take(step, dryRun, tags)).stream().map(Task::title).toList();
  }

  @Test
  default void all_tasks_of_a_filter_are_cancelled_and_reopened_together() {
    swarm()
        .addAll(
            task("a").tagged("x"), task("b"), task("c").tagged("x"), task("d").tagged("x", "y"));
    swarm().complete(swarm().claim("ann"));

    assertThat(titles(new BulkStep.Cancel(), false, "x")).containsExactly("c", "d");

    assertThat(swarm().list())
        .extracting(Task::status)
        .containsExactly(
            TaskStatus.DONE, TaskStatus.PENDING, TaskStatus.CANCELLED, TaskStatus.CANCELLED);
    assertThat(titles(new BulkStep.Reopen(), false)).containsExactly("c", "d");
    assertThat(swarm().list().get(2).status()).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_dry_run_changes_nothing() {
    swarm().addAll(task("a").tagged("x"), task("b"));

    assertThat(titles(new BulkStep.Cancel(), true, "x")).containsExactly("a");

    assertThat(swarm().list()).extracting(Task::status).containsOnly(TaskStatus.PENDING);
    assertThat(swarm().events()).hasSize(2);
  }

  @Test
  default void all_failed_tasks_are_tried_again() {
    swarm().addAll(task("a"), task("b"), task("c"));
    swarm().fail(swarm().claim("ann"));
    swarm().fail(swarm().claim("ann"));

    assertThat(titles(new BulkStep.Retry(), false)).containsExactly("a", "b");

    assertThat(swarm().list()).extracting(Task::status).containsOnly(TaskStatus.PENDING);
  }

  @Test
  default void tasks_that_cannot_change_stay_as_they_are() {
    swarm().addAll(task("a"), task("b"), task("c"));
    swarm().claim("ann");
    BulkStep toWave = new BulkStep.Edit(Edit.wave(3).build());

    assertThat(titles(toWave, false)).containsExactly("b", "c");

    assertThat(swarm().list()).extracting(Task::wave).containsExactly(0, 3, 3);
  }

  @Test
  default void an_edit_of_nothing_is_refused() {
    assertThat(Answers.refusal(take(new BulkStep.Edit(Edit.nothing().build()), false)))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
  }
}
