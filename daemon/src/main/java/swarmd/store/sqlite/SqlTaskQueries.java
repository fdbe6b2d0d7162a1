package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.statement.Query;
import swarmd.swarm.LostTask;
import swarmd.swarm.Quota;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.WaitsFor;
import swarmd.swarm.Work;

/** Queries about tasks, swarms and their events, on any connection. */
class SqlTaskQueries implements TaskQueries {
  static final String FIND = TaskTable.SELECT + "WHERE t.id = :id";

  /** Few of many tasks: the sum keeps SQLite from reading all of them in the order of their ids. */
  private static final String CLAIMED =
      TaskTable.SELECT
          + """
          WHERE t.status = 'claimed' AND s.project = coalesce(:project, s.project)
          ORDER BY t.id + 0 LIMIT :limit
          """;

  /** Few tasks are claimed but a project may have many: coalesce keeps SQLite off its index. */
  private static final String CLAIMED_WITH_FILES =
      TaskTable.SELECT
          + """
          WHERE t.status = 'claimed' AND t.expires_at > 0 AND t.files <> '[]'
            AND coalesce(s.project, '') = :project
          """;

  private static final String HELD_IN_SESSION =
      TaskTable.SELECT
          + """
          WHERE t.status = 'claimed' AND t.session = :session
            AND coalesce(s.project, '') = :project
          ORDER BY t.id
          """;

  private static final String CHANGED =
      """
      WITH changed AS (SELECT DISTINCT task_id FROM event
                       WHERE id > :after AND task_id IS NOT NULL LIMIT :limit)
      """
          + TaskTable.SELECT_BRIEF
          + """
          WHERE t.id IN (SELECT task_id FROM changed
                         UNION SELECT d.task_id FROM changed c JOIN dependency d
                               ON d.depends_on = c.task_id)
          LIMIT :limit
          """;

  static final String CLAIMABLE = TaskTable.SELECT_CLAIMABLE + TaskTable.IN_CLAIM_ORDER;

  private static final String CLAIMABLE_WITHOUT_TAGS =
      TaskTable.SELECT_CLAIMABLE + "AND " + TaskTable.WITHOUT_TAGS + TaskTable.IN_CLAIM_ORDER;

  private final SqliteConnection connection;

  SqlTaskQueries(SqliteConnection connection) {
    this.connection = connection;
  }

  Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<Task> find(long id) {
    return connection.sql().of(FIND).bind("id", id).first(TaskTable::read);
  }

  @Override
  public List<Task> list(TaskFilter filter, long offset) {
    return TaskList.of(jdbi(), TaskTable.SELECT, filter, offset);
  }

  @Override
  public List<Task> listBrief(TaskFilter filter, long offset) {
    if (filter.search().isEmpty()) {
      return TaskList.of(jdbi(), TaskTable.SELECT_BRIEF, filter, offset);
    }
    // a search looks at the descriptions, too
    return list(filter, offset).stream().map(Task::brief).toList();
  }

  @Override
  public WaitsFor waitsFor(Task task) {
    return task.status() == TaskStatus.BLOCKED
        ? new WaitsFor(unsettledDependencies(task), unsettledWaves(task))
        : new WaitsFor(List.of(), List.of());
  }

  private List<WaitsFor.Dependency> unsettledDependencies(Task task) {
    return task.dependsOn().stream()
        .flatMap(id -> find(id).stream())
        .filter(dependency -> !dependency.status().settled())
        .map(dependency -> new WaitsFor.Dependency(dependency.id(), dependency.status()))
        .toList();
  }

  private List<WaitsFor.Wave> unsettledWaves(Task task) {
    return jdbi()
        .createQuery(
            """
            SELECT number, pending + claimed + failed AS unsettled, failed FROM wave
            WHERE swarm_id = :swarm AND number < :wave AND pending + claimed + failed > 0
            ORDER BY number
            """)
        .bind("swarm", task.swarm().row())
        .bind("wave", task.wave())
        .map(
            (row, context) ->
                new WaitsFor.Wave(
                    row.getInt("number"), row.getLong("unsettled"), row.getLong("failed")))
        .list();
  }

  @Override
  public List<Task> claimed(Optional<String> project, int limit) {
    Query query = jdbi().createQuery(CLAIMED).bind("project", project).bind("limit", limit);
    return Page.first(limit, tasks(query), Task::textLength);
  }

  @Override
  public List<Task> claimedWithFiles(String project) {
    return connection
        .sql()
        .of(CLAIMED_WITH_FILES)
        .bind("project", project)
        .list(TaskTable::read)
        .stream()
        .sorted(CLAIM_ORDER)
        .toList();
  }

  @Override
  public List<Task> heldInSession(String project, String session) {
    return connection
        .sql()
        .of(HELD_IN_SESSION)
        .bind("project", project)
        .bind("session", session)
        .list(TaskTable::read);
  }

