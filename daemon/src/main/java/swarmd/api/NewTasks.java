package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.json.JsonFields;
import swarmd.swarm.NewTask;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.Tasks;

/** Reads the tasks to add: one object, or {"tasks":[...]}. */
public final class NewTasks {
  private NewTasks() {}

  /**
   * Reads one task or several.
   *
   * @param fields the body; a project and a swarm at its top level apply to all tasks
   * @param swarm the swarm of tasks that do not name one
   */
  public static List<NewTask> read(JsonFields fields, Optional<String> swarm) {
    String defaultSwarm = swarmOf(fields).or(() -> swarm).orElse(SwarmId.DEFAULT_NAME);
    if (fields.node(Tasks.ADDED.field()).isEmpty()) {
      return List.of(task(fields, defaultSwarm));
    }
    List<NewTask> tasks = new ArrayList<>();
    for (JsonNode node : fields.list(Tasks.ADDED)) {
      tasks.add(task(JsonFields.of(node, "tasks[" + tasks.size() + "]."), defaultSwarm));
    }
    fields.rejectUnknown();
    return tasks;
  }

  /**
   * Reads tasks from a file: a list of titles or objects, or a request body of the API.
   *
   * @param values of the plan's parameters, see {@link TaskTemplate}
   * @param source names the file in messages
   */
  public static Outcome<List<NewTask>> parse(
      byte[] json, Optional<String> swarm, Map<String, String> values, String source) {
    try {
      return Outcome.ok(readFile(TaskTemplate.fill(Json.parse(json), values), swarm));
    } catch (InvalidInput e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, e.messageAbout(source));
    } catch (InvalidValue e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, source + ": " + e.getMessage());
    }
  }

  private static List<NewTask> readFile(JsonNode node, Optional<String> swarm) {
    if (!node.isArray()) {
      return read(JsonFields.of(withObjects(node), ""), swarm);
    }
    List<NewTask> tasks = new ArrayList<>();
    for (JsonNode item : node) {
      tasks.add(
          task(
              JsonFields.of(object(item), "[" + tasks.size() + "]."),
              swarm.orElse(SwarmId.DEFAULT_NAME)));
    }
    return tasks;
  }

  /** A request body, whose tasks may be titles in a file. */
  private static JsonNode withObjects(JsonNode body) {
    JsonNode tasks = body.path(Tasks.ADDED.field());
    if (!tasks.isArray()) {
      return body;
    }
    ObjectNode copy = Json.object().setAll((ObjectNode) body);
    ArrayNode objects = copy.putArray(Tasks.ADDED.field());
    tasks.forEach(item -> objects.add(object(item)));
    return copy;
  }

  private static JsonNode object(JsonNode item) {
    return item.isTextual() ? Json.object().put(TaskSpec.TITLE.field(), item.textValue()) : item;
  }

  private static NewTask task(JsonFields fields, String swarm) {
    String taskSwarm = swarmOf(fields).orElse(swarm);
    TaskSpec spec = TaskSpecJson.read(fields);
    List<Dependency> dependsOn =
        fields.list(NewTask.DEPENDENCIES).stream()
            .map(node -> fields.create(() -> dependency(node)))
            .toList();
    fields.rejectUnknown();
    return fields.create(() -> new NewTask(taskSwarm, spec, dependsOn));
  }

  /** A blank name counts as absent. */
  private static Optional<String> swarmOf(JsonFields fields) {
    return fields.text(SwarmId.NAME).filter(name -> !name.isBlank());
  }

  private static Dependency dependency(JsonNode node) {
    if (node.isIntegralNumber() && node.canConvertToLong()) {
      return new Dependency.ById(node.longValue());
    }
    if (node.isTextual()) {
      return new Dependency.ByKey(node.textValue());
    }
    throw new InvalidValue(
        NewTask.DEPENDENCIES.field(), "takes task ids (numbers) and keys (strings)");
  }
}
