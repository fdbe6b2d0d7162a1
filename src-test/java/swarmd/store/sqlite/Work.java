package swarmd.store.sqlite;

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

/** What a test has a store do. */
final class Work {
  private static final TaskRules RULES = new TaskRules(() -> "token");

  /** More than any test adds here. */
  private static final TaskFilter ALL =
      new TaskFilter(Optional.empty(), Optional.empty(), Optional.empty(), 0, 1_000);

  private Work() {}

  static Task add(Transaction transaction, NewTask task) {
    return Answers.value(
            RULES.add(transaction.get(TaskRepository.class), "/project", List.of(task), 1))
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

  static List<String> titles(Store store) {
    return Answers.await(
            store.read(snapshot -> snapshot.get(TaskQueries.class).list(ALL)))
        .stream()
        .map(Task::title)
        .toList();
  }
}
