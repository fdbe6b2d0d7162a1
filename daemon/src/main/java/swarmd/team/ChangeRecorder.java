package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import swarmd.swarm.Actor;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.Lease;
import swarmd.swarm.LostTask;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.WaitsFor;
import swarmd.swarm.Work;

/**
 * Records what the rules decide by this workstation's copy, so that the team's database can store
 * it in one round trip. Counts, waves and announcements are left to that database, and so are all
 * times. New tasks and swarms have negative ids until they are stored.
 */
final class ChangeRecorder implements TaskRepository {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final TaskRepository copy;
  private final CopyRepository revisions;
  private final boolean onlyExpired;
  private final Steps steps;
  private final ObjectNode change = JSON.objectNode();
  private final ArrayNode expect = change.putArray("expect");
  private final ArrayNode swarms = change.putArray("swarms");
  private final ArrayNode inserts = change.putArray("inserts");
  private final ArrayNode specs = change.putArray("specs");
  private final ArrayNode dependencies = change.putArray("dependencies");
  private final ArrayNode updates = change.putArray("updates");
  private final ArrayNode branches = change.putArray("branches");
  private final ArrayNode paused = change.putArray("paused");
  private final ArrayNode required = change.putArray("required");
  private final ArrayNode limits = change.putArray("limits");
  private final ArrayNode events = change.putArray("events");
  private final Map<Long, ObjectNode> rows = new HashMap<>();
  private final Map<Long, Task> changed = new HashMap<>();
  private final Map<Key, Long> idOfKey = new HashMap<>();
  private final Map<Long, String> lost = new HashMap<>();
  private final Set<Long> expected = new HashSet<>();
  private long lastId;

  /** The name of a new task. */
  private record Key(String project, String swarm, String key) {}

  /**
   * @param onlyExpired whether the change counts only if the leases are over by the database's
   *     clock
   * @param steps that the copy may not have yet
   */
  ChangeRecorder(TaskRepository copy, CopyRepository revisions, boolean onlyExpired, Steps steps) {
    this.copy = copy;
    this.revisions = revisions;
    this.onlyExpired = onlyExpired;
    this.steps = steps;
  }

  /** What the holder of a task has done, by the team's database. */
  record Steps(long taskId, String token, Set<TaskEvent.Kind> kinds) {
    static final Steps UNKNOWN = new Steps(0, "", Set.of());

    boolean taken(long id, String by, TaskEvent.Kind step) {
      return id == taskId && by.equals(token) && kinds.contains(step);
    }
  }

  boolean isEmpty() {
    return inserts.isEmpty()
        && specs.isEmpty()
        && dependencies.isEmpty()
        && updates.isEmpty()
        && branches.isEmpty()
        && paused.isEmpty()
        && required.isEmpty()
        && limits.isEmpty()
        && events.isEmpty();
  }

  /** The change, for {@link TeamDatabase#change}. */
  ObjectNode change(String requestId) {
    change.put("request_id", requestId);
    change.put("exclusive", !dependencies.isEmpty() || addsKeys());
    events.forEach(
        event -> {
          String why = lost.remove(event.path("task").asLong());
          if (why != null) {
            ((ObjectNode) event).put("lost", why);
          }
        });
    return change;
  }

  private boolean addsKeys() {
    for (JsonNode task : inserts) {
      if (task.has("key")) {
        return true;
      }
    }
    return false;
  }

  private void expect(long id) {
    if (id > 0 && expected.add(id)) {
      ObjectNode task = expect.addObject();
      task.put("id", id);
      task.put("revision", revisions.revision(id));
      if (onlyExpired) {
        task.put("expired", true);
      }
    }
  }

  @Override
  public SwarmId swarm(String project, String name) {
    SwarmId swarm = new SwarmId(--lastId, project, name);
    swarms.addObject().put("id", swarm.row()).put("project", project).put("name", name);
    return swarm;
  }

  @Override
  public long insert(
      SwarmId swarm, NewTask task, List<Long> dependsOn, int openDependencies, long now) {
    long id = --lastId;
    ObjectNode row = inserts.addObject();
    row.put("id", id);
    row.put("swarm", swarm.row());
    putSpec(row, task.spec());
    putNumbers(row.putArray("depends_on"), dependsOn);
    changed.put(id, new Task(id, swarm, task.spec(), dependsOn, now, TaskState.pending(0)));
    task.key().ifPresent(key -> idOfKey.put(new Key(swarm.project(), swarm.name(), key), id));
    return id;
  }

  @Override
  public void change(Task before, Task after) {
    expect(after.id());
    ObjectNode row = specs.addObject();
    row.put("id", after.id());
    putSpec(row, after.spec());
    changed.put(after.id(), after);
  }

  private static void putSpec(ObjectNode row, TaskSpec spec) {
    row.put("title", spec.title());
    put(row, "description", spec.description());
    row.put("priority", spec.priority());
    row.put("wave", spec.wave());
    putTexts(row.putArray("files"), spec.files());
    putTexts(row.putArray("tags"), spec.tags());
    putTexts(row.putArray("checks"), spec.checks());
    row.put("max_attempts", spec.maxAttempts());
    put(row, "key", spec.key());
    row.put("not_before", spec.notBefore());
    row.put("retry_ms", spec.retryWait().toMillis());
  }

