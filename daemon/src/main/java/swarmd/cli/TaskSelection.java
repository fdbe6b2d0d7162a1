package swarmd.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.InvalidValue;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskStatus;

/** Selects tasks by what {@code --where} says: status=failed, tag=sql, search=parser. */
final class TaskSelection {
  static final String DESCRIPTION =
      "All tasks with this status, swarm, tag, wave, agent or text (search=TEXT); repeat it for"
          + " more conditions.";

  private static final String WHERE = "where";
  private static final String TAG = "tag";
  private static final List<String> NAMES =
      List.of("status", "swarm", TAG, "wave", "agent", "search");

  private TaskSelection() {}

  /**
   * The tasks that meet all conditions.
   *
   * @param where conditions such as status=failed; an empty one would select every task
   */
  static TaskFilter filter(String project, List<String> where) {
    Map<String, String> conditions = new HashMap<>();
    where.forEach(condition -> add(conditions, condition));
    return new TaskFilter(
        Optional.of(project),
        value(conditions, "swarm"),
        value(conditions, "status").map(TaskSelection::statuses).orElse(Set.of()),
        value(conditions, "agent"),
        value(conditions, TAG).map(TaskSelection::list).orElse(List.of()),
        value(conditions, "wave").map(TaskSelection::wave),
        value(conditions, "search"),
        Order.ID,
        false,
        0,
        Math.toIntExact(TaskFilter.LIMIT.max()));
  }

  private static void add(Map<String, String> conditions, String condition) {
    String[] parts = condition.split("=", 2);
    String name = parts[0];
    if (!NAMES.contains(name)) {
      throw new InvalidValue(WHERE, "takes " + String.join(", ", NAMES) + ", not '" + name + "'");
    }
    if (parts.length == 1 || list(parts[1]).isEmpty()) {
      throw new InvalidValue(WHERE, "%s=… needs a value".formatted(name));
    }
    if (conditions.containsKey(name) && !name.equals(TAG)) {
      throw new InvalidValue(WHERE, "takes %s=… only once".formatted(name));
    }
    conditions.merge(name, parts[1], (first, second) -> first + "," + second);
  }

  private static Optional<String> value(Map<String, String> conditions, String name) {
    return Optional.ofNullable(conditions.get(name));
  }

  private static List<String> list(String text) {
    return Stream.of(text.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
  }

  private static Set<TaskStatus> statuses(String text) {
    return list(text).stream().map(TaskSelection::status).collect(Collectors.toSet());
  }

  private static TaskStatus status(String label) {
    return TaskStatus.of(label)
        .orElseThrow(
            () ->
                new InvalidValue(
                    WHERE,
                    "status=… takes %s, not '%s'"
                        .formatted(
                            Stream.of(TaskStatus.values())
                                .map(TaskStatus::label)
                                .collect(Collectors.joining(", ")),
                            label)));
  }

  private static int wave(String text) {
    try {
      return TaskSpec.WAVE.checkInt(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new InvalidValue(WHERE, "wave=… takes a number, not '" + text + "'");
    }
  }
}
