package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A wave starts when all earlier ones are settled. */
interface WaveContract extends StoreContract {

  @Test
  default void a_later_wave_waits_until_the_earlier_ones_are_done_or_cancelled() {
    List<Task> tasks = swarm().addAll(task("2").wave(7), task("1b"), task("1a"));
    assertThat(tasks.get(0).status()).isEqualTo(TaskStatus.BLOCKED);

    swarm().complete(swarm().claim("ann"));
    assertThat(swarm().status(tasks.get(0))).isEqualTo(TaskStatus.BLOCKED);
    swarm().cancel(tasks.get(2));
    assertThat(swarm().status(tasks.get(0))).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().claim("ann").title()).isEqualTo("2");
  }

  @Test
  default void urgency_does_not_let_a_later_wave_overtake() {
    swarm().addAll(task("later").wave(2).priority(-100), task("sooner").wave(1).priority(100));

    assertThat(swarm().claim("ann").title()).isEqualTo("sooner");
    assertThat(swarm().claim(Claim.by("bob")).tasks()).isEmpty();
  }

  @Test
  default void a_failed_task_keeps_the_next_wave_waiting_until_it_is_cancelled() {
    Task first = swarm().add(task("first"));
    Task next = swarm().add(task("next").wave(1));
    swarm().fail(swarm().claim("ann"));
    assertThat(swarm().status(next)).isEqualTo(TaskStatus.BLOCKED);

    swarm().cancel(first);
    assertThat(swarm().status(next)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_task_added_to_an_earlier_wave_closes_the_later_one_again() {
    Task later = swarm().add(task("later").wave(3));
    assertThat(later.status()).isEqualTo(TaskStatus.PENDING);

    Task sooner = swarm().add(task("sooner").wave(1));

    assertThat(swarm().status(later)).isEqualTo(TaskStatus.BLOCKED);
    swarm().cancel(sooner);
    assertThat(swarm().status(later)).isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void a_claim_in_a_later_wave_continues_when_an_earlier_one_gets_a_task() {
    swarm().addAll(task("later").wave(3), task("more").wave(3));
    Task held = swarm().claim("ann");
    swarm().add(task("sooner").wave(1));

    assertThat(Answers.value(swarm().complete(held)).status()).isEqualTo(TaskStatus.DONE);
    assertThat(swarm().claim("ann").title()).isEqualTo("sooner");
  }

  @Test
  default void waves_of_one_swarm_do_not_hold_up_another() {
    swarm().addAll(task("a").in("a"), task("b").in("b").wave(9));

    assertThat(swarm().claim(Claim.by("ann").upTo(2)).tasks()).hasSize(2);
  }

  @Test
  default void a_task_waits_for_its_wave_and_for_its_dependencies() {
    Task elsewhere = swarm().add(task("elsewhere").in("b"));
    Task first = swarm().add(task("first"));
    Task both = swarm().add(task("both").wave(1).after(elsewhere));

    swarm().cancel(first);
    assertThat(swarm().status(both)).isEqualTo(TaskStatus.BLOCKED);
    swarm().cancel(elsewhere);
    assertThat(swarm().status(both)).isEqualTo(TaskStatus.PENDING);
  }
}
