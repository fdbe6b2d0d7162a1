package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The list of tasks that would be handed out next. */
interface ClaimableContract extends StoreContract {

  private List<Task> next(Optional<String> name, int limit) {
    return swarm()
        .read(
            queries -> queries.claimable(TestSwarm.PROJECT, name, limit, swarm().time().millis()));
  }

  private List<String> claimable(Optional<String> name, int limit) {
    return next(name, limit).stream().map(Task::title).toList();
  }

  @Test
  default void claimable_tasks_are_listed_in_the_order_of_claims() {
    swarm()
        .addAll(
            task("late").priority(5),
            task("soon").in("x").priority(1),
            task("first").priority(-1),
            task("later").priority(1));

    assertThat(claimable(Optional.empty(), 9)).containsExactly("first", "soon", "later", "late");
    assertThat(claimable(Optional.empty(), 2)).containsExactly("first", "soon");
    assertThat(swarm().claim(Claim.by("ann").upTo(4)).tasks())
        .extracting(Task::title)
        .containsExactly("first", "soon", "later", "late");
  }

  @Test
  default void claimable_tasks_are_listed_as_they_are_stored() {
    Task added = swarm().add(task("a").owning("src/**").description("d").priority(3));

    assertThat(next(Optional.empty(), 9)).containsExactly(added);
  }

  @Test
  default void claimed_finished_and_blocked_tasks_are_not_listed_as_claimable() {
    swarm().addAll(task("done"), task("claimed"), task("free"), task("next wave").wave(1));
    swarm().complete(swarm().claim("ann"));
    Task claimed = swarm().claim("ann");
    swarm().add(task("waits").after(claimed));

    assertThat(claimable(Optional.empty(), 9)).containsExactly("free");
  }

  @Test
  default void claimable_tasks_can_be_listed_by_project_and_swarm() {
    swarm().addAll(task("a"), task("b").in("x"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("c"), task("d").in("x")));

    assertThat(claimable(Optional.of("x"), 9)).containsExactly("b");
    assertThat(claimable(Optional.empty(), 9)).containsExactly("a", "b");
    assertThat(claimable(Optional.of("unknown"), 9)).isEmpty();
  }
}
