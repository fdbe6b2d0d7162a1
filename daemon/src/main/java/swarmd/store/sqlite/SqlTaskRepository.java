package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.LostTask;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskStatus;

/** Tasks, on the connection that writes. */
final class SqlTaskRepository extends SqlTaskQueries implements TaskRepository {
  private static final String CLAIMABLE_WITH_FILES =
      TaskTable.SELECT_CLAIMABLE + "AND t.files <> '[]' " + TaskTable.IN_CLAIM_ORDER;

  private static final String CLAIMABLE_SELECTED = selected(TaskTable.SELECT_CLAIMABLE);

  private static final String CLAIMABLE_WITH_FILES_SELECTED =
      selected(TaskTable.SELECT_CLAIMABLE + "AND t.files <> '[]' ");

  private static final String CLAIMABLE_AHEAD =
      TaskTable.SELECT_CLAIMABLE_WITH_DEPENDENTS + TaskTable.IN_CLAIM_ORDER;

  private static final String EXPIRED =
      TaskTable.SELECT
          + """
          WHERE t.status = 'claimed' AND t.expires_at <= :now ORDER BY t.expires_at LIMIT :limit
          """;

  /** Few tasks are claimed, so they are found among all leases. */
  private static final String HELD_BY =
      TaskTable.SELECT
          + """
          WHERE t.status = 'claimed' AND t.expires_at > 0 AND t.agent = :agent
            AND +s.project = :project ORDER BY +t.id
          """;

  private final Sql sql;
  private final WriterCache cache = new WriterCache();
  private final SwarmTable swarms;
  private final EventTable events;
  private final LostTaskTable lostTasks;

  SqlTaskRepository(SqliteConnection connection) {
    super(connection);
    sql = connection.sql();
    swarms = new SwarmTable(connection, cache);
    events = new EventTable(sql, cache);
    lostTasks = new LostTaskTable(connection);
    connection.watch(this::before);
  }

  /** Writes rows that a statement reads, and forgets rows that it changes. */
  private void before(Set<TableUse> uses) {
    if (uses.contains(TableUse.EVENTS)) {
      events.write();
    }
    if (uses.contains(TableUse.WAVES)) {
      swarms.changes().write();
    }
    if (uses.contains(TableUse.CHANGE_OF_TASKS)) {
      cache.claimable().forget();
    }
    if (uses.contains(TableUse.CHANGE_OF_DEPENDENCIES)) {
      cache.forgetDependents();
    }
  }

  /** Writes what was kept back, as is to be done before a commit. */
  void write() {
    events.write();
    swarms.changes().write();
  }

  /** The events that were appended since the last call. */
  List<TaskEvent> takeAppended() {
    return events.takeAppended();
  }

  /** A transaction has begun; another process may have written since the last one. */
  void transactionBegan() {
    cache.useFor(sql.of("PRAGMA data_version").number());
  }

  /** Everything since the last call of {@link #takeAppended} has been undone. */
  void rolledBack() {
    events.rolledBack();
    swarms.changes().forget();
    cache.clear();
  }

  /**
   * Tasks and swarms, but no events, were changed without this class.
   *
   * @param claimed those of the changed tasks that are claimed now
   */
  void copied(List<Long> changed, List<Task> claimed, boolean swarmsChanged) {
    if (swarmsChanged) {
      cache.forgetChecks();
      cache.held().clear(); // each names its swarm
    }
    changed.forEach(cache.held()::remove);
    claimed.forEach(cache.held()::put);
    cache.forgetAllButHeld();
  }

  /** Rows were changed or deleted without this class. */
  void rowsChanged() {
    cache.clear();
  }

  @Override
  public SwarmId swarm(String project, String name) {
    return swarms.findOrAdd(project, name);
  }

  @Override
  public List<OpenSwarm> openSwarms(String project, Optional<String> name) {
    return swarms.open(project, name);
  }