  @Override
  public void changeDependencies(Task task, int openDependencies) {
    expect(task.id());
    ObjectNode row = dependencies.addObject();
    row.put("id", task.id());
    putNumbers(row.putArray("depends_on"), task.dependsOn());
    changed.put(task.id(), task);
  }

  @Override
  public void update(Task task) {
    expect(task.id());
    ObjectNode row = rows.computeIfAbsent(task.id(), id -> updates.addObject());
    row.removeAll();
    row.put("id", task.id());
    TaskStatus status = task.status() == TaskStatus.BLOCKED ? TaskStatus.PENDING : task.status();
    row.put("status", status.label());
    put(row, "agent", task.agent());
    put(row, "session", task.session());
    row.put("attempts", task.attempts());
    row.put("held_before", task.heldBefore());
    put(row, "result", task.result());
    put(row, "error", task.error());
    task.claimedAt().ifPresent(at -> row.put("claimed_at", at));
    task.finishedAt().ifPresent(at -> row.put("finished_at", at));
    put(row, "token", task.lease().map(Lease::token));
    task.checked()
        .ifPresent(
            checked -> {
              putTexts(row.putArray("checked"), checked.checks());
              put(row, "checked_commit", checked.commit());
              row.put("checked_changed", checked.changed());
            });
    changed.put(task.id(), task);
  }

  @Override
  public void putBranch(Task task) {
    expect(task.id());
    ObjectNode row = branches.addObject();
    row.put("id", task.id());
    task.branch()
        .ifPresent(
            branch -> {
              row.put("branch", branch.name());
              row.put("target", branch.target());
              row.put("branch_fence", branch.fence());
              put(row, "landed", branch.landed());
            });
    changed.put(task.id(), task);
  }

  @Override
  public long append(NewEvent event) {
    ObjectNode row = events.addObject();
    row.put("kind", event.kind().label());
    row.put("swarm", event.swarm().row());
    event.taskId().ifPresent(id -> row.put("task", id));
    put(row, "agent", event.agent());
    put(row, "session", event.session());
    event.fence().ifPresent(fence -> row.put("fence", fence));
    put(row, "token", event.token());
    put(row, "actor", event.by().map(actor -> actor.kind().label()));
    put(row, "actor_name", event.by().flatMap(Actor::name));
    put(row, "actor_session", event.by().flatMap(Actor::session));
    put(row, "note", event.note());
    event
        .work()
        .ifPresent(
            work -> {
              putTexts(row.putArray("files"), work.files());
              put(row, "branch", work.branch());
            });
    return 0;
  }

  private static void put(ObjectNode row, String name, Optional<String> value) {
    value.ifPresent(text -> row.put(name, text));
  }

  private static void putNumbers(ArrayNode array, Collection<Long> numbers) {
    numbers.forEach(array::add);
  }

  private static void putTexts(ArrayNode array, Collection<String> texts) {
    texts.forEach(array::add);
  }

  @Override
  public void lost(Task held, String why, long now) {
    if (held.session().isPresent()) {
      lost.put(held.id(), why);
    }
  }

  @Override
  public void paused(SwarmId swarm, Optional<Long> since) {
    paused.addObject().put("id", swarm.row()).put("paused", since.isPresent());
  }

  @Override
  public void require(SwarmId swarm, List<String> checks) {
    ObjectNode row = required.addObject();
    row.put("id", swarm.row());
    putTexts(row.putArray("checks"), checks);
  }

  @Override
  public void limit(SwarmId swarm, ClaimLimits most) {
    ObjectNode row = limits.addObject().put("id", swarm.row());
    most.all().ifPresent(all -> row.put("max_claimed", all));
    ObjectNode byTag = row.putObject("tag_limits");
    most.storedTags().forEach(byTag::put);
  }

  // What the team's database does by itself.

  @Override
  public WaveCounts recount(SwarmId swarm, int wave, TaskStatus from, TaskStatus to) {
    return new WaveCounts(1, 1);
  }

  @Override
  public void countNew(SwarmId swarm, int wave) {}

  @Override
  public void openNextWave(SwarmId swarm) {}

  @Override
  public List<SwarmId> settleDependents(Task settled) {
    return List.of();
  }

  @Override
  public List<SwarmId> unsettleDependents(Task reopened) {
    return List.of();
  }

  @Override
  public Progress progress(SwarmId swarm) {
    return new Progress(SwarmSummary.State.OPEN, 1, 1, true);
  }

  @Override
  public void announced(SwarmId swarm, SwarmSummary.State state, long now) {}

  // What never happens to a team's tasks by these ways.

  @Override
  public void clampLeases(long now, long earliest) {
    throw new UnsupportedOperationException("leases of a team are never clamped");
  }

  @Override
  public void extendLeases(long now, Duration atLeast, Duration most) {
    throw new UnsupportedOperationException("leases of a team are renewed one by one");
  }

