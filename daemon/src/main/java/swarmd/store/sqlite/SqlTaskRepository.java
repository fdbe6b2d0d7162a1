package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import swarmd.swarm.Lease;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskStatus;

/** Tasks in a relational database. The SQL is common to SQLite and PostgreSQL. */
final class SqlTaskRepository implements TaskRepository {
  /** In the order in which {@link Rows#task} reads them. */
  private static final String SELECT_TASK =
      """
      SELECT t.id, t.swarm_id, s.project, s.name, t.title, t.description, t.priority, t.wave,
        t.depends_on, t.files, t.status, t.open_deps > 0 OR t.wave > s.open_wave AS waits, t.agent,
        t.session, t.attempts, t.max_attempts, t.result, t.error, t.created_at, t.claimed_at,
        t.finished_at, t.token, t.fence, t.lease_ms, t.expires_at
      FROM task t JOIN swarm s ON s.id = t.swarm_id
      """;

  /** In the order in which {@link Rows#claimable} reads them; a pending task has no others. */
  private static final String SELECT_CLAIMABLE =
      """
      SELECT id, title, description, priority, depends_on, files, attempts, max_attempts, created_at
      FROM task
      WHERE swarm_id = :swarm AND wave = :wave AND status = 'pending' AND open_deps = 0
      """;

  private static final String IN_CLAIM_ORDER = " ORDER BY priority, id";

  private final Sql sql;
  private final WriterCache memory = new WriterCache();
  private final List<TaskEvent> appended = new ArrayList<>();

  SqlTaskRepository(Sql sql) {
    this.sql = sql;
  }

  /** What was appended since the last call. */
  List<TaskEvent> takeAppended() {
    if (appended.isEmpty()) {
      return List.of();
    }
    List<TaskEvent> taken = List.copyOf(appended);
    appended.clear();
    return taken;
  }

  /** A transaction has begun; somebody else may have written since the last one. */
  void began() {
    memory.isOf(sql.of("PRAGMA data_version").number());
  }

  /** Nothing since the last call of {@link #takeAppended} has happened. */
  void rolledBack() {
    appended.clear();
    memory.forget();
  }

  @Override
  public SwarmId swarm(String project, String name) {
    memory.wavesMoved();
    long row =
        sql.of(
                """
                INSERT INTO swarm (project, name) VALUES (:project, :name)
                ON CONFLICT (project, name) DO UPDATE SET name = excluded.name
                RETURNING id
                """)
            .bind("project", project)
            .bind("name", name)
            .number();
    return new SwarmId(row, project, name);
  }

  @Override
  public List<OpenSwarm> openSwarms(String project, Optional<String> name) {
    return memory.open(project, name, () -> storedOpenSwarms(project, name));
  }

  private List<OpenSwarm> storedOpenSwarms(String project, Optional<String> name) {
    return sql.of(
            """
            SELECT id, name, open_wave FROM swarm
            WHERE project = :project AND open_wave IS NOT NULL AND name = coalesce(:name, name)
            """)
        .bind("project", project)
        .bind("name", name)
        .list(
            row ->
                new OpenSwarm(
                    new SwarmId(row.getLong("id"), project, row.getString("name")),
                    row.getInt("open_wave")));
  }

  @Override
  public List<Task> claimable(OpenSwarm swarm, int limit) {
    return claimable(swarm, limit, SELECT_CLAIMABLE + IN_CLAIM_ORDER);
  }

  /** Swarm by swarm: only then an index has the order, and nothing reads all that is pending. */
  @Override
  public List<Task> claimable(String project, Optional<String> swarm, int limit) {
    return storedOpenSwarms(project, swarm).stream()
        .flatMap(open -> claimable(open, limit).stream())
        .sorted(CLAIM_ORDER)
        .limit(limit)
        .toList();
  }

  @Override
  public List<Task> claimableWithFiles(OpenSwarm swarm, int limit) {
    return claimable(swarm, limit, SELECT_CLAIMABLE + "AND files <> '[]'" + IN_CLAIM_ORDER);
  }

