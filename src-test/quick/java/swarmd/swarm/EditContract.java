package swarmd.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.swarm.TaskToAdd.task;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** What the creator of a task wrote can be changed. */
interface EditContract extends StoreContract {

  private List<Task> three() {
    return swarm().addAll(task("a"), task("b"), task("c"));
  }

  private TaskEvent lastEvent(Task task) {
    List<TaskEvent> history = swarm().history(task);
    return history.get(history.size() - 1);
  }

  @Test
  default void every_value_of_a_pending_task_can_change() {
    Task other = swarm().add(task("other"));
    Task task = swarm().add(task("a").description("old").owning("src").tagged("x"));
    TaskChange change =
        new TaskChange(
            Optional.of("b"),
            Optional.of("new"),
            Optional.of(-3),
            Optional.of(2),
            Optional.of(List.of(other.id())),
            Optional.of(List.of("docs/**")),
            Optional.of(List.of("y", "z", "y")),
            Optional.of(List.of("test", "test")),
            Optional.of(1L),
            Optional.of(Duration.ofSeconds(5)));

    Task edited = Answers.value(Answers.await(swarm().tasks().edit(task.id(), change, pat())));

    assertThat(edited).isEqualTo(swarm().now(task));
    assertThat(edited.title()).isEqualTo("b");
    assertThat(edited.description()).contains("new");
    assertThat(edited.priority()).isEqualTo(-3);
    assertThat(edited.wave()).isEqualTo(2);
    assertThat(edited.dependsOn()).containsExactly(other.id());
    assertThat(edited.files()).containsExactly("docs/**");
    assertThat(edited.tags()).containsExactly("y", "z");
    assertThat(edited.checks()).containsExactly("test");
    assertThat(edited.notBefore()).isEqualTo(1);
    assertThat(edited.spec().retryWait()).isEqualTo(Duration.ofSeconds(5));
    assertThat(edited.status()).isEqualTo(TaskStatus.BLOCKED);
  }

  private static Actor pat() {
    return new Actor(Actor.Kind.PERSON, Optional.of("pat"), Optional.empty());
  }

  @Test
  default void the_history_tells_what_was_changed_and_by_whom() {
    Task task = swarm().add(task("old").owning("src"));

    Edit edit = Edit.title("new").describedAs("more");
    Answers.value(Answers.await(swarm().tasks().edit(task.id(), edit.build(), pat())));
    TaskEvent texts = lastEvent(task);
    Answers.value(swarm().edit(task, Edit.owning("docs", "README.md")));
    TaskEvent files = lastEvent(task);

    assertThat(texts.kind()).isEqualTo(TaskEvent.Kind.EDITED);
    assertThat(texts.note()).contains("title \"old\" -> \"new\"; description");
    assertThat(texts.by()).contains(pat());
    assertThat(files.note()).contains("files src -> docs, README.md");
    assertThat(files.by()).contains(Actor.UNKNOWN);
  }

  @Test
  default void a_blank_description_removes_it() {
    Task task = swarm().add(task("a").description("text"));

    assertThat(Answers.value(swarm().edit(task, Edit.nothing().describedAs(" "))).description())
        .isEmpty();
  }

  @Test
  default void a_change_to_the_same_values_is_not_recorded() {
    Task task = swarm().add(task("a").priority(3).owning("src").tagged("x"));
    int events = swarm().events().size();

    Answers.value(swarm().edit(task, Edit.priority(3)));
    Answers.value(swarm().edit(task, Edit.owning("src")));
    Answers.value(swarm().edit(task, Edit.tagged("x", "x")));

    assertThat(swarm().events()).hasSize(events);
  }

