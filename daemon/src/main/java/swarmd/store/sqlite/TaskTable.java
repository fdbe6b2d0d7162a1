package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import swarmd.swarm.Checked;
import swarmd.swarm.Lease;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;

/** Everything that names a task's columns: a new field is stored and read in this file alone. */
final class TaskTable {
  private TaskTable() {}

  /**
   * The columns in the order of every SELECT. Each is read by its position, since looking it up by
   * name takes longer than reading it.
   */
  private enum Column {
    ID("t.id"),
    TITLE("t.title"),
    DESCRIPTION("t.description", "NULL"),
    PRIORITY("t.priority"),
    WAVE("t.wave"),
    DEPENDS_ON("t.depends_on"),
    FILES("t.files"),
    TAGS("t.tags"),
    CHECKS("t.checks"),
    ATTEMPTS("t.attempts"),
    MAX_ATTEMPTS("t.max_attempts"),
    HELD_BEFORE("t.held_before"),
    CREATED_AT("t.created_at"),
    KEY("t.key"),
    NOT_BEFORE("t.not_before"),
    RETRY_MS("t.retry_ms"),
    BRANCH("t.branch"),
    TARGET("t.target"),
    BRANCH_FENCE("t.branch_fence"),
    LANDED("t.landed"),
    // The columns from here on are known for a task that can be claimed.
    SWARM_ID("t.swarm_id"),
    PROJECT("s.project"),
    SWARM("s.name"),
    STATUS("t.status"),
    WAITS("t.open_deps > 0 OR t.wave > s.open_wave AS waits"),
    AGENT("t.agent"),
    SESSION("t.session"),
    WORKSTATION("t.workstation"),
    RESULT("t.result", "NULL"),
    ERROR("t.error", "substr(t.error, 1, " + Task.BRIEF_ERROR + ")"),
    CLAIMED_AT("t.claimed_at"),
    FINISHED_AT("t.finished_at"),
    TOKEN("t.token"),
    FENCE("t.fence"),
    LEASE_MS("t.lease_ms"),
    EXPIRES_AT("t.expires_at"),
    CHECKED("t.checked"),
    CHECKED_COMMIT("t.checked_commit"),
    CHECKED_CHANGED("t.checked_changed");

    private final String sql;

    /** Where long texts are left out. */
    private final String briefSql;

    @SuppressWarnings("EnumOrdinal") // the constants are in the order of the SELECT
    private final int position = ordinal() + 1;

    Column(String sql) {
      this(sql, sql);
    }

    Column(String sql, String briefSql) {
      this.sql = sql;
      this.briefSql = briefSql;
    }

    static String list(Set<Column> columns) {
      return columns.stream().map(column -> column.sql).collect(Collectors.joining(", "));
    }

    static String briefList() {
      return Stream.of(values()).map(column -> column.briefSql).collect(Collectors.joining(", "));
    }

    long number(ResultSet row) throws SQLException {
      return row.getLong(position);
    }

    int count(ResultSet row) throws SQLException {
      return row.getInt(position);
    }

    boolean flag(ResultSet row) throws SQLException {
      return row.getBoolean(position);
    }

    String text(ResultSet row) throws SQLException {
      return row.getString(position);
    }

    Optional<String> optionalText(ResultSet row) throws SQLException {
      return Optional.ofNullable(row.getString(position));
    }

    Optional<Long> optionalNumber(ResultSet row) throws SQLException {
      long value = row.getLong(position);
      return row.wasNull() ? Optional.empty() : Optional.of(value);
    }
  }

  /** To be followed by a WHERE clause; {@code t} is the task, {@code s} its swarm. */
  static final String SELECT =
      """
      SELECT %s
      FROM task t JOIN swarm s ON s.id = t.swarm_id
      """
          .formatted(Column.list(EnumSet.allOf(Column.class)));

  /** The same, but without description and result, and with the beginning of the error. */
  static final String SELECT_BRIEF =
      """
      SELECT %s
      FROM task t JOIN swarm s ON s.id = t.swarm_id
      """
          .formatted(Column.briefList());

  /** The tasks of a swarm's open wave that can be claimed; for {@link #readClaimable}. */
  static final String SELECT_CLAIMABLE = selectClaimable("");

  /** The same, and whether another task depends on it, for {@link #hasDependents}. */
  static final String SELECT_CLAIMABLE_WITH_DEPENDENTS =
      selectClaimable(", EXISTS (SELECT 1 FROM dependency d WHERE d.depends_on = t.id)");

