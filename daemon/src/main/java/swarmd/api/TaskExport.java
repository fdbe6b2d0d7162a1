package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import swarmd.json.Json;
import swarmd.swarm.ImportedTask;
import swarmd.swarm.Task;

/** Writes tasks for other programs, so that {@link TaskImport} can read them. */
public final class TaskExport {
  private TaskExport() {}

  /** One JSON object per line; dependencies are keys. */
  public static String jsonLines(Collection<Task> tasks) {
    Map<Long, String> keys = new HashMap<>();
    tasks.forEach(task -> keys.put(task.id(), ImportedTask.keyOf(task)));
    return tasks.stream()
        .map(task -> Json.text(json(task, keys)) + "\n")
        .collect(Collectors.joining());
  }

  private static ObjectNode json(Task task, Map<Long, String> keys) {
    ObjectNode json = TaskJson.task(task);
    json.put("key", keys.get(task.id()));
    ArrayNode dependencies = json.putArray("depends_on");
    task.dependsOn()
        .forEach(id -> dependencies.add(keys.getOrDefault(id, ImportedTask.UNNAMED + id)));
    json.remove(List.of("project", "lease"));
    return json;
  }

  /** A check list; what is done or cancelled is checked. */
  public static String markdown(Collection<Task> tasks) {
    return tasks.stream().map(TaskExport::item).collect(Collectors.joining());
  }

  private static String item(Task task) {
    String description =
        task.description().stream()
            .flatMap(String::lines)
            .map(line -> "  > " + line + "\n")
            .collect(Collectors.joining());
    return "- [%s] %s <!-- key: %s -->%n%s"
        .formatted(
            task.status().settled() ? "x" : " ",
            task.title().strip().replaceAll("\\s+", " "),
            ImportedTask.keyOf(task),
            description)
        .replace(System.lineSeparator(), "\n");
  }
}