  @Test
  default void a_change_of_nothing_and_of_an_unknown_task_are_refused() {
    Task task = swarm().add(task("a"));

    assertThat(Answers.refusal(swarm().edit(task, Edit.nothing())))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(
            Answers.refusal(
                Answers.await(swarm().tasks().edit(99, Edit.priority(1).build(), Actor.UNKNOWN))))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  default void a_higher_priority_is_claimed_first() {
    Task last = three().get(2);

    Answers.value(swarm().edit(last, Edit.priority(-1)));

    assertThat(swarm().claim("ann").title()).isEqualTo("c");
  }

  @Test
  default void new_dependencies_block_a_task_until_they_are_settled() {
    List<Task> tasks = three();
    Task first = tasks.get(0);

    Task edited =
        Answers.value(swarm().edit(first, Edit.after(tasks.get(1).id(), tasks.get(2).id())));

    assertThat(edited.status()).isEqualTo(TaskStatus.BLOCKED);
    Task b = swarm().claim("ann");
    Task c = swarm().claim("bob");
    assertThat(swarm().claim(Claim.by("cid")).tasks()).isEmpty();
    swarm().complete(b);
    swarm().complete(c);
    assertThat(swarm().claim("cid").title()).isEqualTo("a");
  }

  @Test
  default void a_task_without_its_old_dependencies_can_be_claimed() {
    Task first = swarm().add(task("first"));
    Task second = swarm().add(task("second").after(first));

    assertThat(Answers.value(swarm().edit(second, Edit.after())).status())
        .isEqualTo(TaskStatus.PENDING);
    swarm().complete(swarm().claimOne(Claim.by("ann").task(first.id())));
    assertThat(swarm().status(second)).isEqualTo(TaskStatus.PENDING);
    assertThat(swarm().claim("bob").title()).isEqualTo("second");
  }

  @Test
  default void a_new_dependency_that_is_settled_does_not_block() {
    List<Task> tasks = three();
    swarm().complete(swarm().claim("ann"));

    assertThat(Answers.value(swarm().edit(tasks.get(1), Edit.after(tasks.get(0).id()))).status())
        .isEqualTo(TaskStatus.PENDING);
  }

  @Test
  default void an_edit_cannot_make_a_circle_of_tasks() {
    Task a = swarm().add(task("a"));
    Task b = swarm().add(task("b").after(a));
    Task c = swarm().add(task("c").after(b));

    Outcome<Task> refused = swarm().edit(a, Edit.after(c.id()));

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(Answers.message(refused))
        .isEqualTo("the tasks depend on each other in a circle: 1 -> 3 -> 2 -> 1");
    assertThat(Answers.message(swarm().edit(a, Edit.after(a.id()))))
        .endsWith("in a circle: 1 -> 1");
    assertThat(swarm().now(a)).isEqualTo(a);
  }

  @Test
  default void a_new_dependency_must_be_a_task_of_the_project() {
    Task task = swarm().add(task("a"));
    Task elsewhere = Answers.value(swarm().tryAdd(TestSwarm.OTHER_PROJECT, task("b"))).get(0);

    assertThat(Answers.message(swarm().edit(task, Edit.after(elsewhere.id()))))
        .contains("not in this project");
    assertThat(Answers.message(swarm().edit(task, Edit.after(99)))).contains("not in this project");
  }

  @Test
  default void another_wave_blocks_or_frees_a_task() {
    Task now = swarm().add(task("now"));
    Task later = swarm().add(task("later").wave(1));

    assertThat(Answers.value(swarm().edit(later, Edit.wave(0))).status())
        .isEqualTo(TaskStatus.PENDING);
    assertThat(Answers.value(swarm().edit(later, Edit.wave(7))).status())
        .isEqualTo(TaskStatus.BLOCKED);
    assertThat(Answers.value(swarm().edit(now, Edit.wave(8))).status())
        .isEqualTo(TaskStatus.BLOCKED);
    assertThat(swarm().claim("ann").title()).isEqualTo("later");
  }

  @Test
  default void the_texts_priority_and_files_of_a_claimed_task_can_change() {
    swarm().add(task("a"));
    Task held = swarm().claim("ann");

    Answers.value(swarm().edit(held, Edit.title("b")));
    Answers.value(swarm().edit(held, Edit.priority(4)));
    Answers.value(swarm().edit(held, Edit.owning("src/**")));

    List<Task> owners = swarm().read(queries -> queries.claimedWithFiles(TestSwarm.PROJECT));
    assertThat(owners).extracting(Task::files).containsExactly(List.of("src/**"));
    assertThat(Answers.value(swarm().renew(held)).title()).isEqualTo("b");
    assertThat(Answers.value(swarm().complete(held)).files()).containsExactly("src/**");
  }

  @Test
  default void the_wave_and_the_dependencies_of_a_claimed_task_stay() {
    List<Task> tasks = three();
    Task held = swarm().claim("ann");

    Outcome<Task> refused = swarm().edit(held, Edit.wave(1));

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.INVALID_TRANSITION);
    assertThat(Answers.message(refused))
        .isEqualTo(
            "task 1 is claimed by %s; its wave and its dependencies can change once it is released"
                .formatted(TaskText.holder(held)));
    assertThat(Answers.refusal(swarm().edit(held, Edit.after(tasks.get(1).id()))))
        .isEqualTo(ErrorCode.INVALID_TRANSITION);
    assertThat(Answers.value(swarm().edit(held, Edit.wave(0)))).isEqualTo(swarm().now(held));
  }