  @Override
  public void worked(
      String project, String session, String agent, String file, Optional<String> branch, long at) {
    copy.worked(project, session, agent, file, branch, at);
  }

  @Override
  public Optional<Work> workOf(Task held) {
    return copy.workOf(held);
  }

  @Override
  public void forgetLost(LostTask told) {
    copy.forgetLost(told);
  }

  // What is read from the copy.

  @Override
  public Optional<Task> find(long id) {
    return Optional.ofNullable(changed.get(id)).or(() -> copy.find(id));
  }

  @Override
  public Optional<Integer> countUnsettled(String project, List<Long> ids) {
    List<Long> stored = ids.stream().filter(id -> id > 0).toList();
    return copy.countUnsettled(project, stored).map(open -> open + ids.size() - stored.size());
  }

  @Override
  public List<OpenSwarm> openSwarms(String project, Optional<String> name) {
    return copy.openSwarms(project, name);
  }

  @Override
  public List<Task> claimable(OpenSwarm swarm, Selection selection, int limit) {
    return copy.claimable(swarm, selection, limit);
  }

  @Override
  public List<Task> claimableWithFiles(OpenSwarm swarm, Selection selection, int limit) {
    return copy.claimableWithFiles(swarm, selection, limit);
  }

  @Override
  public Map<TaskStatus, Long> countTagged(
      String project, Optional<String> swarm, List<String> tags) {
    return copy.countTagged(project, swarm, tags);
  }

  @Override
  public boolean waitsForOtherSwarm(SwarmId swarm) {
    return copy.waitsForOtherSwarm(swarm);
  }

  @Override
  public List<PastClaim> claimedBefore(
      String project, String agent, Optional<String> session, String requestId) {
    return copy.claimedBefore(project, agent, session, requestId);
  }

  @Override
  public boolean stepTaken(long taskId, String token, TaskEvent.Kind step) {
    return steps.taken(taskId, token, step) || copy.stepTaken(taskId, token, step);
  }

  @Override
  public List<Task> expiredAt(long now, int limit) {
    return copy.expiredAt(now, limit);
  }

  @Override
  public List<Task> heldBy(String project, String agent) {
    return copy.heldBy(project, agent);
  }

  @Override
  public List<Task> list(TaskFilter filter, long offset) {
    return copy.list(filter, offset);
  }

  @Override
  public List<Task> listBrief(TaskFilter filter, long offset) {
    return copy.listBrief(filter, offset);
  }

  @Override
  public WaitsFor waitsFor(Task task) {
    return copy.waitsFor(task);
  }

  @Override
  public List<String> swarmChecks(SwarmId swarm) {
    return copy.swarmChecks(swarm);
  }

  @Override
  public List<TaskEvent> history(long taskId) {
    return copy.history(taskId);
  }

  @Override
  public List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit) {
    return copy.eventsAfter(id, project, limit);
  }

  @Override
  public List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit) {
    return copy.latestEvents(project, upTo, limit);
  }

  @Override
  public List<TitledEvent> latestTitled(Optional<String> project, long after, int limit) {
    return copy.latestTitled(project, after, limit);
  }

  @Override
  public List<Task> changedAfter(long eventId, int limit) {
    return copy.changedAfter(eventId, limit);
  }

  @Override
  public long lastEventId() {
    return copy.lastEventId();
  }

  @Override
  public List<SwarmSummary> summaries(Optional<String> project) {
    return copy.summaries(project);
  }

  @Override
  public List<Task> claimed(Optional<String> project, int limit) {
    return copy.claimed(project, limit);
  }

  @Override
  public List<Task> claimedWithFiles(String project) {
    return copy.claimedWithFiles(project);
  }

  @Override
  public List<Task> unlanded(String project) {
    return copy.unlanded(project);
  }

  @Override
  public int countDone(String project, String session, long since) {
    return copy.countDone(project, session, since);
  }

  @Override
  public List<Task> heldInSession(String project, String session) {
    return copy.heldInSession(project, session);
  }

  @Override
  public List<LostTask> lostIn(String project, String session) {
    return copy.lostIn(project, session);
  }

  @Override
  public List<LostTask> lost() {
    return copy.lost();
  }

  @Override
  public List<Task> claimable(String project, Optional<String> swarm, int limit, long now) {
    return copy.claimable(project, swarm, limit, now);
  }

  @Override
  public Optional<Later> later(
      String project, Optional<String> swarm, List<String> tags, long now) {
    return copy.later(project, swarm, tags, now);
  }

  @Override
  public List<List<String>> claimedTags(SwarmId swarm) {
    return copy.claimedTags(swarm);
  }

  @Override
  public String database() {
    return copy.database();
  }

  @Override
  public Optional<Task> findByKey(String project, String swarm, String key) {
    return Optional.ofNullable(idOfKey.get(new Key(project, swarm, key)))
        .map(changed::get)
        .or(() -> copy.findByKey(project, swarm, key));
  }

  @Override
  public OptionalLong nextExpiry() {
    return copy.nextExpiry();
  }
}
