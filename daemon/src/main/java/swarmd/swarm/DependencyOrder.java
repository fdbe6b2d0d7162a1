package swarmd.swarm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.NewTask.Dependency;

/**
 * Sorts the tasks of one request so that each comes after those it depends on, and otherwise keeps
 * their order.
 */
final class DependencyOrder {
  private final List<NewTask> tasks;
  private final Map<String, Integer> positionOfKey = new HashMap<>();

  private DependencyOrder(List<NewTask> tasks) {
    this.tasks = tasks;
  }

  /**
   * The tasks' positions; refused if a key is unknown or used twice, or there is a cycle.
   *
   * @param stored finds the task of a key in the swarm of a new task
   */
  static Outcome<List<Integer>> of(
      List<NewTask> tasks, BiFunction<NewTask, String, Optional<Task>> stored) {
    DependencyOrder order = new DependencyOrder(tasks);
    return order.indexKeys(stored).flatMap(ok -> order.sort());
  }

  private Outcome<Boolean> indexKeys(BiFunction<NewTask, String, Optional<Task>> stored) {
    for (int i = 0; i < tasks.size(); i++) {
      NewTask task = tasks.get(i);
      if (task.key().isPresent() && positionOfKey.put(task.key().get(), i) != null) {
        return invalid("two tasks have the key '" + task.key().get() + "'");
      }
    }
    for (NewTask task : tasks) {
      for (String key : keysNamedBy(task).toList()) {
        if (!positionOfKey.containsKey(key) && stored.apply(task, key).isEmpty()) {
          return invalid("'" + task.spec().title() + "' depends on the unknown key '" + key + "'");
        }
      }
    }
    return Outcome.ok(true);
  }

  private Outcome<List<Integer>> sort() {
    int[] open = new int[tasks.size()];
    Map<Integer, List<Integer>> dependents = new HashMap<>();
    PriorityQueue<Integer> ready = new PriorityQueue<>();
    for (int i = 0; i < tasks.size(); i++) {
      List<String> needed = keysNeededBy(tasks.get(i));
      open[i] = needed.size();
      for (String key : needed) {
        dependents.computeIfAbsent(positionOfKey.get(key), k -> new ArrayList<>()).add(i);
      }
      if (needed.isEmpty()) {
        ready.add(i);
      }
    }
    List<Integer> sorted = new ArrayList<>();
    while (!ready.isEmpty()) {
      int next = ready.remove();
      sorted.add(next);
      for (int dependent : dependents.getOrDefault(next, List.of())) {
        if (--open[dependent] == 0) {
          ready.add(dependent);
        }
      }
    }
    return sorted.size() == tasks.size()
        ? Outcome.ok(sorted)
        : TaskRefusals.circle(describeCycle(open));
  }

  /** Every task that never became ready has a dependency that did not either; follow those. */
  private String describeCycle(int[] open) {
    int position = 0;
    while (open[position] == 0) {
      position++;
    }
    List<String> path = new ArrayList<>();
    while (true) {
      String next =
          keysNeededBy(tasks.get(position)).stream()
              .filter(key -> open[positionOfKey.get(key)] > 0)
              .findFirst()
              .orElseThrow();
      int seen = path.indexOf(next);
      path.add(next);
      if (seen >= 0) {
        return String.join(" -> ", path.subList(seen, path.size()));
      }
      position = positionOfKey.get(next);
    }
  }

  /** Those of the same request. */
  private List<String> keysNeededBy(NewTask task) {
    return keysNamedBy(task).filter(positionOfKey::containsKey).toList();
  }

  private static Stream<String> keysNamedBy(NewTask task) {
    return task.dependsOn().stream()
        .filter(Dependency.ByKey.class::isInstance)
        .map(dependency -> ((Dependency.ByKey) dependency).key())
        .distinct();
  }

  private static <T> Outcome<T> invalid(String message) {
    return Outcome.refused(ErrorCode.INVALID_REQUEST, message);
  }
}