  private static String selectClaimable(String more) {
    return """
    SELECT %s%s
    FROM task t
    WHERE t.swarm_id = :swarm AND t.wave = :wave AND t.status = 'pending' AND t.open_deps = 0
      AND t.not_before <= :now
    """
        .formatted(Column.list(EnumSet.range(Column.ID, Column.LANDED)), more);
  }

  /** Only tasks that have all tags of the JSON array. */
  static final String WITH_TAGS =
      """
      NOT EXISTS (SELECT 1 FROM json_each(:tags) AS wanted
        WHERE wanted.value NOT IN (SELECT value FROM json_each(t.tags)))
      """;

  /** Only tasks that have none of the tags of the JSON array. */
  static final String WITHOUT_TAGS =
      """
      NOT EXISTS (SELECT 1 FROM json_each(:without) AS unwanted
        WHERE unwanted.value IN (SELECT value FROM json_each(t.tags)))
      """;

  /** The status of a task as people see it. */
  static final String SHOWN_STATUS =
      """
      CASE WHEN t.status = 'pending' AND (t.open_deps > 0 OR t.wave > s.open_wave)
        THEN 'blocked' ELSE t.status END
      """;

  static final String IN_CLAIM_ORDER = "ORDER BY t.priority, t.id";

  static Task read(ResultSet row) throws SQLException {
    SwarmId swarm =
        new SwarmId(Column.SWARM_ID.number(row), Column.PROJECT.text(row), Column.SWARM.text(row));
    return task(
        row,
        swarm,
        new TaskState(
            status(row),
            Column.AGENT.optionalText(row),
            Column.SESSION.optionalText(row),
            Column.WORKSTATION.optionalText(row),
            Column.ATTEMPTS.count(row),
            Column.RESULT.optionalText(row),
            Column.ERROR.optionalText(row),
            Column.CLAIMED_AT.optionalNumber(row),
            Column.FINISHED_AT.optionalNumber(row),
            lease(row),
            checked(row),
            Column.HELD_BEFORE.flag(row)));
  }

  static Task readClaimable(ResultSet row, OpenSwarm swarm) throws SQLException {
    return task(
        row,
        swarm.id(),
        TaskState.pending(Column.ATTEMPTS.count(row), Column.HELD_BEFORE.flag(row)));
  }

  static boolean hasDependents(ResultSet row) throws SQLException {
    return row.getBoolean(Column.LANDED.position + 1);
  }

  private static Task task(ResultSet row, SwarmId swarm, TaskState state) throws SQLException {
    return new Task(
        Column.ID.number(row),
        swarm,
        new TaskSpec(
            Column.TITLE.text(row),
            Column.DESCRIPTION.optionalText(row),
            Column.PRIORITY.count(row),
            Column.WAVE.count(row),
            JsonColumn.texts(Column.FILES.text(row)),
            JsonColumn.texts(Column.TAGS.text(row)),
            JsonColumn.texts(Column.CHECKS.text(row)),
            Column.MAX_ATTEMPTS.count(row),
            Column.KEY.optionalText(row),
            Column.NOT_BEFORE.number(row),
            Duration.ofMillis(Column.RETRY_MS.number(row))),
        JsonColumn.numbers(Column.DEPENDS_ON.text(row)),
        Column.CREATED_AT.number(row),
        state,
        branch(row));
  }

  private static Optional<TaskBranch> branch(ResultSet row) throws SQLException {
    String name = Column.BRANCH.text(row);
    return name == null
        ? Optional.empty()
        : Optional.of(
            new TaskBranch(
                name,
                Column.TARGET.text(row),
                Column.BRANCH_FENCE.number(row),
                Column.LANDED.optionalText(row)));
  }

  private static TaskStatus status(ResultSet row) throws SQLException {
    TaskStatus stored = TaskStatus.of(Column.STATUS.text(row)).orElseThrow();
    return stored == TaskStatus.PENDING && Column.WAITS.flag(row) ? TaskStatus.BLOCKED : stored;
  }

  private static Optional<Lease> lease(ResultSet row) throws SQLException {
    String token = Column.TOKEN.text(row);
    return token == null
        ? Optional.empty()
        : Optional.of(
            new Lease(
                token,
                Column.FENCE.number(row),
                Column.LEASE_MS.number(row),
                Column.EXPIRES_AT.number(row)));
  }