  @Test
  default void of_a_finished_task_only_the_texts_can_change() {
    List<Task> tasks = three();
    swarm().complete(swarm().claim("ann"));
    swarm().cancel(tasks.get(1));

    assertThat(Answers.value(swarm().edit(tasks.get(0), Edit.title("x"))).title()).isEqualTo("x");
    assertThat(Answers.value(swarm().edit(tasks.get(1), Edit.tagged("t"))).tags())
        .containsExactly("t");
    assertThat(Answers.refusal(swarm().edit(tasks.get(0), Edit.priority(1))))
        .isEqualTo(ErrorCode.ALREADY_TERMINAL);
    assertThat(Answers.message(swarm().edit(tasks.get(1), Edit.owning("src"))))
        .isEqualTo(
            "task 2 is cancelled; only its title, description and tags can change; for more,"
                + " reopen it: swarm task reopen 2");
  }

  @Test
  default void a_failed_task_can_be_changed_before_it_is_retried() {
    Task other = swarm().add(task("other").priority(9));
    Task task = swarm().add(task("a"));
    swarm().fail(swarm().claim("ann"));

    Answers.value(swarm().edit(task, Edit.after(other.id())));

    assertThat(Answers.value(swarm().retry(task)).status()).isEqualTo(TaskStatus.BLOCKED);
  }

  @Test
  default void an_edit_that_leaves_nothing_claimable_is_announced() {
    Task stuck = swarm().add(task("a").wave(1));
    Task failing = swarm().add(task("b"));
    swarm().fail(swarm().claim("ann"));

    Answers.value(swarm().edit(failing, Edit.wave(2)));
    assertThat(swarm().summaries().get(0).state()).isEqualTo(SwarmSummary.State.OPEN);
    Answers.value(swarm().edit(stuck, Edit.after(failing.id())));
    assertThat(swarm().summaries().get(0).state()).isEqualTo(SwarmSummary.State.STUCK);
  }

  @Test
  default void a_waiting_claim_gets_a_task_that_an_edit_freed() {
    Task first = swarm().add(task("first"));
    swarm().claim("ann");
    Task second = swarm().add(task("second").after(first));
    CompletableFuture<Outcome<Claimed>> waiting =
        swarm().claimLater(Claim.by("wes").waiting(Duration.ofSeconds(60)));
    assertThat(waiting).isNotDone();

    swarm().edit(second, Edit.after());

    assertThat(Answers.value(Answers.await(waiting)).tasks())
        .extracting(Task::title)
        .containsExactly("second");
  }
}
