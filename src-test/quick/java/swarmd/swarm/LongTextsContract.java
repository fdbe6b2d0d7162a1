package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.swarm.TaskQueries.TaskFilter;

/** No result contains so many long texts that memory runs out. */
interface LongTextsContract extends StoreContract {
  int LENGTH = 900_000;
  int MOST = 5;

  private List<Task> addLongTasks(int count) {
    return swarm()
        .addAll(
            IntStream.range(0, count)
                .mapToObj(i -> task("t" + i).description("x".repeat(LENGTH)))
                .toArray(TaskToAdd[]::new));
  }

  @Test
  default void a_page_of_long_tasks_is_short_and_the_next_page_continues() {
    List<Task> added = addLongTasks(12);

    List<Task> listed = new ArrayList<>();
    for (List<Task> page = after(0);
        !page.isEmpty();
        page = after(page.get(page.size() - 1).id())) {
      assertThat(page).hasSizeLessThanOrEqualTo(MOST);
      listed.addAll(page);
    }

    assertThat(listed).isEqualTo(added);
  }

  private List<Task> after(long id) {
    return swarm()
        .read(
            queries ->
                queries.list(
                    TaskFilter.of(
                        Optional.empty(), Optional.empty(), Optional.empty(), id, 1_000)));
  }

  @Test
  default void a_claim_of_many_long_tasks_gets_the_first_of_them() {
    addLongTasks(8);
    swarm().addAll(task("short, in another swarm, and last").in("other").priority(1));

    List<Task> claimed = swarm().claim(Claim.by("ann").upTo(9)).tasks();

    assertThat(claimed).hasSizeBetween(1, MOST);
    assertThat(claimed)
        .extracting(Task::title)
        .startsWith("t0", "t1")
        .allMatch(t -> t.length() == 2);
    assertThat(swarm().claim("bob").title()).isEqualTo("t" + claimed.size());
  }

  @Test
  default void a_list_of_many_long_claimed_tasks_is_cut_short() {
    addLongTasks(8);
    for (int i = 0; i < 8; i++) {
      swarm().claim("ann");
    }

    List<Task> shown = swarm().read(queries -> queries.claimed(Optional.empty(), 200));

    assertThat(shown).hasSizeBetween(1, MOST);
  }

  @Test
  default void leases_of_many_long_tasks_still_end() {
    addLongTasks(12);
    for (int i = 0; i < 12; i++) {
      swarm().claim("ann");
    }
    for (int i = 0; i < 3; i++) {
      swarm().advance(ClaimRequest.DEFAULT_LEASE);
    }

    assertThat(swarm().summaries().get(0).count(TaskStatus.CLAIMED)).isZero();
  }

  @Test
  default void long_events_come_in_small_pages_and_the_latest_are_the_newest() {
    List<Task> added =
        swarm().addAll(task("a"), task("b"), task("c"), task("d"), task("e"), task("f"));
    added.forEach(
        task -> {
          Task held = swarm().claim("ann");
          Answers.await(
              swarm()
                  .tasks()
                  .release(held.id(), TestSwarm.token(held), Optional.of("x".repeat(LENGTH))));
        });

    List<TaskEvent> all = new ArrayList<>();
    for (List<TaskEvent> page = eventsAfter(0); !page.isEmpty(); ) {
      assertThat(page.stream().filter(event -> event.note().isPresent()).count())
          .isLessThanOrEqualTo(MOST);
      all.addAll(page);
      page = eventsAfter(page.get(page.size() - 1).id());
    }
    assertThat(all).hasSize(18);

    List<TaskEvent> latest =
        swarm().read(queries -> queries.latestEvents(Optional.empty(), Long.MAX_VALUE, 100));
    assertThat(latest).hasSizeLessThan(18);
    assertThat(latest).isEqualTo(all.subList(18 - latest.size(), 18));
  }

  private List<TaskEvent> eventsAfter(long id) {
    return swarm().read(queries -> queries.eventsAfter(id, Optional.empty(), 500));
  }
}
