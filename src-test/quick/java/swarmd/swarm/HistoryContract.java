package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskEvent.Kind.CANCELLED;
import static swarmd.swarm.TaskEvent.Kind.CLAIMED;
import static swarmd.swarm.TaskEvent.Kind.COMPLETED;
import static swarmd.swarm.TaskEvent.Kind.CREATED;
import static swarmd.swarm.TaskEvent.Kind.EXPIRED;
import static swarmd.swarm.TaskEvent.Kind.FAILED;
import static swarmd.swarm.TaskEvent.Kind.RELEASED;
import static swarmd.swarm.TaskEvent.Kind.RETRIED;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything that happened to a task is in its history. */
interface HistoryContract extends StoreContract {

  @Test
  default void all_steps_of_a_task_are_listed_in_order() {
    Task task = swarm().add(task("a").attempts(1));
    swarm().release(swarm().claim("ann"));
    swarm().claim("bob");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);
    swarm().retry(task);
    swarm().fail(swarm().claim("cid"));
    swarm().retry(task);
    swarm().complete(swarm().claim("dee"));

    List<TaskEvent> history = swarm().history(task);
    assertThat(history)
        .extracting(TaskEvent::kind)
        .containsExactly(
            CREATED, CLAIMED, RELEASED, CLAIMED, EXPIRED, FAILED, RETRIED, CLAIMED, FAILED, RETRIED,
            CLAIMED, COMPLETED);
    assertThat(history)
        .extracting(event -> event.agent().orElse("-"))
        .containsExactly(
            "-", "ann", "ann", "bob", "bob", "bob", "-", "cid", "cid", "-", "dee", "dee");
    assertThat(history).extracting(TaskEvent::id).doesNotHaveDuplicates().isSorted();
    assertThat(history)
        .allSatisfy(event -> assertThat(event.taskId()).contains(task.id()))
        .allSatisfy(event -> assertThat(event.project()).isEqualTo(TestSwarm.PROJECT));
  }

  @Test
  default void an_event_has_its_time_agent_and_lease() {
    Task task = swarm().add(task("a"));
    swarm().advance(Duration.ofSeconds(2));
    Task held = swarm().claimOne(Claim.by("ann").session("s1"));
    swarm().advance(Duration.ofSeconds(2));
    swarm().release(held);

    List<TaskEvent> history = swarm().history(task);
    Optional<Long> fence = held.lease().map(Lease::fence);
    assertThat(history)
        .extracting(event -> event.at() - task.createdAt())
        .containsExactly(0L, 2_000L, 4_000L);
    assertThat(history.get(0).fence()).isEqualTo(Optional.empty());
    for (TaskEvent event : history.subList(1, 3)) {
      assertThat(event.session()).contains("s1");
      assertThat(event.fence()).isEqualTo(fence);
    }
  }

  @Test
  default void notes_and_errors_are_kept() {
    Task task = swarm().add(task("a").attempts(1));
    swarm().release(swarm().claim("ann"));
    swarm().fail(swarm().claim("ann"));
    swarm().retry(task);
    swarm().claim("ann");
    swarm().advance(ClaimRequest.DEFAULT_LEASE);

    assertThat(swarm().history(task))
        .filteredOn(event -> event.kind() == RELEASED || event.kind() == FAILED)
        .extracting(event -> event.note().orElseThrow())
        .containsExactly("no time", "it broke", "its lease expired in attempt 1, the last");
    assertThat(swarm().now(task).error()).contains("its lease expired in attempt 1, the last");
  }

  @Test
  default void cancelling_a_claimed_task_records_the_agent_that_lost_it() {
    Task task = swarm().add(task("a"));
    swarm().claim("ann");
    swarm().cancel(task);

    TaskEvent last = swarm().history(task).get(2);
    assertThat(last.kind()).isEqualTo(CANCELLED);
    assertThat(last.agent()).contains("ann");
  }

  @Test
  default void an_unknown_task_has_no_history() {
    assertThat(Answers.await(swarm().tasks().show(4711))).isEqualTo(Optional.empty());
  }
}
