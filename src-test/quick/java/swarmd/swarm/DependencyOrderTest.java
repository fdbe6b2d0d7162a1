package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.common.Outcome;

class DependencyOrderTest {

  private static Outcome<List<Integer>> order(TaskToAdd... tasks) {
    return DependencyOrder.of(
        Stream.of(tasks).map(TaskToAdd::build).toList(), (task, key) -> Optional.empty());
  }

  @Test
  void tasks_without_dependencies_stay_in_the_order_given() {
    assertThat(Answers.value(order(task("a"), task("b"), task("c")))).containsExactly(0, 1, 2);
  }

  @Test
  void an_empty_list_is_in_order() {
    assertThat(Answers.value(order())).isEmpty();
  }

  @Test
  void each_task_comes_right_after_its_last_dependency() {
    List<Integer> order =
        Answers.value(
            order(
                task("roof").key("roof").after("walls"),
                task("paint").after("walls").after("roof"),
                task("walls").key("walls").after("floor"),
                task("floor").key("floor"),
                task("garden")));

    assertThat(order).containsExactly(3, 2, 0, 1, 4);
  }

  @Test
  void a_key_needed_twice_counts_once() {
    assertThat(Answers.value(order(task("b").after("a").after("a"), task("a").key("a"))))
        .containsExactly(1, 0);
  }

  @Test
  void dependencies_on_stored_tasks_do_not_affect_the_order() {
    assertThat(Answers.value(order(task("a").after(7), task("b")))).containsExactly(0, 1);
  }

  @Test
  void a_task_that_depends_on_itself_is_a_cycle() {
    assertThat(Answers.message(order(task("a").key("a").after("a"))))
        .isEqualTo("the tasks depend on each other in a circle: a -> a");
  }

  @Test
  void only_the_cycle_is_shown_and_not_the_path_to_it() {
    Outcome<List<Integer>> outcome =
        order(
            task("start").after("x"),
            task("x").key("x").after("free").after("y"),
            task("y").key("y").after("z"),
            task("z").key("z").after("y"),
            task("free").key("free"));

    assertThat(Answers.message(outcome)).endsWith("in a circle: y -> z -> y");
  }

  @Test
  void an_unknown_key_and_a_key_used_twice_are_refused() {
    assertThat(Answers.message(order(task("a").after("b")))).contains("unknown key 'b'");
    assertThat(Answers.message(order(task("a").key("k"), task("b").key("k")))).contains("key 'k'");
  }

  @Test
  void a_chain_of_ten_thousand_tasks_is_sorted() {
    int last = 9_999;
    TaskToAdd[] chain =
        IntStream.rangeClosed(0, last)
            .mapToObj(i -> task("t").key("k" + i))
            .toArray(TaskToAdd[]::new);
    for (int i = 0; i < last; i++) {
      chain[i].after("k" + (i + 1));
    }
    List<Integer> order = Answers.value(order(chain));
    assertThat(order).hasSize(10_000).startsWith(last, last - 1).endsWith(1, 0);

    chain[last].after("k0");
    assertThat(Answers.message(order(chain))).contains("k1 -> k2").endsWith("-> k0 -> k1");
  }
}
