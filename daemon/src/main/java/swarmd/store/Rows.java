package swarmd.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskStatus;

/** Turns rows into what they mean. */
final class Rows {
  private Rows() {}

  static Task task(ResultSet row) throws SQLException {
    return new Task(
        row.getLong("id"),
        new SwarmId(row.getLong("swarm_id"), row.getString("project"), row.getString("swarm")),
        row.getString("title"),
        text(row, "description"),
        row.getInt("priority"),
        row.getInt("wave"),
        JsonColumn.numbers(row.getString("depends_on")),
        JsonColumn.texts(row.getString("files")),
        status(row),
        text(row, "agent"),
        text(row, "session"),
        row.getInt("attempts"),
        row.getInt("max_attempts"),
        text(row, "result"),
        text(row, "error"),
        row.getLong("created_at"),
        number(row, "claimed_at"),
        number(row, "finished_at"),
        lease(row));
  }

  private static TaskStatus status(ResultSet row) throws SQLException {
    TaskStatus stored = TaskStatus.of(row.getString("status")).orElseThrow();
    return stored == TaskStatus.PENDING && row.getBoolean("waits") ? TaskStatus.BLOCKED : stored;
  }

  private static Optional<Lease> lease(ResultSet row) throws SQLException {
    String token = row.getString("token");
    return token == null
        ? Optional.empty()
        : Optional.of(
            new Lease(
                token, row.getLong("fence"), row.getLong("lease_ms"), row.getLong("expires_at")));
  }

  static Task withLease(Task task, Lease lease) {
    return new Task(
        task.id(),
        task.swarm(),
        task.title(),
        task.description(),
        task.priority(),
        task.wave(),
        task.dependsOn(),
        task.files(),
        task.status(),
        task.agent(),
        task.session(),
        task.attempts(),
        task.maxAttempts(),
        task.result(),
        task.error(),
        task.createdAt(),
        task.claimedAt(),
        task.finishedAt(),
        Optional.of(lease));
  }

  static TaskEvent event(ResultSet row) throws SQLException {
    TaskEvent.Kind kind = TaskEvent.Kind.of(row.getString("kind"));
    long id = row.getLong("id");
    return new TaskEvent(
        id,
        row.getLong("at"),
        kind,
        row.getString("project"),
        row.getString("swarm"),
        number(row, "task_id"),
        text(row, "agent"),
        text(row, "session"),
        kind == TaskEvent.Kind.CLAIMED ? Optional.of(id) : number(row, "fence"),
        text(row, "note"));
  }

  static SwarmSummary.State state(String label) {
    return SwarmSummary.State.valueOf(label.toUpperCase(Locale.ROOT));
  }

  static String label(SwarmSummary.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }
}
