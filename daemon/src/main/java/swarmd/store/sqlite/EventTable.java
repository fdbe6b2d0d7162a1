package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.Actor;
import swarmd.swarm.Lease;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.Work;

/** The history of all tasks, on the connection that writes. */
final class EventTable {
  private final Sql sql;
  private final WriterCache cache;
  private final List<TaskEvent> appended = new ArrayList<>();

  EventTable(Sql sql, WriterCache cache) {
    this.sql = sql;
    this.cache = cache;
  }

  /** A lease as it was given by a claim. */
  record GivenLease(long taskId, Lease lease) {}

  static TaskEvent read(ResultSet row) throws SQLException {
    Kind kind = Kind.of(row.getString("kind"));
    long id = row.getLong("id");
    return new TaskEvent(
        id,
        row.getLong("at"),
        kind,
        row.getString("project"),
        row.getString("swarm"),
        Columns.number(row, "task_id"),
        Columns.text(row, "agent"),
        Columns.text(row, "session"),
        fence(id, kind, Columns.number(row, "fence")),
        actor(row),
        Columns.text(row, "note"),
        work(row));
  }

  private static Optional<Actor> actor(ResultSet row) throws SQLException {
    Optional<String> kind = Columns.text(row, "actor");
    return kind.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Actor(
                Actor.Kind.of(kind.get()),
                Columns.text(row, "actor_name"),
                Columns.text(row, "actor_session")));
  }

  private static Optional<Work> work(ResultSet row) throws SQLException {
    String files = row.getString("files");
    return files == null
        ? Optional.empty()
        : Optional.of(new Work(JsonColumn.texts(files), Columns.text(row, "branch")));
  }

  /** The events that were appended since the last call. */
  List<TaskEvent> takeAppended() {
    if (appended.isEmpty()) {
      return List.of();
    }
    List<TaskEvent> taken = List.copyOf(appended);
    appended.clear();
    return taken;
  }

  /** Everything since the last call of {@link #takeAppended} has been undone. */
  void rolledBack() {
    appended.clear();
  }

  /** Returns the event's id. */
  long append(NewEvent event) {
    long id = cache.nextEventId(this::lastId);
    insert(id, event);
    appended.add(appended(id, event));
    return id;
  }

  /** Also of events that have been deleted, because fences only grow. */
  private long lastId() {
    return sql.of("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'event'")
        .number();
  }

  private void insert(long id, NewEvent event) {
    sql.of(
            """
            INSERT INTO event (id, at, kind, project, swarm, task_id, agent, session, fence, token,
                               request_id, actor, actor_name, actor_session, note, files,
                               branch)
            VALUES (:id, :at, :kind, :project, :swarm, :taskId, :agent, :session, :fence, :token,
                    :requestId, :actor, :actorName, :actorSession, :note, :files,
                    :branch)
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
        .bind("actor", event.by().map(actor -> actor.kind().label()))
        .bind("actorName", event.by().flatMap(Actor::name))
        .bind("actorSession", event.by().flatMap(Actor::session))
        .bind("note", event.note())
        .bind("files", event.work().map(work -> JsonColumn.write(work.files())))
        .bind("branch", event.work().flatMap(Work::branch))
        .update();
  }

  private static TaskEvent appended(long id, NewEvent event) {
    return new TaskEvent(
        id,
        event.at(),
        event.kind(),
        event.swarm().project(),
        event.swarm().name(),
        event.taskId(),
        event.agent(),
        event.session(),
        fence(id, event.kind(), event.fence()),
        event.by(),
        event.note(),
        event.work());
  }

  /** The id of a claim's event is the fence of its lease, unless the claim was made elsewhere. */
  private static Optional<Long> fence(long id, Kind kind, Optional<Long> stored) {
    return kind == Kind.CLAIMED ? Optional.of(stored.orElse(id)) : stored;
  }

  boolean stepTaken(long taskId, String token, Kind step) {
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

  /** The leases that an agent got by a claim with this request id. */
  List<GivenLease> leasesOf(
      String project, String agent, Optional<String> session, String requestId) {
    return sql.of(
            """
            SELECT task_id, coalesce(fence, id) AS fence, token, at FROM event
            WHERE request_id = :requestId AND project = :project AND kind = 'claimed'
              AND agent = :agent AND coalesce(session, '') = coalesce(:session, '')
            ORDER BY id
            """)
        .bind("requestId", requestId)
        .bind("project", project)
        .bind("agent", agent)
        .bind("session", session)
        .list(
            row ->
                new GivenLease(
                    row.getLong("task_id"),
                    new Lease(row.getString("token"), row.getLong("fence"), 0, row.getLong("at"))));
  }
}
