package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tasks of other tools are added once, and follow them. */
interface ImportContract extends StoreContract {

  private static ImportedTask imported(TaskToAdd task, boolean finished) {
    NewTask built = task.build();
    Edit update = Edit.title(built.spec().title());
    return new ImportedTask(built, update.build(), true, finished);
  }

  private Imported importAll(ImportedTask... tasks) {
    return Answers.value(
        Answers.await(
            swarm().tasks().importAll(TestSwarm.PROJECT, List.of(tasks), false, Actor.UNKNOWN)));
  }

  private Task byKey(String key) {
    Optional<Task> found =
        swarm().read(queries -> queries.findByKey(TestSwarm.PROJECT, SwarmId.DEFAULT_NAME, key));
    return found.orElseThrow();
  }

  @Test
  default void an_import_that_is_repeated_changes_nothing() {
    ImportedTask first = imported(task("a").key("a").after("b").after("unknown"), false);
    ImportedTask second = imported(task("b").key("b"), false);

    assertThat(importAll(first, second)).isEqualTo(new Imported(2, 0, 0, 0, 0));
    assertThat(importAll(first, second)).isEqualTo(new Imported(0, 0, 0, 2, 0));

    assertThat(byKey("a").dependsOn()).containsExactly(byKey("b").id());
    assertThat(swarm().events()).hasSize(2);
  }

  @Test
  default void an_import_updates_titles_and_dependencies_also_on_new_tasks() {
    importAll(imported(task("a").key("a"), false));

    importAll(
        imported(task("A").key("a").after("new"), false), imported(task("n").key("new"), false));

    assertThat(byKey("a").title()).isEqualTo("A");
    assertThat(byKey("a").status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(byKey("a").dependsOn()).containsExactly(byKey("new").id());
  }

  @Test
  default void what_is_finished_elsewhere_is_cancelled_here_and_never_added() {
    importAll(imported(task("a").key("a"), false));

    assertThat(importAll(imported(task("a").key("a"), true), imported(task("b").key("b"), true)))
        .isEqualTo(new Imported(0, 0, 1, 0, 1));

    assertThat(swarm().list()).hasSize(1);
    assertThat(byKey("a").status()).isEqualTo(TaskStatus.CANCELLED);
  }
}