  /** A bound LIMIT would make SQLite compile the statement anew each time. */
  private List<Task> claimable(OpenSwarm swarm, int limit, String text) {
    return sql.of(text)
        .bind("swarm", swarm.id().row())
        .bind("wave", swarm.wave())
        .page(row -> Rows.claimable(row, swarm), limit, Task::textLength);
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
    long id =
        sql.of(
                """
                INSERT INTO task (swarm_id, title, description, priority, wave, depends_on, open_deps,
                                  files, status, max_attempts, created_at)
                VALUES (:swarm, :title, :description, :priority, :wave, :dependsOn, :openDeps,
                        :files, 'pending', :maxAttempts, :now)
                RETURNING id
                """)
            .bind("swarm", swarm.row())
            .bind("title", task.title())
            .bind("description", task.description())
            .bind("priority", task.priority())
            .bind("wave", task.wave())
            .bind("dependsOn", JsonColumn.write(dependsOn))
            .bind("openDeps", openDependencies)
            .bind("files", JsonColumn.write(task.files()))
            .bind("maxAttempts", task.maxAttempts())
            .bind("now", now)
            .number();
    for (long dependency : dependsOn) {
      sql.of("INSERT INTO dependency (depends_on, task_id) VALUES (:dependency, :id)")
          .bind("dependency", dependency)
          .bind("id", id)
          .update();
    }
    return id;
  }

  @Override
  public void update(Task task) {
    sql.of(
            """
            UPDATE task SET status = :status, agent = :agent, session = :session,
              attempts = :attempts, result = :result, error = :error, claimed_at = :claimedAt,
              finished_at = :finishedAt, token = :token, fence = :fence, lease_ms = :leaseMs,
              expires_at = :expiresAt
            WHERE id = :id
            """)
        .bind("id", task.id())
        .bind("status", stored(task.status()))
        .bind("agent", task.agent())
        .bind("session", task.session())
        .bind("attempts", task.attempts())
        .bind("result", task.result())
        .bind("error", task.error())
        .bind("claimedAt", task.claimedAt())
        .bind("finishedAt", task.finishedAt())
        .bind("token", task.lease().map(Lease::token))
        .bind("fence", task.lease().map(Lease::fence))
        .bind("leaseMs", task.lease().map(Lease::durationMillis))
        .bind("expiresAt", task.lease().map(Lease::expiresAt))
        .update();
    memory.held().written(task);
  }

  private static String stored(TaskStatus status) {
    return (status == TaskStatus.BLOCKED ? TaskStatus.PENDING : status).label();
  }

  @Override
  public WaveCounts recount(SwarmId swarm, int wave, TaskStatus from, TaskStatus to) {
    sql.of(RecountSql.of(stored(from), stored(to)))
        .bind("swarm", swarm.row())
        .bind("wave", wave)
        .update();
    WaveCounts now =
        memory
            .counts(swarm, wave)
            .map(before -> before.moved(from, to))
            .orElseGet(() -> storedCounts(swarm, wave));
    memory.counted(swarm, wave, now);
    return now;
  }

  private WaveCounts storedCounts(SwarmId swarm, int wave) {
    return sql.of(
            """
            SELECT pending + claimed + failed, claimed FROM wave
            WHERE swarm_id = :swarm AND number = :wave
            """)
        .bind("swarm", swarm.row())
        .bind("wave", wave)
        .one(row -> new WaveCounts(row.getLong(1), row.getLong(2)));
  }

  @Override
  public void countNew(SwarmId swarm, int wave) {
    memory.uncounted(swarm, wave);
    sql.of(
            """
            INSERT INTO wave (swarm_id, number, pending) VALUES (:swarm, :wave, 1)
            ON CONFLICT (swarm_id, number) DO UPDATE SET pending = wave.pending + 1
            """)
        .bind("swarm", swarm.row())
        .bind("wave", wave)
        .update();
  }

  @Override
  public void openNextWave(SwarmId swarm) {
    memory.wavesMoved();
    sql.of(
            """
            UPDATE swarm SET open_wave =
              (SELECT min(number) FROM wave WHERE swarm_id = :swarm AND pending + claimed + failed > 0)
            WHERE id = :swarm
            """)
        .bind("swarm", swarm.row())
        .update();
  }

  @Override
  public List<SwarmId> settleDependents(Task settled) {
    int dependents =
        sql.of(
                """
                UPDATE task SET open_deps = open_deps - 1
                WHERE id IN (SELECT task_id FROM dependency WHERE depends_on = :id)
                """)
            .bind("id", settled.id())
            .update();
    return dependents == 0 ? List.of() : otherSwarmsOfDependents(settled);
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
        .list(
            row -> new SwarmId(row.getLong("id"), row.getString("project"), row.getString("name")));
  }

  @Override
  public Progress progress(SwarmId swarm) {
    return sql.of(
            """
            SELECT s.state, sum(w.pending) AS pending, sum(w.claimed) AS claimed,
              EXISTS (SELECT 1 FROM task t WHERE t.swarm_id = s.id AND t.wave = s.open_wave
                      AND t.status = 'pending' AND t.open_deps = 0) AS claimable
            FROM swarm s JOIN wave w ON w.swarm_id = s.id
            WHERE s.id = :swarm GROUP BY s.id
            """)
        .bind("swarm", swarm.row())
        .one(
            row ->
                new Progress(
                    Rows.state(row.getString("state")),
                    row.getLong("pending"),
                    row.getLong("claimed"),
                    row.getBoolean("claimable")));
  }

