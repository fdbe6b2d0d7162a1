package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many claims in a row may be answered from tasks read ahead, but every change counts at once. */
interface ClaimAfterChangeContract extends StoreContract {

  /** Enough claims for the next tasks to be in memory; returns the tasks that are not claimed. */
  private List<Task> claimSeveral() {
    List<Task> added =
        swarm()
            .addAll(IntStream.range(0, 40).mapToObj(i -> task("t" + i)).toArray(TaskToAdd[]::new));
    for (int i = 0; i < 10; i++) {
      assertThat(swarm().claim("ann").id()).isEqualTo(added.get(i).id());
    }
    return added.subList(10, added.size());
  }

  @Test
  default void a_new_task_with_a_better_priority_is_claimed_next() {
    List<Task> left = claimSeveral();
    Task urgent = swarm().add(task("urgent").priority(-1));

    assertThat(swarm().claim("bob").id()).isEqualTo(urgent.id());
    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(0).id());
  }

  @Test
  default void a_task_whose_priority_was_changed_is_claimed_in_its_new_place() {
    List<Task> left = claimSeveral();
    Answers.value(swarm().edit(left.get(0), Edit.priority(1)));
    Answers.value(swarm().edit(left.get(20), Edit.priority(-1)));

    assertThat(swarm().claim(Claim.by("bob").upTo(30)).tasks())
        .extracting(Task::id)
        .startsWith(left.get(20).id(), left.get(1).id())
        .endsWith(left.get(0).id())
        .hasSize(30);
  }

  @Test
  default void an_edited_task_is_claimed_as_it_is_now() {
    List<Task> left = claimSeveral();
    Answers.value(swarm().edit(left.get(0), Edit.title("another title")));

    assertThat(swarm().claim("bob").title()).isEqualTo("another title");
  }

  @Test
  default void a_cancelled_task_is_not_claimed() {
    List<Task> left = claimSeveral();
    Answers.value(swarm().cancel(left.get(0)));

    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(1).id());
  }

  @Test
  default void a_task_that_was_claimed_by_its_id_is_not_claimed_again() {
    List<Task> left = claimSeveral();
    swarm().claimOne(Claim.by("cid").task(left.get(0).id()));

    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(1).id());
  }

  @Test
  default void a_released_task_is_claimed_before_those_behind_it() {
    List<Task> left = claimSeveral();
    Task first = swarm().claim("bob");
    assertThat(first.id()).isEqualTo(left.get(0).id());
    Answers.value(swarm().release(first));

    assertThat(swarm().claim("bob").id()).isEqualTo(first.id());
    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(1).id());
  }

  @Test
  default void a_retried_task_is_claimed_before_those_behind_it() {
    claimSeveral();
    Task first = swarm().claim("bob");
    Answers.value(swarm().fail(first));
    swarm().claim("bob");
    Answers.value(swarm().retry(first));

    assertThat(swarm().claim("bob").id()).isEqualTo(first.id());
  }

  @Test
  default void a_task_that_has_to_wait_for_another_is_not_claimed() {
    List<Task> left = claimSeveral();
    Answers.value(swarm().edit(left.get(0), Edit.after(left.get(1).id())));

    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(1).id());
    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(2).id());
  }

  @Test
  default void a_task_is_claimed_as_soon_as_all_that_it_waits_for_is_done() {
    List<Task> left = claimSeveral();
    Task next = swarm().add(task("next").priority(-1).after(left.get(0)));
    Task first = swarm().claim("bob");
    assertThat(first.id()).isEqualTo(left.get(0).id());
    swarm().claim("cid");
    swarm().claim("cid");
    Answers.value(swarm().complete(first));

    assertThat(swarm().claim("bob").id()).isEqualTo(next.id());
  }

  @Test
  default void a_task_that_is_already_held_can_get_a_dependent() {
    claimSeveral();
    Task held = swarm().claim("bob");
    Task next = swarm().add(task("next").priority(-1).after(held));
    swarm().claim("cid");
    swarm().claim("cid");
    Answers.value(swarm().complete(held));

    assertThat(swarm().claim("bob").id()).isEqualTo(next.id());
  }

  @Test
  default void a_task_whose_time_comes_is_claimed_by_its_priority() {
    List<Task> left = claimSeveral();
    long time = swarm().time().millis() + Duration.ofMinutes(1).toMillis();
    Task later = swarm().add(task("later").priority(-1).notBefore(time));
    for (int i = 0; i < 8; i++) {
      assertThat(swarm().claim("bob").id()).isEqualTo(left.get(i).id());
    }
    swarm().advance(Duration.ofMinutes(1));

    assertThat(swarm().claim("bob").id()).isEqualTo(later.id());
  }

  @Test
  default void a_task_that_was_moved_to_a_later_wave_is_not_claimed() {
    List<Task> left = claimSeveral();
    Answers.value(swarm().edit(left.get(0), Edit.wave(1)));

    assertThat(swarm().claim("bob").id()).isEqualTo(left.get(1).id());
  }
}