  /** Swarm by swarm: only then does an index have the order, and not all pending tasks are read. */
  @Override
  public List<Task> claimable(String project, Optional<String> swarm, int limit, long now) {
    return swarmsWithWork(project, swarm).stream()
        .flatMap(open -> claimableIn(open, limit, now).stream())
        .sorted(CLAIM_ORDER)
        .limit(limit)
        .toList();
  }

  private List<OpenSwarm> swarmsWithWork(String project, Optional<String> name) {
    return jdbi()
        .createQuery(SwarmTable.SELECT_OPEN)
        .bind("project", project)
        .bind("name", name)
        .map((row, context) -> SwarmTable.readOpen(row, project))
        .list();
  }

  private List<Task> claimableIn(OpenSwarm swarm, int limit, long now) {
    Quota quota = Quota.of(swarm.limits(), () -> claimedTags(swarm.id()));
    if (quota.isFull()) {
      return List.of();
    }
    List<String> full = quota.fullTags();
    Query query =
        jdbi()
            .createQuery(full.isEmpty() ? CLAIMABLE : CLAIMABLE_WITHOUT_TAGS)
            .bind("swarm", swarm.id().row())
            .bind("wave", swarm.wave())
            .bind("now", now);
    if (!full.isEmpty()) {
      query.bind("without", JsonColumn.write(full));
    }
    return Page.first(
        limit, query.map((row, context) -> TaskTable.readClaimable(row, swarm)), Task::textLength);
  }

  @Override
  public Optional<Later> later(
      String project, Optional<String> swarm, List<String> tags, long now) {
    return jdbi()
        .createQuery(
            """
            SELECT count(*) AS count, min(t.not_before) AS next
            FROM swarm s JOIN task t ON t.swarm_id = s.id
            WHERE s.project = :project AND s.name = coalesce(:swarm, s.name)
              AND s.paused_at IS NULL AND t.wave = s.open_wave AND t.status = 'pending'
              AND t.open_deps = 0 AND t.not_before > 0 AND t.not_before > :now AND %s
            """
                .formatted(TaskTable.WITH_TAGS))
        .bind("project", project)
        .bind("swarm", swarm)
        .bind("tags", JsonColumn.write(tags))
        .bind("now", now)
        .map((row, context) -> new Later(row.getLong("count"), row.getLong("next")))
        .findOne()
        .filter(later -> later.count() > 0);
  }

  @Override
  public List<List<String>> claimedTags(SwarmId swarm) {
    return jdbi()
        .createQuery(
            """
            SELECT tags FROM task
            WHERE status = 'claimed' AND expires_at > 0 AND swarm_id + 0 = :swarm
            """)
        .bind("swarm", swarm.row())
        .map((row, context) -> JsonColumn.texts(row.getString("tags")))
        .list();
  }

  @Override
  public Optional<Task> findByKey(String project, String swarm, String key) {
    return tasks(
            jdbi()
                .createQuery(
                    TaskTable.SELECT
                        + "WHERE s.project = :project AND s.name = :swarm AND t.key = :key")
                .bind("project", project)
                .bind("swarm", swarm)
                .bind("key", key))
        .findFirst();
  }

  @Override
  public String database() {
    return jdbi()
        .createQuery("SELECT coalesce((SELECT team FROM team_position), id) FROM identity")
        .mapTo(String.class)
        .one();
  }

  /**
   * The index names the swarms of few tasks: coalesce keeps SQLite from starting with projects, and
   * the sum from reading all tasks in the order of their ids.
   */
  @Override
  public List<Task> unlanded(String project) {
    return jdbi()
        .createQuery(
            TaskTable.SELECT
                + """
                WHERE t.status = 'done' AND t.branch IS NOT NULL AND t.landed IS NULL
                  AND coalesce(s.project, '') = :project
                ORDER BY t.id + 0
                """)
        .bind("project", project)
        .map((row, context) -> TaskTable.read(row))
        .list();
  }

  @Override
  public int countDone(String project, String session, long since) {
    return jdbi()
        .createQuery(
            """
            SELECT count(*)
            FROM swarm s CROSS JOIN task t INDEXED BY task_finished ON t.swarm_id = s.id
            WHERE s.project = :project AND t.finished_at >= :since AND t.session = :session
              AND t.status = 'done'
            """)
        .bind("project", project)
        .bind("session", session)
        .bind("since", since)
        .mapTo(Integer.class)
        .one();
  }

  @Override
  public List<LostTask> lostIn(String project, String session) {
    return new LostTaskTable(connection).in(project, session);
  }

  @Override
  public List<LostTask> lost() {
    return new LostTaskTable(connection).all();
  }

