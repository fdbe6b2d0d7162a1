package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.json.Json;
import swarmd.swarm.ImportedTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;

/** Writes tasks for other programs, so that {@link TaskImport} can read them. */
public final class TaskExport {
  private TaskExport() {}

  /**
   * One JSON object per line; dependencies are keys, or objects with swarm and key for those in
   * another swarm.
   *
   * @param database the one whose ids the tasks have
   */
  public static String jsonLines(Collection<Task> tasks, String database) {
    Map<Long, Task> all = new HashMap<>();
    tasks.forEach(task -> all.put(task.id(), task));
    return tasks.stream()
        .map(task -> Json.text(json(task, all, database)) + "\n")
        .collect(Collectors.joining());
  }

  private static ObjectNode json(Task task, Map<Long, Task> all, String database) {
    ObjectNode json = TaskJson.task(task);
    json.put("key", ImportedTask.keyOf(task, database));
    ArrayNode dependencies = json.putArray("depends_on");
    for (long id : task.dependsOn()) {
      Optional<Task> needed = Optional.ofNullable(all.get(id));
      String key =
          needed
              .map(known -> ImportedTask.keyOf(known, database))
              .orElseGet(() -> ImportedTask.nameOf(id, database));
      String swarm = needed.orElse(task).swarm().name();
      if (swarm.equals(task.swarm().name())) {
        dependencies.add(key);
      } else {
        dependencies.addObject().put("swarm", swarm).put("key", key);
      }
    }
    json.remove(List.of("project", "lease"));
    return json;
  }

  /** A check list; what is done or cancelled is checked. */
  public static String markdown(Collection<Task> tasks, String database) {
    return tasks.stream().map(task -> item(task, database)).collect(Collectors.joining());
  }

  private static String item(Task task, String database) {
    String description =
        task.description().stream()
            .flatMap(text -> Stream.of(text.split("\\R", -1)))
            .map(line -> "  > " + line + "\n")
            .collect(Collectors.joining());
    return "- [%s] %s %s\n%s"
        .formatted(
            task.status().settled() ? "x" : " ",
            task.title().strip().replaceAll("\\s+", " "),
            new MarkdownName(
                Optional.of(task.swarm().name()).filter(name -> !name.equals(SwarmId.DEFAULT_NAME)),
                ImportedTask.keyOf(task, database)),
            description);
  }
}
