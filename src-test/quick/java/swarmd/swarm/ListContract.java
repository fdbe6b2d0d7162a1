package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

  /** Tasks of three swarms in two projects, nearly all finished, with equal and missing values. */
  private void manyFinished() {
    for (int i = 0; i < 120; i++) {
      Task added = swarm().add(oneOfMany(i));
      if (i % 11 == 0) {
        swarm().cancel(added);
      }
    }
    List<Task> claimed = claimNext(0);
    for (int i = 1; !claimed.isEmpty(); i++) {
      Task held = claimed.get(0);
      if (i % 9 == 8) {
        swarm().cancel(held);
      } else {
        swarm().complete(held);
      }
      claimed = claimNext(i);
    }
    swarm().add(oneOfMany(3).in("c"));
    swarm().fail(swarm().claim("bob"));
    swarm().add(oneOfMany(0).tagged("t2"));
    swarm().claim("agent1");
    swarm().add(oneOfMany(1));
    swarm().add(oneOfMany(2));
    Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("elsewhere").priority(0)));
  }

  private List<Task> claimNext(int number) {
    swarm().advance(Duration.ofSeconds(1));
    return swarm().claim(Claim.by("agent" + number % 3)).tasks();
  }

  private static TaskToAdd oneOfMany(int number) {
    TaskToAdd each =
        task(List.of("Build it ", "build it", "Übersetzen", "a", "zebra").get(number % 5) + number)
            .in(List.of("a", "b").get(number % 2))
            .priority(number % 4 - 1)
            .wave(number % 3)
            .attempts(1);
    return number % 6 == 0 ? each.tagged("t" + number % 4) : each;
  }

  private static Comparator<Task> comparator(Order order) {
    Comparator<Task> byId = Comparator.comparing(Task::id);
    return switch (order) {
      case ID -> byId;
      case PRIORITY -> Comparator.comparing(Task::priority).thenComparing(byId);
      case WAVE -> Comparator.comparing(Task::wave).thenComparing(byId);
      case STATUS -> Comparator.comparing(Task::status).thenComparing(byId);
      case AGENT ->
          Comparator.comparing((Task task) -> task.state().agent().orElse("")).thenComparing(byId);
      case TITLE ->
          Comparator.comparing((Task task) -> task.title().toLowerCase(Locale.ROOT))
              .thenComparing(byId);
      case FINISHED ->
          Comparator.comparing((Task task) -> task.finishedAt().orElse(0L)).thenComparing(byId);
    };
  }

  @Test
  default void every_order_is_kept_among_many_finished_tasks() {
    manyFinished();
    List<Task> all = swarm().list();
    List<TaskFilter> filters = new ArrayList<>();
    for (Optional<String> project :
        List.of(Optional.of(TestSwarm.PROJECT), Optional.<String>empty())) {
      for (Set<TaskStatus> statuses :
          List.of(
              Set.<TaskStatus>of(),
              Set.of(TaskStatus.DONE),
              Set.of(TaskStatus.FAILED, TaskStatus.CANCELLED),
              Set.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED))) {
        for (Optional<String> agent : List.of(Optional.<String>empty(), Optional.of("agent1"))) {
          for (List<String> tags : List.of(List.<String>of(), List.of("t2"))) {
            for (Optional<Integer> wave : List.of(Optional.<Integer>empty(), Optional.of(1))) {
              for (Optional<String> search :
                  List.of(Optional.<String>empty(), Optional.of("D i"))) {
                filters.add(
                    new TaskFilter(
                        project,
                        Optional.empty(),
                        statuses,
                        agent,
                        tags,
                        wave,
                        search,
                        Order.ID,
                        false,
                        0,
                        10));
              }
            }
          }
        }
      }
    }
    for (TaskFilter filter : filters) {
      List<Task> matching = all.stream().filter(task -> matches(filter, task)).toList();
      for (Order order : Order.values()) {
        assertSorted(filter, matching, order, comparator(order), false);
        assertSorted(filter, matching, order, comparator(order).reversed(), true);
      }
    }
  }

  private static boolean matches(TaskFilter filter, Task task) {
    return filter.project().map(task.swarm().project()::equals).orElse(true)
        && (filter.statuses().isEmpty() || filter.statuses().contains(task.status()))
        && (filter.agent().isEmpty() || filter.agent().equals(task.state().agent()))
        && task.spec().tags().containsAll(filter.tags())
        && filter.wave().map(wave -> wave == task.wave()).orElse(true)
        && filter.finds(task);
  }

  private void assertSorted(
      TaskFilter filter,
      List<Task> matching,
      Order order,
      Comparator<Task> comparator,
      boolean reverse) {
    List<Long> expected = matching.stream().sorted(comparator).map(Task::id).toList();
    TaskFilter sorted =
        new TaskFilter(
            filter.project(),
            filter.swarm(),
            filter.statuses(),
            filter.agent(),
            filter.tags(),
            filter.wave(),
            filter.search(),
            order,
            reverse,
            0,
            filter.limit());

    assertThat(ids(sorted, 0))
        .as(sorted.toString())
        .isEqualTo(expected.stream().limit(filter.limit()).toList());
    assertThat(ids(sorted, 7))
        .as("the rest of " + sorted)
        .isEqualTo(expected.stream().skip(7).limit(filter.limit()).toList());
  }

  private List<Long> ids(TaskFilter filter, long offset) {
    return swarm().read(tasks -> tasks.list(filter, offset)).stream().map(Task::id).toList();
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
