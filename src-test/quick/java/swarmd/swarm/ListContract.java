package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.common.InvalidValue;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;

/** Lists can be filtered, searched and sorted; a blocked task can tell what it waits for. */
interface ListContract extends StoreContract {

  /** A filter of which a test sets only what matters to it. */
  final class Wanted {
    private Set<TaskStatus> statuses = Set.of();
    private Optional<String> agent = Optional.empty();
    private List<String> tags = List.of();
    private Optional<Integer> wave = Optional.empty();
    private Optional<String> search = Optional.empty();
    private Order order = Order.ID;
    private boolean reverse;
    private int limit = 100;

    private TaskFilter build(long after) {
      return new TaskFilter(
          Optional.of(TestSwarm.PROJECT),
          Optional.empty(),
          statuses,
          agent,
          tags,
          wave,
          search,
          order,
          reverse,
          after,
          limit);
    }
  }

  private List<String> titles(Wanted wanted) {
    return titles(wanted.build(0), 0);
  }

  private List<String> titles(TaskFilter filter, long offset) {
    return Answers.await(swarm().tasks().list(filter, offset)).stream().map(Task::title).toList();
  }

  private void someTasks() {
    List<Task> tasks =
        swarm()
            .addAll(
                task("Write the parser").tagged("java").priority(2),
                task("write the PRINTER").tagged("java", "io").priority(1),
                task("Übersetzen").description("Translate all Menus").wave(1),
                task("drop it"));
    swarm().cancel(tasks.get(3));
    swarm().complete(swarm().claim("ann"));
    swarm().claim("bob");
  }

  @Test
  default void a_list_can_be_filtered() {
    someTasks();
    Wanted byStatus = new Wanted();
    byStatus.statuses = Set.of(TaskStatus.BLOCKED, TaskStatus.CANCELLED);
    Wanted byAgent = new Wanted();
    byAgent.agent = Optional.of("ann");
    Wanted byTags = new Wanted();
    byTags.tags = List.of("java");
    Wanted byBothTags = new Wanted();
    byBothTags.tags = List.of("java", "io");
    Wanted byWave = new Wanted();
    byWave.wave = Optional.of(1);

    assertThat(titles(byStatus)).containsExactly("Übersetzen", "drop it");
    assertThat(titles(byAgent)).containsExactly("write the PRINTER");
    assertThat(titles(byTags)).containsExactly("Write the parser", "write the PRINTER");
    assertThat(titles(byBothTags)).containsExactly("write the PRINTER");
    assertThat(titles(byWave)).containsExactly("Übersetzen");
  }

  @Test
  default void a_search_finds_titles_and_descriptions_in_any_case() {
    someTasks();
    Wanted search = new Wanted();

    search.search = Optional.of("printer");
    assertThat(titles(search)).containsExactly("write the PRINTER");
    search.search = Optional.of("all menus");
    assertThat(titles(search)).containsExactly("Übersetzen");
    search.search = Optional.of("üBER");
    assertThat(titles(search)).containsExactly("Übersetzen");
    search.search = Optional.of("%");
    assertThat(titles(search)).isEmpty();
  }

  @Test
  default void a_search_takes_every_character_as_it_is() {
    swarm().addAll(task("100% done"), task("snake_case"), task("C:\\temp"), task("1000 tasks"));
    Wanted search = new Wanted();

    search.search = Optional.of("0%");
    assertThat(titles(search)).containsExactly("100% done");
    search.search = Optional.of("e_c");
    assertThat(titles(search)).containsExactly("snake_case");
    search.search = Optional.of("c:\\t");
    assertThat(titles(search)).containsExactly("C:\\temp");
  }

