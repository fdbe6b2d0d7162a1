package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import swarmd.json.Json;
import swarmd.swarm.Actor;
import swarmd.swarm.BriefTask;
import swarmd.swarm.Checked;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.Claimed;
import swarmd.swarm.Handoff;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks.TaskHistory;
import swarmd.swarm.WaitsFor;
import swarmd.swarm.Work;

/** Tasks and their events as JSON. Absent values are left out. */
public final class TaskJson {
  private TaskJson() {}

  /** Includes the token, which only the holder may see; no other response does. */
  public static ObjectNode claimed(
      Claimed claimed, Map<Long, List<Handoff>> handoffs, Map<Long, Path> worktrees) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("tasks");
    for (Task task : claimed.tasks()) {
      ObjectNode node = task(task);
      task.lease().ifPresent(lease -> node.set("lease", withToken(lease)));
      Optional.ofNullable(worktrees.get(task.id()))
          .ifPresent(folder -> node.put("worktree", folder.toString()));
      List<String> checks = claimed.checks().getOrDefault(task.id(), List.of());
      if (!checks.isEmpty()) {
        checks.forEach(node.putArray("required_checks")::add);
      }
      List<Handoff> left = handoffs.getOrDefault(task.id(), List.of());
      if (!left.isEmpty()) {
        left.forEach(each -> node.withArray("handoff").add(handoff(each)));
      }
      list.add(node);
    }
    claimed
        .nothing()
        .ifPresent(
            nothing -> {
              json.put("reason", nothing.reason().label()).put("message", nothing.message());
              nothing.retryAt().ifPresent(time -> json.put("retry_at", time));
            });
    return json;
  }

  private static ObjectNode handoff(Handoff handoff) {
    ObjectNode json =
        Json.object()
            .put("agent", handoff.agent())
            .put("claimed_at", handoff.claimedAt())
            .put("ended_at", handoff.endedAt())
            .put("ending", handoff.ending().label());
    handoff.note().ifPresent(text -> json.put("note", text));
    handoff.error().ifPresent(text -> json.put("error", text));
    handoff.check().ifPresent(text -> json.put("check", text));
    handoff.work().ifPresent(work -> put(work, json));
    return json;
  }

  private static void put(Work work, ObjectNode json) {
    work.files().forEach(json.withArray("files")::add);
    work.branch().ifPresent(value -> json.put("branch", value));
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
      putWaitsFor(task, brief.task(), brief.waitsFor());
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
    task.workstation().ifPresent(value -> json.put("workstation", value));
    json.put("attempts", task.attempts());
    task.result().ifPresent(value -> json.put("result", value));
    task.error().ifPresent(value -> json.put("error", value));
    task.checked().ifPresent(value -> json.set("checked", checked(value)));
    json.put("created_at", task.createdAt());
    task.claimedAt().ifPresent(value -> json.put("claimed_at", value));
    task.finishedAt().ifPresent(value -> json.put("finished_at", value));
    task.lease().ifPresent(lease -> json.set("lease", lease(lease)));
    task.branch()
        .ifPresent(
            branch -> {
              json.put("branch", branch.name());
              json.put("target", branch.target());
              branch.landed().ifPresent(commit -> json.put("landed", commit));
            });
    return json;
  }

  private static ObjectNode checked(Checked checked) {
    ObjectNode json = Json.object();
    checked.checks().forEach(json.putArray("checks")::add);
    checked.commit().ifPresent(value -> json.put("commit", value));
    return json.put("changed", checked.changed());
  }

  /**
   * A task and its past.
   *
   * @param worktree its folder on this workstation
   */
  public static ObjectNode history(TaskHistory found, Optional<String> worktree) {
    ObjectNode json = Json.object();
    json.set("task", task(found.task()));
    worktree.ifPresent(folder -> json.put("worktree", folder));
    putWaitsFor(json, found.task(), found.waitsFor());
    found.checks().forEach(json.putArray("required_checks")::add);
    found.work().ifPresent(work -> put(work, json.putObject("work")));
    found.handoffs().forEach(each -> json.withArray("handoff").add(handoff(each)));
    ArrayNode history = json.putArray("history");
    found.history().forEach(event -> history.add(event(event)));
    return json;
  }

  private static void putWaitsFor(ObjectNode json, Task task, WaitsFor waitsFor) {
    if (task.status() == TaskStatus.BLOCKED || !waitsFor.isEmpty()) {
      json.set("waits_for", waitsFor(waitsFor));
    }
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
    waitsFor.until().ifPresent(time -> json.put("until", time));
    if (!waitsFor.limits().isEmpty()) {
      ArrayNode limits = json.putArray("limits");
      waitsFor.limits().forEach(limit -> limits.add(limit(limit)));
    }
    if (!waitsFor.pausedTags().isEmpty()) {
      waitsFor.pausedTags().forEach(json.putArray("paused_tags")::add);
    }
    if (waitsFor.paused()) {
      json.put("paused", true);
    }
    return json;
  }

  private static ObjectNode limit(WaitsFor.Limit limit) {
    ObjectNode json = Json.object();
    limit.tag().ifPresent(tag -> json.put("tag", tag));
    return json.put(ClaimLimits.MOST.field(), limit.most());
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
    event.work().ifPresent(work -> put(work, json));
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
    summary.checks().forEach(json.putArray("checks")::add);
    summary.limits().all().ifPresent(most -> json.put(ClaimLimits.MOST.field(), most));
    if (!summary.limits().byTag().isEmpty()) {
      ObjectNode byTag = json.putObject("max_claimed_by_tag");
      new TreeMap<>(summary.limits().byTag()).forEach(byTag::put);
    }
    if (!summary.limits().pausedTags().isEmpty()) {
      ArrayNode tags = json.putArray("paused_tags");
      summary.limits().pausedTags().stream().sorted().forEach(tags::add);
    }
    for (TaskStatus status : TaskStatus.values()) {
      json.put(status.label(), summary.count(status));
    }
    return json;
  }
}
