package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order in which tasks are handed out. */
interface ClaimOrderContract extends StoreContract {

  @Test
  default void tasks_are_handed_out_by_priority_lowest_number_first() {
    swarm().addAll(task("later").priority(5), task("first").priority(-1), task("then"));

    assertThat(claimAll()).extracting(Task::title).containsExactly("first", "then", "later");
  }

  @Test
  default void equal_priorities_are_handed_out_by_id_as_a_number() {
    List<Task> added = swarm().addAll(twelve());

    assertThat(added).extracting(Task::id).isSorted().contains(9L, 10L);
    assertThat(claimAll()).extracting(Task::id).isEqualTo(added.stream().map(Task::id).toList());
  }

  @Test
  default void one_claim_on_several_swarms_gets_its_tasks_in_the_same_order() {
    List<Task> added = swarm().addAll(twelve());

    assertThat(swarm().claim(Claim.by("ann").upTo(12)).tasks())
        .extracting(Task::id)
        .isEqualTo(added.stream().map(Task::id).toList());
  }

  private static TaskToAdd[] twelve() {
    return IntStream.rangeClosed(1, 12)
        .mapToObj(i -> task("t" + i).in("swarm " + i % 2))
        .toArray(TaskToAdd[]::new);
  }

  @Test
  default void a_second_agent_never_gets_a_claimed_task() {
    swarm().add(task("only"));

    assertThat(swarm().claim("ann").title()).isEqualTo("only");
    assertThat(swarm().claim(Claim.by("bob")).tasks()).isEmpty();
    assertThat(swarm().claim(Claim.by("ann")).tasks()).isEmpty();
  }

  @Test
  default void a_limit_claims_several_in_order() {
    swarm().addAll(task("c").priority(3), task("a").priority(1), task("b").priority(2));

    assertThat(swarm().claim(Claim.by("ann").upTo(2)).tasks())
        .extracting(Task::title)
        .containsExactly("a", "b");
    assertThat(swarm().claim(Claim.by("bob").upTo(2)).tasks())
        .extracting(Task::title)
        .containsExactly("c");
  }

  @Test
  default void the_swarms_of_a_project_form_one_queue_unless_one_is_named() {
    swarm()
        .addAll(task("b1").in("b").priority(1), task("a2").in("a").priority(2), task("b3").in("b"));

    assertThat(swarm().claimOne(Claim.by("ann").inSwarm("a")).title()).isEqualTo("a2");
    assertThat(claimAll()).extracting(Task::title).containsExactly("b3", "b1");
  }

  @Test
  default void a_claim_in_a_named_swarm_gets_only_its_tasks() {
    swarm().add(task("mine").in("a"));

    assertThat(swarm().claim(Claim.by("ann").inSwarm("b")).tasks()).isEmpty();
    assertThat(swarm().claim(Claim.by("ann").inSwarm("A")).tasks()).isEmpty();
    assertThat(swarm().claimOne(Claim.by("ann").inSwarm("a")).title()).isEqualTo("mine");
  }

  @Test
  default void other_projects_are_left_alone() {
    Task other = Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("theirs"))).get(0);

    assertThat(swarm().claim(Claim.by("ann")).tasks()).isEmpty();
    assertThat(swarm().now(other)).isEqualTo(other);
  }

  private List<Task> claimAll() {
    return Stream.generate(() -> swarm().claim(Claim.by("ann")).tasks())
        .takeWhile(claimed -> !claimed.isEmpty())
        .flatMap(List::stream)
        .toList();
  }
}