  @Override
  public OptionalLong nextExpiry() {
    return connection
        .sql()
        .of("SELECT min(expires_at) AS next FROM task WHERE status = 'claimed'")
        .one(row -> Columns.number(row, "next"))
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  @Override
  public List<SwarmSummary> summaries(Optional<String> project) {
    return connection
        .sql()
        .of(
            """
            SELECT s.id, s.project, s.name, s.state, s.state_at, s.paused_at IS NOT NULL AS paused,
              s.checks,
              s.max_claimed, s.tag_limits,
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
        .list(SqlTaskQueries::summary);
  }

  private static SwarmSummary summary(ResultSet row) throws SQLException {
    Map<TaskStatus, Long> counts = new EnumMap<>(TaskStatus.class);
    for (TaskStatus status : TaskStatus.values()) {
      counts.put(status, row.getLong(status.label()));
    }
    counts.merge(TaskStatus.PENDING, -counts.get(TaskStatus.BLOCKED), Long::sum);
    return new SwarmSummary(
        SwarmTable.readId(row),
        SwarmTable.state(row.getString("state")),
        row.getLong("state_at"),
        row.getBoolean("paused"),
        JsonColumn.texts(row.getString("checks")),
        SwarmTable.limits(row),
        counts);
  }

  @Override
  public List<String> swarmChecks(SwarmId swarm) {
    return jdbi()
        .createQuery("SELECT checks FROM swarm WHERE id = :id")
        .bind("id", swarm.row())
        .mapTo(String.class)
        .findOne()
        .map(JsonColumn::texts)
        .orElse(List.of());
  }

  @Override
  public Optional<Work> workOf(Task held) {
    return held.session().isEmpty() || held.lease().isEmpty()
        ? Optional.empty()
        : HolderFiles.of(connection.sql(), held.lease().get().fence());
  }

  @Override
  public List<TaskEvent> history(long taskId) {
    return events(
            jdbi()
                .createQuery("SELECT * FROM event WHERE task_id = :taskId ORDER BY id")
                .bind("taskId", taskId))
        .list();
  }

  @Override
  public List<TaskEvent> eventsAfter(long id, Optional<String> project, int limit) {
    Query query = eventQuery("SELECT e.*", id, Long.MAX_VALUE, project, "ASC", limit);
    return Page.first(limit, events(query), TaskEvent::textLength);
  }

  @Override
  public List<TaskEvent> latestEvents(Optional<String> project, long upTo, int limit) {
    Query query = eventQuery("SELECT e.*", 0, upTo, project, "DESC", limit);
    List<TaskEvent> latest = Page.first(limit, events(query), TaskEvent::textLength);
    Collections.reverse(latest);
    return latest;
  }

  @Override
  public List<TitledEvent> latestTitled(Optional<String> project, long after, int limit) {
    String columns = "SELECT e.*, (SELECT t.title FROM task t WHERE t.id = e.task_id) AS title";
    Query query = eventQuery(columns, after, Long.MAX_VALUE, project, "DESC", limit);
    ResultIterable<TitledEvent> found =
        query.map(
            (row, context) -> new TitledEvent(EventTable.read(row), Columns.text(row, "title")));
    List<TitledEvent> latest = Page.first(limit, found, each -> each.event().textLength());
    Collections.reverse(latest);
    return latest;
  }

  /**
   * Of a project, only the blocks that have any of its events are read. SQLite seeks with one limit
   * on each side of the id; given two, it may take the wider and scan the whole table.
   */
  private Query eventQuery(
      String select, long after, long upTo, Optional<String> project, String direction, int limit) {
    String sql =
        project.isEmpty()
            ? "FROM event e WHERE e.id > :after AND e.id <= :upTo ORDER BY e.id " + direction
            : """
            FROM event_block b CROSS JOIN event e
              ON e.id >= max(b.number * %1$d, :after + 1)
              AND e.id <= min(b.number * %1$d + %1$d - 1, :upTo)
            WHERE b.project = :project AND b.number >= :after / %1$d AND b.number <= :upTo / %1$d
              AND e.project = :project
            ORDER BY b.number %2$s, e.id %2$s
            """
                .formatted(EventTable.EVENTS_PER_BLOCK, direction);
    Query query =
        jdbi()
            .createQuery(select + " " + sql + " LIMIT :limit")
            .bind("after", after)
            .bind("upTo", upTo)
            .bind("limit", limit);
    project.ifPresent(only -> query.bind("project", only));
    return query;
  }

  @Override
  public List<Task> changedAfter(long eventId, int limit) {
    return tasks(jdbi().createQuery(CHANGED).bind("after", eventId).bind("limit", limit)).list();
  }

  @Override
  public long lastEventId() {
    return jdbi().createQuery("SELECT coalesce(max(id), 0) FROM event").mapTo(Long.class).one();
  }

  private static ResultIterable<Task> tasks(Query query) {
    return query.map((row, context) -> TaskTable.read(row));
  }

  private static ResultIterable<TaskEvent> events(Query query) {
    return query.map((row, context) -> EventTable.read(row));
  }
}