  @Override
  public void announced(SwarmId swarm, SwarmSummary.State state, long now) {
    sql.of("UPDATE swarm SET state = :state, state_at = :now WHERE id = :swarm")
        .bind("state", Rows.label(state))
        .bind("now", now)
        .bind("swarm", swarm.row())
        .update();
  }

  @Override
  public long append(NewEvent event) {
    long id = memory.nextEvent(this::lastEventId);
    sql.of(
            """
            INSERT INTO event (id, at, kind, project, swarm, task_id, agent, session, fence, token,
                               request_id, note)
            VALUES (:id, :at, :kind, :project, :swarm, :taskId, :agent, :session, :fence, :token,
                    :requestId, :note)
            """)
        .bind("id", id)
        .bind("at", event.at())
        .bind("kind", event.kind().label())
        .bind("project", event.swarm().project())
        .bind("swarm", event.swarm().name())
        .bind("taskId", event.taskId())
        .bind("agent", event.agent())
        .bind("session", event.session())
        .bind("fence", event.fence())
        .bind("token", event.token())
        .bind("requestId", event.requestId())
        .bind("note", event.note())
        .update();
    appended.add(
        new TaskEvent(
            id,
            event.at(),
            event.kind(),
            event.swarm().project(),
            event.swarm().name(),
            event.taskId(),
            event.agent(),
            event.session(),
            event.kind() == TaskEvent.Kind.CLAIMED ? Optional.of(id) : event.fence(),
            event.note()));
    return id;
  }

  @Override
  public List<Task> claimedBefore(
      String project, String agent, Optional<String> session, String requestId) {
    return sql.of(
            """
            SELECT task_id, id, token, at FROM event c
            WHERE request_id = :requestId AND project = :project AND kind = 'claimed'
              AND agent = :agent AND coalesce(session, '') = coalesce(:session, '')
              AND NOT EXISTS (SELECT 1 FROM event r
                WHERE r.task_id = c.task_id AND r.token = c.token AND r.kind = 'released')
            ORDER BY id
            """)
        .bind("requestId", requestId)
        .bind("project", project)
        .bind("agent", agent)
        .bind("session", session)
        .list(
            row ->
                asClaimed(
                    find(row.getLong("task_id")).orElseThrow(),
                    new Lease(row.getString("token"), row.getLong("id"), 0, row.getLong("at"))));
  }

  /** With the lease of then: the current one if it is the same, else one that is over. */
  private static Task asClaimed(Task task, Lease then) {
    boolean stillHeld = task.lease().map(Lease::fence).equals(Optional.of(then.fence()));
    return stillHeld ? task : task.withLease(then);
  }

  @Override
  public boolean stepTaken(long taskId, String token, TaskEvent.Kind step) {
    return sql.of(
                """
                SELECT EXISTS (SELECT 1 FROM event
                               WHERE task_id = :taskId AND token = :token AND kind = :step)
                """)
            .bind("taskId", taskId)
            .bind("token", token)
            .bind("step", step.label())
            .number()
        == 1;
  }

  @Override
  public List<Task> expiredAt(long now, int limit) {
    return sql.of(
            SELECT_TASK
                + "WHERE t.status = 'claimed' AND t.expires_at <= :now ORDER BY t.expires_at LIMIT"
                + " :limit")
        .bind("now", now)
        .bind("limit", limit)
        .page(Rows::task, limit, Task::textLength);
  }

  @Override
  public List<Task> heldBy(String project, String agent) {
    return sql.of(
            SELECT_TASK
                + "WHERE t.status = 'claimed' AND t.agent = :agent AND s.project = :project ORDER"
                + " BY t.id")
        .bind("agent", agent)
        .bind("project", project)
        .list(Rows::task);
  }