  private static Optional<Checked> checked(ResultSet row) throws SQLException {
    String names = Column.CHECKED.text(row);
    return names == null
        ? Optional.empty()
        : Optional.of(
            new Checked(
                JsonColumn.texts(names),
                Column.CHECKED_COMMIT.optionalText(row),
                Column.CHECKED_CHANGED.count(row)));
  }

  /** Whether a pending task is blocked is not stored but follows from its wave and dependencies. */
  static String storedStatus(TaskStatus status) {
    return (status == TaskStatus.BLOCKED ? TaskStatus.PENDING : status).label();
  }

  static long insert(
      Handle jdbi,
      SwarmId swarm,
      NewTask task,
      List<Long> dependsOn,
      int openDependencies,
      long now) {
    return jdbi.createQuery(
            """
            INSERT INTO task (swarm_id, title, description, priority, wave, depends_on, open_deps,
                              files, tags, checks, status, max_attempts, key, not_before, retry_ms,
                              created_at)
            VALUES (:swarm, :title, :description, :priority, :wave, :dependsOn, :openDependencies,
                    :files, :tags, :checks, 'pending', :maxAttempts, :key, :notBefore, :retryMs,
                    :now)
            RETURNING id
            """)
        .bind("swarm", swarm.row())
        .bind("title", task.spec().title())
        .bind("description", task.spec().description())
        .bind("priority", task.spec().priority())
        .bind("wave", task.spec().wave())
        .bind("dependsOn", JsonColumn.write(dependsOn))
        .bind("openDependencies", openDependencies)
        .bind("files", JsonColumn.write(task.spec().files()))
        .bind("tags", JsonColumn.write(task.spec().tags()))
        .bind("checks", JsonColumn.write(task.spec().checks()))
        .bind("maxAttempts", task.spec().maxAttempts())
        .bind("key", task.spec().key())
        .bind("notBefore", task.spec().notBefore())
        .bind("retryMs", task.spec().retryWait().toMillis())
        .bind("now", now)
        .mapTo(Long.class)
        .one();
  }

  /** Stores the part that its creator wrote, but for its dependencies. */
  static void updateSpec(Handle jdbi, long id, TaskSpec spec) {
    jdbi.createUpdate(
            """
            UPDATE task SET title = :title, description = :description, priority = :priority,
              wave = :wave, files = :files, tags = :tags, checks = :checks,
              max_attempts = :maxAttempts, not_before = :notBefore, retry_ms = :retryMs
            WHERE id = :id
            """)
        .bind("id", id)
        .bind("title", spec.title())
        .bind("description", spec.description())
        .bind("priority", spec.priority())
        .bind("wave", spec.wave())
        .bind("files", JsonColumn.write(spec.files()))
        .bind("tags", JsonColumn.write(spec.tags()))
        .bind("checks", JsonColumn.write(spec.checks()))
        .bind("maxAttempts", spec.maxAttempts())
        .bind("notBefore", spec.notBefore())
        .bind("retryMs", spec.retryWait().toMillis())
        .execute();
  }

  /** Stores where the work of a task is. */
  static void updateBranch(Handle jdbi, Task task) {
    jdbi.createUpdate(
            """
            UPDATE task SET branch = :branch, target = :target, branch_fence = :fence,
              landed = :landed
            WHERE id = :id
            """)
        .bind("id", task.id())
        .bind("branch", task.branch().map(TaskBranch::name))
        .bind("target", task.branch().map(TaskBranch::target))
        .bind("fence", task.branch().map(TaskBranch::fence))
        .bind("landed", task.branch().flatMap(TaskBranch::landed))
        .execute();
  }

  /** Stores the part of a task that changes with its steps; the caller tells the cache. */
  static void update(Sql sql, Task task) {
    sql.unwatched(
            """
            UPDATE task SET status = :status, agent = :agent, session = :session,
              attempts = :attempts, result = :result, error = :error, claimed_at = :claimedAt,
              finished_at = :finishedAt, token = :token, fence = :fence, lease_ms = :leaseMs,
              expires_at = :expiresAt, checked = :checked, checked_commit = :checkedCommit,
              checked_changed = :checkedChanged, held_before = :heldBefore
            WHERE id = :id
            """)
        .bind("id", task.id())
        .bind("status", storedStatus(task.status()))
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
        .bind("heldBefore", task.heldBefore() ? 1L : 0L)
        .bind("checked", task.checked().map(checked -> JsonColumn.write(checked.checks())))
        .bind("checkedCommit", task.checked().flatMap(Checked::commit))
        .bind("checkedChanged", task.checked().map(checked -> (long) checked.changed()))
        .update();
  }
}