  @Override
  public WaveCounts recount(SwarmId swarm, int wave, TaskStatus from, TaskStatus to) {
    return swarms.recount(swarm, wave, from, to);
  }

  @Override
  public void countNew(SwarmId swarm, int wave) {
    swarms.countNew(swarm, wave);
  }

  @Override
  public void openNextWave(SwarmId swarm) {
    swarms.openNextWave(swarm);
  }

  @Override
  public Progress progress(SwarmId swarm) {
    return swarms.progress(swarm);
  }

  @Override
  public boolean waitsForOtherSwarm(SwarmId swarm) {
    return swarms.waitsForOther(swarm);
  }

  @Override
  public void paused(SwarmId swarm, Optional<Long> since) {
    swarms.setPaused(swarm, since);
  }

  @Override
  public void require(SwarmId swarm, List<String> checks) {
    swarms.setChecks(swarm, checks);
  }

  @Override
  public List<String> swarmChecks(SwarmId swarm) {
    return cache.checks(swarm, () -> super.swarmChecks(swarm));
  }

  @Override
  public void limit(SwarmId swarm, ClaimLimits limits) {
    swarms.setLimits(swarm, limits);
  }

  @Override
  public void announced(SwarmId swarm, SwarmSummary.State state, long now) {
    swarms.setState(swarm, state, now);
  }

  private static String selected(String claimable) {
    return claimable
        + "AND "
        + TaskTable.WITH_TAGS
        + "AND "
        + TaskTable.WITHOUT_TAGS
        + TaskTable.IN_CLAIM_ORDER;
  }

  @Override
  public List<Task> claimable(OpenSwarm swarm, Selection selection, int limit) {
    if (selection.tags().isEmpty() && selection.without().isEmpty()) {
      return cache
          .claimable()
          .next(Wave.of(swarm.id(), swarm.wave()), limit, selection.now(), ahead(swarm, selection));
    }
    return claimable(CLAIMABLE, CLAIMABLE_SELECTED, swarm, selection, limit);
  }

  private ReadAhead.Source ahead(OpenSwarm swarm, Selection selection) {
    return new ReadAhead.Source() {
      @Override
      public List<Task> read(int limit) {
        return sql.of(CLAIMABLE_AHEAD)
            .bind("swarm", swarm.id().row())
            .bind("wave", swarm.wave())
            .bind("now", selection.now())
            .page(row -> readAhead(row, swarm), limit, Task::textLength);
      }

      @Override
      public long nextTime() {
        return sql.of(
                """
                SELECT coalesce(min(not_before), :never) FROM task
                WHERE swarm_id = :swarm AND status = 'pending' AND open_deps = 0
                  AND not_before > 0 AND not_before > :now
                """)
            .bind("never", Long.MAX_VALUE)
            .bind("swarm", swarm.id().row())
            .bind("now", selection.now())
            .number();
      }
    };
  }

  private Task readAhead(ResultSet row, OpenSwarm swarm) throws SQLException {
    Task task = TaskTable.readClaimable(row, swarm);
    if (!TaskTable.hasDependents(row)) {
      cache.putWithoutDependents(task.id());
    }
    return task;
  }

  @Override
  public List<Task> claimableWithFiles(OpenSwarm swarm, Selection selection, int limit) {
    return claimable(CLAIMABLE_WITH_FILES, CLAIMABLE_WITH_FILES_SELECTED, swarm, selection, limit);
  }

  /** A bound LIMIT would make SQLite compile the statement again each time. */
  private List<Task> claimable(
      String all, String selected, OpenSwarm swarm, Selection selection, int limit) {
    Sql.Statement statement =
        selection.tags().isEmpty() && selection.without().isEmpty()
            ? sql.of(all)
            : sql.of(selected)
                .bind("tags", JsonColumn.write(selection.tags()))
                .bind("without", JsonColumn.write(selection.without()));
    return statement
        .bind("swarm", swarm.id().row())
        .bind("wave", swarm.wave())
        .bind("now", selection.now())
        .page(row -> TaskTable.readClaimable(row, swarm), limit, Task::textLength);
  }

