package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.swarm.TaskQueries.TaskFilter;

/** Queries on tasks and events. */
interface QueriesContract extends StoreContract {

  @Test
  default void tasks_can_be_listed_by_each_status() {
    swarm().addAll(task("done"), task("failed"), task("cancelled"), task("claimed"));
    swarm().complete(swarm().claim("ann"));
    swarm().fail(swarm().claim("ann"));
    swarm().cancel(swarm().list().get(2));
    Task claimed = swarm().claim("ann");
    swarm().addAll(task("pending"), task("blocked").after(claimed), task("blocked").wave(1));

    for (TaskStatus status : TaskStatus.values()) {
      assertThat(swarm().list(Optional.empty(), Optional.empty(), Optional.of(status)))
          .hasSize(status == TaskStatus.BLOCKED ? 2 : 1)
          .allSatisfy(task -> assertThat(task.status()).isEqualTo(status))
          .allSatisfy(task -> assertThat(task.title()).isEqualTo(status.label()));
    }
  }

  @Test
  default void tasks_can_be_listed_by_project_and_swarm() {
    swarm().addAll(task("a"), task("b").in("x"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("c"), task("d").in("x")));

    assertThat(titles(Optional.of(TestSwarm.PROJECT), Optional.empty())).containsExactly("a", "b");
    assertThat(titles(Optional.empty(), Optional.of("x"))).containsExactly("b", "d");
    assertThat(titles(Optional.of(TestSwarm.PROJECT), Optional.of("x"))).containsExactly("b");
  }

  private Stream<String> titles(Optional<String> project, Optional<String> name) {
    return swarm().list(project, name, Optional.empty()).stream().map(Task::title);
  }

  @Test
  default void a_long_list_can_be_read_page_by_page() {
    List<Task> all = swarm().addAll(task("a"), task("b"), task("c"), task("d"), task("e"));

    assertThat(page(0, 2)).isEqualTo(all.subList(0, 2));
    assertThat(page(all.get(1).id(), 2)).isEqualTo(all.subList(2, 4));
    assertThat(page(all.get(3).id(), 2)).isEqualTo(all.subList(4, 5));
    assertThat(page(all.get(4).id(), 2)).isEmpty();
  }

  private List<Task> page(long after, int limit) {
    return Answers.await(
        swarm()
            .tasks()
            .list(
                TaskFilter.of(Optional.empty(), Optional.empty(), Optional.empty(), after, limit)));
  }

  @Test
  default void claimed_tasks_can_be_listed_by_project() {
    swarm().addAll(task("a"), task("b"), task("free"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("c")));
    swarm().claim(Claim.by("ann").upTo(2));
    swarm().claim(Claim.by("ann").inProject(TestSwarm.OTHER_PROJECT));

    assertThat(claimed(Optional.of(TestSwarm.PROJECT), 9)).hasSize(2);
    assertThat(claimed(Optional.empty(), 9)).hasSize(3);
    assertThat(claimed(Optional.empty(), 1)).hasSize(1);
  }

  @Test
  default void the_newest_events_are_listed_oldest_first() {
    swarm().addAll(task("a"), task("b"), task("c"));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("d")));
    long last = swarm().read(TaskQueries::lastEventId);
    List<TaskEvent> all = swarm().events();

    assertThat(last).isEqualTo(all.get(3).id());
    assertThat(latest(Optional.empty(), last, 2)).isEqualTo(all.subList(2, 4));
    assertThat(latest(Optional.of(TestSwarm.PROJECT), last, 2)).isEqualTo(all.subList(1, 3));
    assertThat(latest(Optional.empty(), last - 1, 9)).isEqualTo(all.subList(0, 3));
  }

  @Test
  default void queries_on_an_empty_database_return_nothing() {
    assertThat(swarm().read(TaskQueries::lastEventId)).isZero();
    assertThat(swarm().read(TaskQueries::nextExpiry)).isEmpty();
    assertThat(swarm().list()).isEmpty();
    assertThat(swarm().summaries()).isEmpty();
  }

  private List<Task> claimed(Optional<String> project, int limit) {
    return swarm().read(queries -> queries.claimed(project, limit));
  }

  private List<TaskEvent> latest(Optional<String> project, long upTo, int limit) {
    return swarm().read(queries -> queries.latestEvents(project, upTo, limit));
  }
}