  /**
   * Asked at every hook event, and mostly there is nothing: so it asks for ids alone, which an
   * index holds, and the tasks are mostly among those that were written last.
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
  public void clampLeases(long now, long earliest) {
    memory.held().clear();
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

  @Override
  public Optional<Task> find(long id) {
    return memory
        .held()
        .find(id)
        .or(() -> sql.of(SELECT_TASK + "WHERE t.id = :id").bind("id", id).first(Rows::task));
  }

  @Override
  public List<Task> list(TaskFilter filter) {
    return sql.of(
            SELECT_TASK
                + """
                WHERE t.id > :after AND s.project = coalesce(:project, s.project)
                  AND s.name = coalesce(:swarm, s.name) AND t.status = coalesce(:status, t.status)
                  AND (NOT :blocked OR waits) AND (NOT :unblocked OR NOT waits)
                ORDER BY t.id LIMIT :limit
                """)
        .bind("after", filter.after())
        .bind("project", filter.project())
        .bind("swarm", filter.swarm())
        .bind("status", filter.status().map(SqlTaskRepository::stored))
        .bind("blocked", filter.status().equals(Optional.of(TaskStatus.BLOCKED)))
        .bind("unblocked", filter.status().equals(Optional.of(TaskStatus.PENDING)))
        .bind("limit", filter.limit())
        .page(Rows::task, filter.limit(), Task::textLength);
  }

  @Override
  public List<TaskEvent> history(long taskId) {
    return sql.of("SELECT * FROM event WHERE task_id = :taskId ORDER BY id")
        .bind("taskId", taskId)
        .list(Rows::event);
  }

  @Override
  public List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit) {
    return sql.of(
            """
            SELECT * FROM event WHERE id > :id AND project = coalesce(:project, project)
            ORDER BY id LIMIT :limit
            """)
        .bind("id", id)
        .bind("project", project)
        .bind("limit", limit)
        .page(Rows::event, limit, TaskEvent::textLength);
  }

  @Override
  public List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit) {
    List<TaskEvent> latest =
        sql.of(
                """
                SELECT * FROM event
                WHERE id <= :upTo AND project = coalesce(:project, project)
                ORDER BY id DESC LIMIT :limit
                """)
            .bind("upTo", upTo)
            .bind("project", project)
            .bind("limit", limit)
            .page(Rows::event, limit, TaskEvent::textLength);
    Collections.reverse(latest);
    return latest;
  }

  @Override
  public long lastEventId() {
    return sql.of("SELECT coalesce(max(id), 0) FROM event").number();
  }

  @Override
  public List<SwarmSummary> summaries(Optional<String> project) {
    return sql.of(
            """
            SELECT s.id, s.project, s.name, s.state, s.state_at,
              sum(CASE WHEN w.number > s.open_wave THEN w.pending ELSE 0 END)
                + (SELECT count(*) FROM task t WHERE t.swarm_id = s.id AND t.wave = s.open_wave
                   AND t.status = 'pending' AND t.open_deps > 0) AS blocked,
              sum(w.pending) AS pending, sum(w.claimed) AS claimed, sum(w.done) AS done,
              sum(w.failed) AS failed, sum(w.cancelled) AS cancelled
            FROM swarm s JOIN wave w ON w.swarm_id = s.id
            WHERE s.project = coalesce(:project, s.project)
            GROUP BY s.id ORDER BY s.project, s.name
            """)
        .bind("project", project)
        .list(
            row -> {
              Map<TaskStatus, Long> counts = new EnumMap<>(TaskStatus.class);
              for (TaskStatus status : TaskStatus.values()) {
                counts.put(status, row.getLong(status.label()));
              }
              counts.merge(TaskStatus.PENDING, -counts.get(TaskStatus.BLOCKED), Long::sum);
              return new SwarmSummary(
                  new SwarmId(row.getLong("id"), row.getString("project"), row.getString("name")),
                  Rows.state(row.getString("state")),
                  row.getLong("state_at"),
                  counts);
            });
  }

  @Override
  public List<Task> claimed(Optional<String> project, int limit) {
    return sql.of(
            SELECT_TASK
                + """
                WHERE t.status = 'claimed' AND s.project = coalesce(:project, s.project)
                ORDER BY t.id LIMIT :limit
                """)
        .bind("project", project)
        .bind("limit", limit)
        .page(Rows::task, limit, Task::textLength);
  }

  /** Few tasks are claimed, and many of a project are over: so the project is compared last. */
  @Override
  public List<Task> claimedWithFiles(String project) {
    return sql
        .of(
            SELECT_TASK
                + """
                WHERE t.status = 'claimed' AND t.expires_at > 0 AND t.files <> '[]'
                  AND coalesce(s.project, '') = :project
                """)
        .bind("project", project)
        .list(Rows::task)
        .stream()
        .sorted(CLAIM_ORDER)
        .toList();
  }

  @Override
  public int countDone(String project, String session, long since) {
    return (int)
        sql.of(
                """
                SELECT count(*) FROM task t JOIN swarm s ON s.id = t.swarm_id
                WHERE t.status = 'done' AND t.session = :session AND t.finished_at >= :since
                  AND s.project = :project
                """)
            .bind("project", project)
            .bind("session", session)
            .bind("since", since)
            .number();
  }

  @Override
  public OptionalLong nextExpiry() {
    return sql.of("SELECT min(expires_at) FROM task WHERE status = 'claimed'")
        .one(row -> row.getLong(1) == 0 ? OptionalLong.empty() : OptionalLong.of(row.getLong(1)));
  }
}
