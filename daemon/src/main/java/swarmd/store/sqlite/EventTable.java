package swarmd.store.sqlite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.swarm.Actor;
import swarmd.swarm.Lease;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.Work;

/** The history of all tasks, on the connection that writes. */
final class EventTable {
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "at",
          "kind",
          "project",
          "swarm",
          "task_id",
          "agent",
          "session",
          "fence",
          "token",
          "request_id",
          "actor",
          "actor_name",
          "actor_session",
          "note",
          "files",
          "branch");

  /** How many rows one statement inserts at most; a power of two. */
  private static final int MAX_ROWS = 64;

  /** More would take too much memory. */
  private static final int MAX_UNWRITTEN = 1_024;

  /** By the number of rows, which is a power of two, so that there are few of them. */
  private static final Map<Integer, String> INSERTS =
      Stream.iterate(1, rows -> rows <= MAX_ROWS, rows -> rows * 2)
          .collect(Collectors.toMap(rows -> rows, EventTable::insertSql));

  /** A table names the blocks of consecutive events in which a project has any. */
  static final int EVENTS_PER_BLOCK = 1_024;

  private final Sql sql;
  private final WriterCache cache;
  private final List<TaskEvent> appended = new ArrayList<>();
  private final List<Unwritten> unwritten = new ArrayList<>();

  EventTable(Sql sql, WriterCache cache) {
    this.sql = sql;
    this.cache = cache;
  }

  /** An event whose row is inserted later, together with others. */
  private record Unwritten(long id, NewEvent event) {}

  private static String insertSql(int rows) {
    String row = "(" + String.join(", ", Collections.nCopies(COLUMNS.size(), "?")) + ")";
    return "INSERT INTO event (%s) VALUES %s"
        .formatted(String.join(", ", COLUMNS), String.join(", ", Collections.nCopies(rows, row)));
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
    unwritten.clear();
  }

  /** Returns the event's id. Its row is inserted by {@link #write}. */
  long append(NewEvent event) {
    long id = cache.nextEventId(this::lastId);
    unwritten.add(new Unwritten(id, event));
    if (unwritten.size() >= MAX_UNWRITTEN) {
      write();
    }
    nameBlock(event.swarm().project(), id / EVENTS_PER_BLOCK);
    appended.add(appended(id, event));
    return id;
  }

  /** Inserts the rows of all events that were appended. */
  void write() {
    if (unwritten.isEmpty()) {
      return;
    }
    List<Unwritten> rows = List.copyOf(unwritten);
    unwritten.clear();
    for (int from = 0; from < rows.size(); ) {
      int count = Math.min(MAX_ROWS, Integer.highestOneBit(rows.size() - from));
      insert(rows.subList(from, from + count));
      from += count;
    }
  }

  /** Also of events that have been deleted, because fences only grow. */
  private long lastId() {
    return sql.of("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'event'")
        .number();
  }

  private void nameBlock(String project, long number) {
    if (cache.isNewBlock(project, number)) {
      sql.of("INSERT OR IGNORE INTO event_block (project, number) VALUES (:project, :number)")
          .bind("project", project)
          .bind("number", number)
          .update();
    }
  }

  /** Repeated requests are looked for often, and seldom among those of the same commit. */
  private void writeIfAny(Predicate<NewEvent> wanted) {
    if (unwritten.stream().anyMatch(row -> wanted.test(row.event))) {
      write();
    }
  }

  private void insert(List<Unwritten> rows) {
    Sql.Statement statement = sql.unwatched(INSERTS.get(rows.size()));
    int place = 1;
    for (Unwritten row : rows) {
      for (Object value : values(row.id, row.event)) {
        statement.bind(place++, value);
      }
    }
    statement.update();
  }

  /** In the order of the columns. */
  private static Object[] values(long id, NewEvent event) {
    return new Object[] {
      id,
      event.at(),
      event.kind().label(),
      event.swarm().project(),
      event.swarm().name(),
      event.taskId(),
      event.agent(),
      event.session(),
      event.fence(),
      event.token(),
      event.requestId(),
      event.by().map(actor -> actor.kind().label()),
      event.by().flatMap(Actor::name),
      event.by().flatMap(Actor::session),
      event.note(),
      event.work().map(work -> JsonColumn.write(work.files())),
      event.work().flatMap(Work::branch)
    };
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
    writeIfAny(event -> event.taskId().equals(Optional.of(taskId)));
    return sql.unwatched(
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
    writeIfAny(event -> event.requestId().equals(Optional.of(requestId)));
    return sql.unwatched(
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