  @Override
  public Map<TaskStatus, Long> countTagged(
      String project, Optional<String> swarm, List<String> tags) {
    Map<TaskStatus, Long> counts = new EnumMap<>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      counts.put(status, 0L);
    }
    jdbi()
        .createQuery(
            """
            SELECT %s AS status, count(*) AS count
            FROM task t JOIN swarm s ON s.id = t.swarm_id
            WHERE s.project = :project AND s.name = coalesce(:swarm, s.name) AND %s GROUP BY 1
            """
                .formatted(TaskTable.SHOWN_STATUS, TaskTable.WITH_TAGS))
        .bind("project", project)
        .bind("swarm", swarm)
        .bind("tags", JsonColumn.write(tags))
        .map(
            (row, context) ->
                Map.entry(
                    TaskStatus.of(row.getString("status")).orElseThrow(), row.getLong("count")))
        .forEach(entry -> counts.put(entry.getKey(), entry.getValue()));
    return counts;
  }

  @Override
  public Optional<Integer> countUnsettled(String project, List<Long> ids) {
    int unsettled = 0;
    for (long id : ids) {
      Optional<Task> task = find(id).filter(found -> found.swarm().project().equals(project));
      if (task.isEmpty()) {
        return Optional.empty();
      }
      unsettled += task.get().status().settled() ? 0 : 1;
    }
    return Optional.of(unsettled);
  }

  @Override
  public long insert(
      SwarmId swarm, NewTask task, List<Long> dependsOn, int openDependencies, long now) {
    long id = TaskTable.insert(jdbi(), swarm, task, dependsOn, openDependencies, now);
    insertDependencies(id, dependsOn);
    return id;
  }

  private void insertDependencies(long id, List<Long> dependsOn) {
    for (long dependency : dependsOn) {
      jdbi()
          .createUpdate("INSERT INTO dependency (depends_on, task_id) VALUES (:dependency, :id)")
          .bind("dependency", dependency)
          .bind("id", id)
          .execute();
    }
  }

  @Override
  public void change(Task before, Task after) {
    TaskTable.updateSpec(jdbi(), after.id(), after.spec());
    cache.held().put(after);
    if (before.wave() != after.wave()) {
      swarms.moveToWave(after, before.wave());
    }
  }

  @Override
  public void changeDependencies(Task task, int openDependencies) {
    jdbi()
        .createUpdate("DELETE FROM dependency WHERE task_id = :id")
        .bind("id", task.id())
        .execute();
    insertDependencies(task.id(), task.dependsOn());
    jdbi()
        .createUpdate(
            "UPDATE task SET depends_on = :dependsOn, open_deps = :openDependencies WHERE id = :id")
        .bind("dependsOn", JsonColumn.write(task.dependsOn()))
        .bind("openDependencies", openDependencies)
        .bind("id", task.id())
        .execute();
    cache.held().put(task);
  }

  @Override
  public void update(Task task) {
    TaskTable.update(sql, task);
    cache.held().put(task);
    cache.claimable().changed(task);
  }

  @Override
  public void putBranch(Task task) {
    TaskTable.updateBranch(jdbi(), task);
    cache.held().put(task);
  }

  @Override
  public Optional<Task> find(long id) {
    return cache.held().find(id).or(() -> sql.of(FIND).bind("id", id).first(TaskTable::read));
  }

  @Override
  public List<SwarmId> settleDependents(Task settled) {
    return changeDependents(
        settled,
        """
        UPDATE task SET open_deps = open_deps - 1
        WHERE id IN (SELECT task_id FROM dependency WHERE depends_on = :id)
        """);
  }

  @Override
  public List<SwarmId> unsettleDependents(Task reopened) {
    return changeDependents(
        reopened,
        """
        UPDATE task SET open_deps = open_deps + 1
        WHERE id IN (SELECT task_id FROM dependency WHERE depends_on = :id)
        """);
  }

  private List<SwarmId> changeDependents(Task task, String update) {
    if (cache.isWithoutDependents(task.id())
        || sql.unwatched(update).bind("id", task.id()).update() == 0) {
      return List.of();
    }
    cache.claimable().forget();
    return otherSwarmsOfDependents(task);
  }

  private List<SwarmId> otherSwarmsOfDependents(Task settled) {
    return sql.of(
            """
            SELECT DISTINCT s.id, s.project, s.name
            FROM dependency d JOIN task t ON t.id = d.task_id JOIN swarm s ON s.id = t.swarm_id
            WHERE d.depends_on = :id AND s.id <> :swarm
            """)
        .bind("id", settled.id())
        .bind("swarm", settled.swarm().row())
        .list(SwarmTable::readId);
  }

  @Override
  public long append(NewEvent event) {
    return events.append(event);
  }

  @Override
  public boolean stepTaken(long taskId, String token, TaskEvent.Kind step) {
    return events.stepTaken(taskId, token, step);
  }

  @Override
  public List<PastClaim> claimedBefore(
      String project, String agent, Optional<String> session, String requestId) {
    return events.leasesOf(project, agent, session, requestId).stream()
        .map(given -> new PastClaim(find(given.taskId()).orElseThrow(), given.lease()))
        .toList();
  }

  @Override
  public List<Task> expiredAt(long now, int limit) {
    return sql.of(EXPIRED)
        .bind("now", now)
        .bind("limit", limit)
        .page(TaskTable::read, limit, Task::textLength);
  }

  @Override
  public List<Task> heldBy(String project, String agent) {
    return sql.of(HELD_BY).bind("agent", agent).bind("project", project).list(TaskTable::read);
  }

  /**
   * Called at every hook event, mostly with an empty result: so it selects only ids, which an index
   * contains, and takes the tasks from the cache.
   */
  @Override
  public List<Task> heldInSession(String project, String session) {
    return sql
        .of("SELECT id FROM task WHERE status = 'claimed' AND session = :session ORDER BY id")
        .bind("session", session)
        .list(row -> row.getLong(1))
        .stream()
        .map(id -> find(id).orElseThrow())
        .filter(task -> task.swarm().project().equals(project))
        .toList();
  }

  @Override
  public void extendLeases(long now, Duration atLeast, Duration most) {
    cache.held().clear();
    jdbi()
        .createUpdate(
            """
            UPDATE task SET expires_at = :now + min(:most, max(lease_ms, :atLeast))
            WHERE status = 'claimed' AND expires_at < :now + min(:most, max(lease_ms, :atLeast))
            """)
        .bind("now", now)
        .bind("atLeast", atLeast.toMillis())
        .bind("most", most.toMillis())
        .execute();
  }

  @Override
  public void lost(Task held, String why, long now) {
    if (held.session().isPresent() && held.lease().isPresent()) {
      lostTasks.add(held, why, now);
    }
  }

  @Override
  public void worked(
      String project, String session, String agent, String file, Optional<String> branch, long at) {
    HolderFiles.add(sql, project, session, agent, file, branch, at);
  }

  @Override
  public void forgetLost(LostTask told) {
    lostTasks.remove(told);
  }

  @Override
  public void clampLeases(long now, long earliest) {
    cache.held().clear();
    sql.of(
            """
            UPDATE task SET expires_at = CASE
                WHEN expires_at < :earliest OR :now + lease_ms < :earliest THEN :earliest
                WHEN expires_at > :now + lease_ms THEN :now + lease_ms
                ELSE expires_at END
            WHERE status = 'claimed'
            """)
        .bind("now", now)
        .bind("earliest", earliest)
        .update();
  }
}
