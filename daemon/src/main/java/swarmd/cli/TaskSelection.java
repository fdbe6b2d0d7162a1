package swarmd.cli;

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
  private static final List<String> NAMES =
      List.of("status", "swarm", "tag", "wave", "agent", "search");

  private TaskSelection() {}

  static TaskFilter filter(String project, Map<String, String> where) {
    where.keySet().stream()
        .filter(name -> !NAMES.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidValue(
                  WHERE, "takes " + String.join(", ", NAMES) + ", not '" + name + "'");
            });
    return new TaskFilter(
        Optional.of(project),
        value(where, "swarm"),
        value(where, "status").map(TaskSelection::statuses).orElse(Set.of()),
        value(where, "agent"),
        value(where, "tag").map(TaskSelection::list).orElse(List.of()),
        value(where, "wave").map(TaskSelection::wave),
        value(where, "search"),
        Order.ID,
        false,
        0,
        Math.toIntExact(TaskFilter.LIMIT.max()));
  }

  private static Optional<String> value(Map<String, String> where, String name) {
    return Optional.ofNullable(where.get(name));
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
