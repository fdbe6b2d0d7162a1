package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Answers;
import swarmd.swarm.NewTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TaskSpec;

/** Work for a store in tests. */
final class Work {
  private static final TaskRules RULES = new TaskRules(() -> "token");

  private Work() {}

  static Task add(Transaction transaction, NewTask task) {
    return Answers.value(
            RULES.add(
                transaction.get(TaskRepository.class),
                "/project",
                List.of(task),
                Optional.empty(),
                1))
        .get(0);
  }

  /** To be given to {@link Store#write}. */
  static Function<Transaction, Task> add(String title) {
    return transaction -> add(transaction, NewTask.titled(title));
  }

  /** Adds a task and then throws this. */
  static Function<Transaction, Task> addAndThrow(String title, RuntimeException failure) {
    return transaction -> {
      add(transaction, NewTask.titled(title));
      throw failure;
    };
  }

  /** A task that takes at least this much space. */
  static Function<Transaction, Task> addLong(String title, int characters) {
    Optional<String> description = Optional.of("x".repeat(characters));
    NewTask task = NewTask.of(TaskSpec.titled(title).withDescription(description));
    return transaction -> add(transaction, task);
  }

  static List<String> titles(Store store) {
    return Answers.await(store.read(snapshot -> titles(snapshot.get(TaskQueries.class))));
  }

  private static List<String> titles(TaskQueries tasks) {
    List<Task> all = new ArrayList<>();
    List<Task> page = pageAfter(0, tasks);
    while (!page.isEmpty()) {
      all.addAll(page);
      page = pageAfter(page.get(page.size() - 1).id(), tasks);
    }
    return all.stream().map(Task::title).toList();
  }

  private static List<Task> pageAfter(long id, TaskQueries tasks) {
    return tasks.list(
        TaskFilter.of(Optional.empty(), Optional.empty(), Optional.empty(), id, 1_000));
  }
}
