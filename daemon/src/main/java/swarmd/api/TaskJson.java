package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import swarmd.json.Json;
import swarmd.swarm.Actor;
import swarmd.swarm.BriefTask;
import swarmd.swarm.Claimed;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks.TaskHistory;
import swarmd.swarm.WaitsFor;

/** Tasks and their events as JSON. Absent values are left out. */
public final class TaskJson {
  private TaskJson() {}

  /** Includes the token, which only the holder may see; no other response does. */
  public static ObjectNode claimed(Claimed claimed) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    for (Task task : claimed.tasks()) {
      ObjectNode node = task(task);
      task.lease().ifPresent(lease -> node.set("lease", withToken(lease)));
      list.add(node);
    }
    claimed
        .nothing()
        .ifPresent(
            nothing ->
                json.put("reason", nothing.reason().label()).put("message", nothing.message()));
    return json;
  }

  private static ObjectNode withToken(Lease lease) {
    ObjectNode json = Json.object().put("token", lease.token());
    return json.setAll(lease(lease));
  }

  private static ObjectNode lease(Lease lease) {
    return Json.object().put("fence", lease.fence()).put("expires_at", lease.expiresAt());
  }

  public static ObjectNode tasks(Collection<Task> tasks) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    tasks.forEach(task -> list.add(task(task)));
    return json;
  }

  public static ObjectNode briefTasks(Collection<BriefTask> tasks) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    for (BriefTask brief : tasks) {
      ObjectNode task = task(brief.task());
      brief.waitsFor().ifPresent(reason -> task.set("waits_for", waitsFor(reason)));
      list.add(task);
    }
    return json;
  }

  public static ObjectNode task(Task task) {
    ObjectNode json = Json.object();
    json.put("id", task.id());
    json.put("project", task.swarm().project());
    json.put("swarm", task.swarm().name());
    TaskSpecJson.write(task.spec(), json);
    task.dependsOn().forEach(json.putArray("depends_on")::add);
    json.put("status", task.status().label());
    task.agent().ifPresent(value -> json.put("agent", value));
    task.session().ifPresent(value -> json.put("session", value));
    json.put("attempts", task.attempts());
    task.result().ifPresent(value -> json.put("result", value));
    task.error().ifPresent(value -> json.put("error", value));
    json.put("created_at", task.createdAt());
    task.claimedAt().ifPresent(value -> json.put("claimed_at", value));
    task.finishedAt().ifPresent(value -> json.put("finished_at", value));
    task.lease().ifPresent(lease -> json.set("lease", lease(lease)));
    return json;
  }

  public static ObjectNode history(TaskHistory found) {
    ObjectNode json = Json.object();
    json.set("task", task(found.task()));
    if (found.task().status() == TaskStatus.BLOCKED) {
      json.set("waits_for", waitsFor(found.waitsFor()));
    }
    ArrayNode history = json.putArray("history");
    found.history().forEach(event -> history.add(event(event)));
    return json;
  }

  private static ObjectNode waitsFor(WaitsFor waitsFor) {
    ObjectNode json = Json.object();
    ArrayNode tasks = json.putArray("tasks");
    waitsFor
        .tasks()
        .forEach(
            task -> tasks.addObject().put("id", task.id()).put("status", task.status().label()));
    ArrayNode waves = json.putArray("waves");
    waitsFor
        .waves()
        .forEach(
            wave ->
                waves
                    .addObject()
                    .put("wave", wave.number())
                    .put("unsettled", wave.unsettled())
                    .put("failed", wave.failed()));
    return json;
  }

  public static ObjectNode event(TaskEvent event) {
    ObjectNode json = Json.object();
    json.put("id", event.id());
    json.put("at", event.at());
    json.put("kind", event.kind().label());
    json.put("project", event.project());
    json.put("swarm", event.swarm());
    event.taskId().ifPresent(value -> json.put("task", value));
    event.agent().ifPresent(value -> json.put("agent", value));
    event.session().ifPresent(value -> json.put("session", value));
    event.fence().ifPresent(value -> json.put("fence", value));
    event.by().ifPresent(value -> json.set("by", actor(value)));
    event.note().ifPresent(value -> json.put("note", value));
    return json;
  }

  private static ObjectNode actor(Actor actor) {
    ObjectNode json = Json.object().put("kind", actor.kind().label());
    actor.name().ifPresent(value -> json.put("name", value));
    actor.session().ifPresent(value -> json.put("session", value));
    return json;
  }

  public static ObjectNode summary(SwarmSummary summary) {
    ObjectNode json = Json.object();
    json.put("project", summary.id().project());
    json.put("swarm", summary.id().name());
    json.put("state", summary.state().name().toLowerCase(java.util.Locale.ROOT));
    json.put("paused", summary.paused());
    for (TaskStatus status : TaskStatus.values()) {
      json.put(status.label(), summary.count(status));
    }
    return json;
  }
}
