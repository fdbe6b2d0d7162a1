package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import swarmd.swarm.Lease;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;

/** Turns rows into what they mean. */
final class Rows {
  private Rows() {}

  /** By position: looking a column up by its name takes longer than reading it. */
  static Task task(ResultSet row) throws SQLException {
    return new Task(
        row.getLong(1),
        new SwarmId(row.getLong(2), row.getString(3), row.getString(4)),
        new TaskSpec(
            row.getString(5),
            text(row, 6),
            row.getInt(7),
            row.getInt(8),
            JsonColumn.texts(row.getString(10)),
            row.getInt(16)),
        JsonColumn.numbers(row.getString(9)),
        row.getLong(19),
        new TaskState(
            status(row.getString(11), row.getBoolean(12)),
            text(row, 13),
            text(row, 14),
            row.getInt(15),
            text(row, 17),
            text(row, 18),
            number(row, 20),
            number(row, 21),
            text(row, 22).isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new Lease(
                        row.getString(22), row.getLong(23), row.getLong(24), row.getLong(25)))));
  }

  static Task claimable(ResultSet row, OpenSwarm swarm) throws SQLException {
    return new Task(
        row.getLong(1),
        swarm.id(),
        new TaskSpec(
            row.getString(2),
            text(row, 3),
            row.getInt(4),
            swarm.wave(),
            JsonColumn.texts(row.getString(6)),
            row.getInt(8)),
        JsonColumn.numbers(row.getString(5)),
        row.getLong(9),
        TaskState.pending(row.getInt(7)));
  }

  private static TaskStatus status(String label, boolean waits) {
    TaskStatus stored = TaskStatus.of(label).orElseThrow();
    return stored == TaskStatus.PENDING && waits ? TaskStatus.BLOCKED : stored;
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

  static Optional<String> text(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  static Optional<Long> number(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  private static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }
}