  @Test
  default void a_list_of_several_swarms_is_in_the_order_of_the_ids() {
    for (int i = 0; i < 4; i++) {
      swarm().add(task("a" + i).in("a"));
      swarm().add(task("b" + i).in("b"));
    }
    Wanted wanted = new Wanted();
    wanted.limit = 3;
    TaskFilter first = wanted.build(0);

    assertThat(titles(wanted)).containsExactly("a0", "b0", "a1");
    assertThat(titles(first.after(3), 0)).containsExactly("b1", "a2", "b2");
    assertThat(titles(first, 3)).containsExactly("b1", "a2", "b2");
    wanted.reverse = true;
    assertThat(titles(wanted)).containsExactly("b3", "a3", "b2");
    assertThat(titles(wanted.build(0), 2)).containsExactly("b2", "a2", "b1");
    wanted.order = Order.TITLE;
    assertThat(titles(wanted.build(0), 3)).containsExactly("b0", "a3", "a2");
  }

  @Test
  default void the_few_open_tasks_among_many_are_listed() {
    Task[] many = swarm().addAll(tasks(50)).toArray(Task[]::new);
    for (Task each : many) {
      swarm().cancel(each);
    }
    Task free = swarm().add(task("free"));
    swarm().add(task("later").wave(1));
    swarm().add(task("next").after(free));
    swarm().add(task("held").priority(-1));
    swarm().claim("ann");
    Wanted open = new Wanted();

    open.statuses = Set.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED);
    assertThat(titles(open)).containsExactly("free", "later", "next", "held");
    open.statuses = Set.of(TaskStatus.BLOCKED);
    assertThat(titles(open)).containsExactly("later", "next");
    open.statuses = Set.of(TaskStatus.CLAIMED);
    assertThat(titles(open)).containsExactly("held");
    open.statuses = Set.of(TaskStatus.PENDING);
    assertThat(titles(open)).containsExactly("free");
    open.statuses = Set.of(TaskStatus.FAILED);
    assertThat(titles(open)).isEmpty();
    open.statuses = Set.of(TaskStatus.CANCELLED);
    assertThat(titles(open)).hasSize(50);
  }

  private static TaskToAdd[] tasks(int count) {
    return Stream.generate(() -> task("t")).limit(count).toArray(TaskToAdd[]::new);
  }

  @Test
  default void a_list_can_be_sorted_in_both_directions() {
    someTasks();
    Wanted sorted = new Wanted();

    sorted.order = Order.PRIORITY;
    assertThat(titles(sorted))
        .containsExactly("Übersetzen", "drop it", "write the PRINTER", "Write the parser");
    sorted.order = Order.STATUS;
    assertThat(titles(sorted))
        .containsExactly("Übersetzen", "Write the parser", "write the PRINTER", "drop it");
    sorted.order = Order.ID;
    sorted.reverse = true;
    sorted.limit = 2;
    assertThat(titles(sorted)).containsExactly("drop it", "Übersetzen");
    assertThatThrownBy(() -> sorted.build(1))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("'after' needs the order by id");
  }

  private String why(Task task) {
    return TaskText.whyBlocked(swarm().read(queries -> queries.waitsFor(swarm().now(task))));
  }

  @Test
  default void a_blocked_task_tells_what_it_waits_for() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b"));
    Task last = swarm().add(task("last").wave(2).after(a).after(b));
    swarm().add(task("middle").wave(1));

    assertThat(why(last))
        .isEqualTo(
            "waits for 2 tasks of wave 0, and waits for 1 task of wave 1, and depends on 1, 2");
    swarm().fail(swarm().claim("ann"));
    assertThat(why(last))
        .isEqualTo(
            "waits for 2 tasks of wave 0 (1 failed: retry or cancel it), and waits for 1 task of"
                + " wave 1, and depends on 1 (failed): retry or cancel it, and depends on 2");
    assertThat(Answers.message(swarm().tryClaim(Claim.by("bob").task(last.id()))))
        .startsWith("task 3 is blocked: it waits for 2 tasks of wave 0");
    swarm().cancel(a);
    swarm().cancel(b);
    assertThat(why(last)).isEqualTo("waits for 1 task of wave 1");
    assertThat(why(b)).isEmpty();
  }
}
