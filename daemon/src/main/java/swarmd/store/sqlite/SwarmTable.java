package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.Progress;
import swarmd.swarm.TaskRepository.WaveCounts;
import swarmd.swarm.TaskStatus;

/** Swarms and the counts of their waves, on the connection that writes. */
final class SwarmTable {
  static final String SELECT_OPEN =
      """
      SELECT id, name, open_wave, max_claimed, tag_limits FROM swarm
      WHERE project = :project AND open_wave IS NOT NULL AND paused_at IS NULL
        AND name = coalesce(:name, name)
      """;

  private final Sql sql;
  private final SqliteConnection connection;
  private final WriterCache cache;
  private final WaveChanges changes;

  SwarmTable(SqliteConnection connection, WriterCache cache) {
    sql = connection.sql();
    this.connection = connection;
    this.cache = cache;
    changes = new WaveChanges(sql);
  }

  static OpenSwarm readOpen(ResultSet row, String project) throws SQLException {
    return new OpenSwarm(
        new SwarmId(row.getLong("id"), project, row.getString("name")),
        row.getInt("open_wave"),
        limits(row));
  }

  static ClaimLimits limits(ResultSet row) throws SQLException {
    return ClaimLimits.ofStored(
        Columns.number(row, "max_claimed").map(Math::toIntExact),
        JsonColumn.numbersByName(row.getString("tag_limits")));
  }

  static SwarmId readId(ResultSet row) throws SQLException {
    return new SwarmId(row.getLong("id"), row.getString("project"), row.getString("name"));
  }

  static SwarmSummary.State state(String label) {
    return SwarmSummary.State.valueOf(label.toUpperCase(Locale.ROOT));
  }

  SwarmId findOrAdd(String project, String name) {
    cache.forgetOpenSwarms();
    long row =
        connection
            .jdbi()
            .createQuery(
                """
                INSERT INTO swarm (project, name) VALUES (:project, :name)
                ON CONFLICT (project, name) DO UPDATE SET name = excluded.name
                RETURNING id
                """)
            .bind("project", project)
            .bind("name", name)
            .mapTo(Long.class)
            .one();
    return new SwarmId(row, project, name);
  }

  List<OpenSwarm> open(String project, Optional<String> name) {
    return cache.openSwarms(
        project,
        name,
        () ->
            sql.of(SELECT_OPEN)
                .bind("project", project)
                .bind("name", name)
                .list(row -> readOpen(row, project)));
  }

  void openNextWave(SwarmId swarm) {
    cache.forgetOpenSwarms();
    sql.of(
            """
            UPDATE swarm SET open_wave =
              (SELECT min(number) FROM wave WHERE swarm_id = :swarm AND pending + claimed + failed > 0)
            WHERE id = :swarm
            """)
        .bind("swarm", swarm.row())
        .update();
  }

  void countNew(SwarmId swarm, int wave) {
    cache.forgetCounts(swarm, wave);
    connection
        .jdbi()
        .createUpdate(
            """
            INSERT INTO wave (swarm_id, number, pending) VALUES (:swarm, :wave, 1)
            ON CONFLICT (swarm_id, number) DO UPDATE SET pending = wave.pending + 1
            """)
        .bind("swarm", swarm.row())
        .bind("wave", wave)
        .execute();
  }

  /** The task was in another wave; its status is the same. */
  void moveToWave(Task task, int from) {
    cache.forgetCounts(task.swarm(), from);
    cache.forgetCounts(task.swarm(), task.wave());
    String status = TaskTable.storedStatus(task.status());
    connection
        .jdbi()
        .createUpdate(
            "UPDATE wave SET %1$s = %1$s - 1 WHERE swarm_id = :swarm AND number = :from"
                .formatted(status))
        .bind("swarm", task.swarm().row())
        .bind("from", from)
        .execute();
    connection
        .jdbi()
        .createUpdate(
            """
            INSERT INTO wave (swarm_id, number, %1$s) VALUES (:swarm, :to, 1)
            ON CONFLICT (swarm_id, number) DO UPDATE SET %1$s = wave.%1$s + 1
            """
                .formatted(status))
        .bind("swarm", task.swarm().row())
        .bind("to", task.wave())
        .execute();
  }

  WaveCounts recount(SwarmId swarm, int wave, TaskStatus from, TaskStatus to) {
    changes.move(Wave.of(swarm, wave), from, to);
    WaveCounts now =
        cache
            .counts(swarm, wave)
            .map(before -> before.moved(from, to))
            .orElseGet(() -> storedCounts(swarm, wave));
    cache.putCounts(swarm, wave, now);
    return now;
  }

  /** The counts that are not written yet. */
  WaveChanges changes() {
    return changes;
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

  Progress progress(SwarmId swarm) {
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
                    state(row.getString("state")),
                    row.getLong("pending"),
                    row.getLong("claimed"),
                    row.getBoolean("claimable")));
  }

  boolean waitsForOther(SwarmId swarm) {
    return sql.of(
                """
                SELECT EXISTS (SELECT 1 FROM task t
                  JOIN dependency d ON d.task_id = t.id JOIN task other ON other.id = d.depends_on
                  WHERE t.swarm_id = :swarm AND t.status = 'pending' AND t.open_deps > 0
                    AND other.swarm_id <> t.swarm_id AND other.status IN ('pending', 'claimed'))
                """)
            .bind("swarm", swarm.row())
            .number()
        == 1;
  }

  void setPaused(SwarmId swarm, Optional<Long> since) {
    cache.forgetOpenSwarms();
    sql.of("UPDATE swarm SET paused_at = :since WHERE id = :swarm")
        .bind("since", since)
        .bind("swarm", swarm.row())
        .update();
  }

  void setChecks(SwarmId swarm, List<String> checks) {
    cache.forgetChecks();
    sql.of("UPDATE swarm SET checks = :checks WHERE id = :swarm")
        .bind("checks", JsonColumn.write(checks))
        .bind("swarm", swarm.row())
        .update();
  }

  void setLimits(SwarmId swarm, ClaimLimits limits) {
    cache.forgetOpenSwarms();
    sql.of("UPDATE swarm SET max_claimed = :all, tag_limits = :byTag WHERE id = :swarm")
        .bind("all", limits.all().map(Integer::longValue))
        .bind("byTag", JsonColumn.write(limits.storedTags()))
        .bind("swarm", swarm.row())
        .update();
  }

  void setState(SwarmId swarm, SwarmSummary.State state, long now) {
    sql.of("UPDATE swarm SET state = :state, state_at = :now WHERE id = :swarm")
        .bind("state", state.name().toLowerCase(Locale.ROOT))
        .bind("now", now)
        .bind("swarm", swarm.row())
        .update();
  }
}
