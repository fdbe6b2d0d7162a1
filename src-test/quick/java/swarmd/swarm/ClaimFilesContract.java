package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.swarm.TaskToAdd.task;

import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.common.InvalidValue;

/** A claim that names files gets the tasks that own them first. */
interface ClaimFilesContract extends StoreContract {

  @Test
  default void a_task_whose_globs_match_comes_before_more_urgent_ones() {
    swarm().addAll(task("urgent").priority(-9), task("java").owning("src/**/*.java").priority(9));

    assertThat(claimed("src/a/B.java")).isEqualTo("java");
    assertThat(claimed("src/a/B.java")).isEqualTo("urgent");
  }

  @Test
  default void a_file_may_be_named_by_its_absolute_path() {
    swarm().addAll(task("urgent").priority(-9), task("java").owning("src/**/*.java"));

    assertThat(claimed(TestSwarm.PROJECT + "/src/A.java")).isEqualTo("java");
  }

  @Test
  default void among_matching_tasks_the_usual_order_holds() {
    swarm().addAll(task("second").owning("*.md"), task("first").owning("README.*").priority(-1));

    assertThat(claimed("README.md")).isEqualTo("first");
  }

  @Test
  default void without_a_match_the_usual_order_holds() {
    swarm().addAll(task("b").owning("b/*").priority(2), task("a").owning("a/*").priority(1));

    assertThat(claimed("c/x")).isEqualTo("a");
  }

  @Test
  default void a_larger_claim_is_filled_up_with_other_tasks_and_has_no_duplicates() {
    swarm().addAll(task("x"), task("match").owning("lib"), task("y"), task("z"));

    assertThat(swarm().claim(Claim.by("ann").forFiles("lib/a").upTo(3)).tasks())
        .extracting(Task::title)
        .containsExactly("match", "x", "y");
  }

  @Test
  default void matching_tasks_of_all_swarms_are_found() {
    swarm().addAll(task("x").in("a"), task("match").in("b").owning("lib/**"));

    assertThat(claimed("lib/a/b")).isEqualTo("match");
  }

  @Test
  default void the_number_of_tasks_compared_with_the_files_is_limited() {
    swarm().addAll(tasks(ClaimRules.FILE_WINDOW + 1, i -> task("t" + i).owning("f" + i)));
    int last = ClaimRules.FILE_WINDOW - 1;

    assertThat(claimed("f" + (last + 1))).isEqualTo("t0");
    assertThat(claimed("f" + last)).isEqualTo("t" + last);
  }

  @Test
  default void tasks_without_files_do_not_hide_matching_ones() {
    swarm().addAll(tasks(ClaimRules.FILE_WINDOW + 1, i -> task("t" + i)));
    swarm().add(task("match").owning("f"));

    assertThat(claimed("f")).isEqualTo("match");
  }

  private static TaskToAdd[] tasks(int count, IntFunction<TaskToAdd> each) {
    return IntStream.range(0, count).mapToObj(each).toArray(TaskToAdd[]::new);
  }

  @Test
  default void an_invalid_glob_is_refused_and_affects_no_claim() {
    assertThatThrownBy(() -> swarm().add(task("bad").owning("src/[a")))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("field 'files' has an invalid glob: 'src/[a'");
    swarm().add(task("good"));
    assertThat(claimed("src/a")).isEqualTo("good");
  }

  private String claimed(String file) {
    return swarm().claimOne(Claim.by("ann").forFiles(file)).title();
  }
}
