package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.json.JsonFields;
import swarmd.swarm.NewTask;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.SwarmId;

/** Reads tasks to be added: one object, or {"tasks":[...]}. */
public final class NewTasks {
  public static final int MAX_NAME = 256;
  public static final int MAX_TEXT = 1_000_000;
  public static final int MAX_TASKS = 10_000;
  public static final int MAX_TITLE = 1_000;
  private static final int MAX_LIST = 1_000;

  private NewTasks() {}

  /**
   * One task, or many.
   *
   * @param fields the body; a project and a swarm at its top level hold for all tasks
   * @param swarm the swarm of tasks that name none
   */
  public static List<NewTask> read(JsonFields fields, Optional<String> swarm) {
    String common = swarmOf(fields).or(() -> swarm).orElse(SwarmId.DEFAULT_NAME);
    if (fields.node("tasks").isEmpty()) {
      return List.of(task(fields, common));
    }
    List<NewTask> tasks = new ArrayList<>();
    for (JsonNode node : fields.list("tasks", MAX_TASKS)) {
      tasks.add(task(JsonFields.of(node, "tasks[" + tasks.size() + "]."), common));
    }
    fields.refuseOthers();
    if (tasks.isEmpty()) {
      throw InvalidInput.because("field 'tasks' must have at least one entry");
    }
    return tasks;
  }

  /** Tasks from a file: a list of titles or objects, or what the API takes. */
  public static Outcome<List<NewTask>> parse(byte[] json, Optional<String> swarm) {
    try {
      return Outcome.ok(readFile(json, swarm));
    } catch (InvalidInput e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, e.getMessage());
    }
  }

  private static List<NewTask> readFile(byte[] json, Optional<String> swarm) {
    JsonNode node = Json.parse(json);
    if (!node.isArray()) {
      return read(JsonFields.of(node, ""), swarm);
    }
    List<NewTask> tasks = new ArrayList<>();
    for (JsonNode item : node) {
      JsonNode object = item.isTextual() ? Json.object().put("title", item.textValue()) : item;
      tasks.add(
          task(
              JsonFields.of(object, "[" + tasks.size() + "]."),
              swarm.orElse(SwarmId.DEFAULT_NAME)));
    }
    return tasks;
  }

  private static NewTask task(JsonFields fields, String swarm) {
    NewTask task =
        new NewTask(
            fields.text("key", MAX_NAME),
            swarmOf(fields).orElse(swarm),
            fields.requiredText("title", MAX_TITLE),
            fields.text("description", MAX_TEXT),
            (int) fields.number("priority", 0, -1_000_000, 1_000_000),
            (int) fields.number("wave", 0, 0, 1_000_000),
            fields.list("depends_on", MAX_LIST).stream().map(NewTasks::dependency).toList(),
            fields.texts("files", MAX_LIST, MAX_TITLE),
            (int) fields.number("max_attempts", NewTask.DEFAULT_MAX_ATTEMPTS, 1, 1_000));
    fields.refuseOthers();
    return task;
  }

  /** A blank name is none. */
  private static Optional<String> swarmOf(JsonFields fields) {
    return fields.text("swarm", MAX_NAME).filter(name -> !name.isBlank());
  }

  private static Dependency dependency(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return new Dependency.ById(node.longValue());
    }
    if (node.isTextual()) {
      return new Dependency.ByKey(node.textValue());
    }
    throw InvalidInput.because(
        "field 'depends_on' takes task ids (numbers) and keys of the same request (strings)");
  }
}
