package swarmd.swarm;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import swarmd.common.Outcome;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.TaskRepository.NewEvent;

/**
 * Adds tasks: either all tasks of a request or none. A task whose key is known in its swarm stays
 * as it is.
 */
final class AddRules {
  private AddRules() {}

  static Outcome<List<Task>> add(
      TaskRepository tasks, String project, List<NewTask> added, Optional<Actor> by, long now) {
    return order(tasks, project, added).map(order -> insert(tasks, project, added, order, by, now));
  }

  /** The order in which the tasks can be added; refused if they cannot. */
  static Outcome<List<Integer>> order(TaskRepository tasks, String project, List<NewTask> added) {
    return DependencyOrder.of(added, (task, key) -> tasks.findByKey(project, task.swarm(), key))
        .flatMap(order -> withKnownIds(tasks, project, added).map(known -> order));
  }

  private static Outcome<List<NewTask>> withKnownIds(
      TaskRepository tasks, String project, List<NewTask> added) {
    for (NewTask task : added) {
      List<Long> named = dependencies(tasks, project, task, Map.of());
      if (tasks.countUnsettled(project, named).isEmpty()) {
        return TaskRefusals.unknownDependency(task.spec().title(), named);
      }
    }
    return Outcome.ok(added);
  }

  private static List<Task> insert(
      TaskRepository tasks,
      String project,
      List<NewTask> added,
      List<Integer> order,
      Optional<Actor> by,
      long now) {
    Map<String, Long> idOfKey = new LinkedHashMap<>();
    Map<String, SwarmId> swarms = new LinkedHashMap<>();
    Long[] ids = new Long[added.size()];
    for (int position : order) {
      NewTask task = added.get(position);
      Optional<Task> known = task.key().flatMap(key -> tasks.findByKey(project, task.swarm(), key));
      if (known.isPresent()) {
        idOfKey.put(task.key().orElseThrow(), known.get().id());
        ids[position] = known.get().id();
        continue;
      }
      SwarmId swarm = swarms.computeIfAbsent(task.swarm(), name -> tasks.swarm(project, name));
      List<Long> dependsOn = dependencies(tasks, project, task, idOfKey);
      int open = tasks.countUnsettled(project, dependsOn).orElseThrow();
      long id = tasks.insert(swarm, task, dependsOn, open, now);
      tasks.countNew(swarm, task.spec().wave());
      tasks.append(NewEvent.created(by, now, swarm, id));
      task.key().ifPresent(key -> idOfKey.put(key, id));
      ids[position] = id;
    }
    for (SwarmId swarm : swarms.values()) {
      tasks.openNextWave(swarm);
      SwarmProgress.announce(tasks, swarm, now);
    }
    return Stream.of(ids).map(id -> tasks.find(id).orElseThrow()).toList();
  }

  /** The ids that the task names, and those of its keys, if they are stored already. */
  private static List<Long> dependencies(
      TaskQueries tasks, String project, NewTask task, Map<String, Long> idOfKey) {
    Set<Long> ids = new LinkedHashSet<>();
    for (Dependency dependency : task.dependsOn()) {
      if (dependency instanceof Dependency.ById byId) {
        ids.add(byId.id());
      } else if (dependency instanceof Dependency.ByKey byKey) {
        Optional.ofNullable(idOfKey.get(byKey.key()))
            .or(() -> tasks.findByKey(project, task.swarm(), byKey.key()).map(Task::id))
            .ifPresent(ids::add);
      }
    }
    return List.copyOf(ids);
  }
}
