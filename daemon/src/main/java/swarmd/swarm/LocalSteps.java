package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.time.Time;

/** Takes each step in one transaction of the daemon's own database. */
final class LocalSteps implements TaskSteps {
  private final Store store;
  private final TaskRules rules;
  private final Time time;

  LocalSteps(Store store, TaskRules rules, Time time) {
    this.store = store;
    this.rules = rules;
    this.time = time;
  }

  @Override
  public CompletableFuture<Outcome<Claimed>> claim(ClaimRequest request, boolean woken) {
    return write(tasks -> rules.claim(tasks, request, time.millis()));
  }

  @Override
  public CompletableFuture<Void> current() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Outcome<Task>> ofHolder(
      HolderStep step, long id, String token, Optional<String> text, Optional<Checked> checked) {
    return write(tasks -> step.take(rules, tasks, id, token, text, checked, time.millis()));
  }

  @Override
  public CompletableFuture<Outcome<Task>> ofTask(Function<TaskRepository, Outcome<Task>> step) {
    return write(step);
  }

  @Override
  public CompletableFuture<Outcome<List<Task>>> ofTasks(
      Function<TaskRepository, Outcome<List<Task>>> step) {
    return write(step);
  }

  @Override
  public CompletableFuture<Outcome<SwarmSummary>> ofSwarm(
      Function<TaskRepository, Outcome<SwarmSummary>> step) {
    return write(step);
  }

  private <T> CompletableFuture<T> write(Function<TaskRepository, T> step) {
    return store.write(transaction -> step.apply(transaction.get(TaskRepository.class)));
  }
}
