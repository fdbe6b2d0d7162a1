package swarmd.store.sqlite;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import swarmd.swarm.Actor;
import swarmd.swarm.Checked;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.Work;
import swarmd.team.CopyRepository;
import swarmd.team.Position;
import swarmd.team.TaskRow;

/** The copy of a team's tasks, in the same tables as a workstation's own tasks. */
final class SqlCopyRepository implements CopyRepository {
  /** The tasks that the note lists are gone. */
  private static final String REMOVED = "removed";

  /** An event that has nothing to say to people, only that the swarm has changed. */
  private static final String SETTLED = "settled";

  /** The states that keep a wave open. */
  private static final Set<String> UNSETTLED = Set.of("pending", "claimed", "failed");

  /** Those of a task that its steps change; they are stored in the team's database, too. */
  private static final List<String> OF_STEPS =
      List.of(
          "version",
          "revision",
          "open_deps",
          "status",
          "agent",
          "session",
          "workstation",
          "attempts",
          "result",
          "error",
          "claimed_at",
          "finished_at",
          "token",
          "fence",
          "lease_ms",
          "expires_at",
          "checked",
          "checked_commit",
          "checked_changed",
          "held_before");

  /** The same with those that seldom change. */
  private static final List<String> CHANGING =
      concat(
          OF_STEPS,
          List.of(
              "title",
              "description",
              "priority",
              "wave",
              "depends_on",
              "files",
              "tags",
              "checks",
              "max_attempts",
              "key",
              "not_before",
              "retry_ms",
              "branch",
              "target",
              "branch_fence",
              "landed"));

  private static final List<String> COLUMNS =
      concat(CHANGING, List.of("swarm_id", "created_at", "id"));

  /**
   * SQLite writes an index entry anew for each column that is set, even to the same value, and most
   * indexes are of columns that seldom change.
   */
  private static final String UPDATE_STEPS = update(OF_STEPS);

  private static final String UPDATE = update(CHANGING);

  private static final String INSERT =
      "INSERT INTO task (%s) VALUES (%s)"
          .formatted(
              String.join(", ", COLUMNS),
              String.join(", ", Collections.nCopies(COLUMNS.size(), "?")));

  private final SqliteConnection connection;
  private final SqlTaskRepository tasks;
  private final LostTaskTable lostTasks;

  SqlCopyRepository(SqliteConnection connection, SqlTaskRepository tasks) {
    this.connection = connection;
    this.tasks = tasks;
    lostTasks = new LostTaskTable(connection);
  }

  private static List<String> concat(List<String> first, List<String> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  private static String update(List<String> columns) {
    return "UPDATE task SET %s = ? WHERE id = ?".formatted(String.join(" = ?, ", columns));
  }

  private Handle jdbi() {
    return connection.jdbi();
  }

  @Override
  public Optional<Position> position(String team, long generation) {
    return jdbi()
        .createQuery(
            "SELECT xid, id FROM team_position WHERE team = :team AND generation = :generation")
        .bind("team", team)
        .bind("generation", generation)
        .map((row, context) -> new Position(row.getString("xid"), row.getLong("id")))
        .findOne();
  }

  @Override
  public boolean isEmpty() {
    return jdbi().createQuery("SELECT count(*) FROM team_position").mapTo(Integer.class).one() == 0;
  }

  @Override
  public void startOver(String team, long generation) {
    for (String table :
        List.of("lost_task", "dependency", "event", "task", "wave", "swarm", "message")) {
      jdbi().createUpdate("DELETE FROM " + table).execute();
    }
    for (String table : List.of("team_outbox", "message_receipt")) {
      jdbi()
          .createUpdate(
              "DELETE FROM %s WHERE NOT EXISTS (SELECT 1 FROM team_position WHERE team = :team)"
                  .formatted(table))
          .bind("team", team)
          .execute();
    }
    jdbi().createUpdate("DELETE FROM team_position").execute();
    tasks.rowsChanged();
    jdbi()
        .createUpdate(
            """
            INSERT INTO team_position (team, generation, xid, id)
            VALUES (:team, :generation, :xid, :id)
            """)
        .bind("team", team)
        .bind("generation", generation)
        .bind("xid", Position.START.xid())
        .bind("id", Position.START.id())
        .execute();
  }

  @Override
  public void put(JsonNode newTasks, JsonNode newSwarms) {
    boolean swarmsChanged = false;
    for (JsonNode swarm : newSwarms) {
      swarmsChanged |= putSwarm(swarm);
    }
    List<JsonNode> changed = new ArrayList<>();
    Map<Count, Integer> counts = new HashMap<>();
    newTasks.forEach(
        task -> {
          if (putTask(task, counts)) {
            changed.add(task);
          }
        });
    if (changed.isEmpty() && !swarmsChanged) {
      return;
    }
    counts.forEach(this::add);
    changed.forEach(this::addDependencies);
    tasks.copied(
        changed.stream().map(task -> task.get("id").asLong()).toList(),
        claimed(changed),
        swarmsChanged);
    withOtherWaves(counts).forEach(swarm -> tasks.openNextWave(new SwarmId(swarm, "", "")));
  }

  private List<Task> claimed(List<JsonNode> rows) {
    Map<Long, SwarmId> swarms = new HashMap<>();
    return rows.stream()
        .filter(row -> row.get("status").asText().equals("claimed"))
        .map(TaskRow::new)
        .map(row -> row.in(swarms.computeIfAbsent(row.swarm(), this::swarm)))
        .toList();
  }

  /** The swarms of which a wave has more or fewer unsettled tasks than before. */
  private static Set<Long> withOtherWaves(Map<Count, Integer> counts) {
    Map<Count, Integer> unsettled = new HashMap<>();
    counts.forEach(
        (count, change) -> {
          if (UNSETTLED.contains(count.status)) {
            unsettled.merge(new Count(count.swarm, count.wave, ""), change, Integer::sum);
          }
        });
    return unsettled.entrySet().stream()
        .filter(entry -> entry.getValue() != 0)
        .map(entry -> entry.getKey().swarm)
        .collect(Collectors.toSet());
  }

  /** Returns whether the swarm was new or has changed. */
  private boolean putSwarm(JsonNode swarm) {
    return connection
            .sql()
            .of(
                """
                INSERT INTO swarm
                  (id, version, project, name, state, state_at, paused_at, max_claimed, tag_limits,
                   checks)
                VALUES (:id, :version, :project, :name, :state, :stateAt, :pausedAt, :maxClaimed,
                  :tagLimits, :checks)
                ON CONFLICT (id) DO UPDATE SET project = excluded.project, name = excluded.name,
                  state = excluded.state, state_at = excluded.state_at, paused_at = excluded.paused_at,
                  max_claimed = excluded.max_claimed, tag_limits = excluded.tag_limits,
                  checks = excluded.checks, version = excluded.version
                  WHERE excluded.version > swarm.version
                """)
            .bind("id", swarm.get("id").asLong())
            .bind("version", swarm.get("version").asLong())
            .bind("project", swarm.get("project").asText())
            .bind("name", swarm.get("name").asText())
            .bind("state", swarm.get("state").asText())
            .bind("stateAt", swarm.get("state_at").asLong())
            .bind("pausedAt", number(swarm, "paused_at"))
            .bind("checks", swarm.get("checks").toString())
            .bind("maxClaimed", number(swarm, "max_claimed"))
            .bind("tagLimits", swarm.get("tag_limits").toString())
            .update()
        > 0;
  }

  private record Known(long version, int wave, String status, String dependsOn) {
    /** Whether the one change since then was a step: nothing else changes the status. */
    boolean isOneStepBefore(JsonNode task) {
      return version + 1 == task.get("version").asLong()
          && !status.equals(task.get("status").asText());
    }
  }

  /** The number of tasks of a wave with this status. */
  private record Count(long swarm, int wave, String status) {}

  /** Returns whether the task was new or has changed. */
  private boolean putTask(JsonNode task, Map<Count, Integer> counts) {
    Sql sql = connection.sql();
    Optional<Known> known =
        sql.of("SELECT version, wave, status, depends_on FROM task WHERE id = :id")
            .bind("id", task.get("id").asLong())
            .first(
                row ->
                    new Known(row.getLong(1), row.getInt(2), row.getString(3), row.getString(4)));
    if (known.isPresent() && known.get().version >= task.get("version").asLong()) {
      return false;
    }
    if (known.isEmpty()) {
      bound(sql.of(INSERT), COLUMNS, task).update();
    } else {
      boolean isStep = known.get().isOneStepBefore(task);
      List<String> columns = isStep ? OF_STEPS : CHANGING;
      bound(sql.of(isStep ? UPDATE_STEPS : UPDATE), columns, task)
          .bind(columns.size() + 1, task.get("id").asLong())
          .update();
    }
    if (known.isPresent() && !known.get().dependsOn.equals(value(task.get("depends_on")))) {
      sql.of("DELETE FROM dependency WHERE task_id = :id")
          .bind("id", task.get("id").asLong())
          .update();
    }
    long swarm = task.get("swarm_id").asLong();
    known.ifPresent(
        before -> counts.merge(new Count(swarm, before.wave, before.status), -1, Integer::sum));
    counts.merge(
        new Count(swarm, task.get("wave").asInt(), task.get("status").asText()), 1, Integer::sum);
    return true;
  }

  private static Sql.Statement bound(Sql.Statement statement, List<String> columns, JsonNode task) {
    for (int i = 0; i < columns.size(); i++) {
      statement.bind(i + 1, value(task.get(columns.get(i))));
    }
    return statement;
  }

  private void add(Count count, int change) {
    if (change == 0) {
      return;
    }
    connection
        .sql()
        .of(
            """
            INSERT INTO wave (swarm_id, number, %1$s) VALUES (:swarm, :wave, :change)
            ON CONFLICT (swarm_id, number) DO UPDATE SET %1$s = wave.%1$s + excluded.%1$s
            """
                .formatted(count.status))
        .bind("swarm", count.swarm)
        .bind("wave", count.wave)
        .bind("change", change)
        .update();
  }

  /** Of tasks that are known here; others were finished and pruned long ago. */
  private void addDependencies(JsonNode task) {
    Sql sql = connection.sql();
    long id = task.get("id").asLong();
    task.get("depends_on")
        .forEach(
            dependency ->
                sql.of(
                        """
                        INSERT OR IGNORE INTO dependency (depends_on, task_id)
                        SELECT id, :id FROM task WHERE id = :dependency
                        """)
                    .bind("id", id)
                    .bind("dependency", dependency.asLong())
                    .update());
  }

  private static Object value(JsonNode node) {
    if (node == null || node.isNull()) {
      return Optional.empty();
    }
    if (node.isBoolean()) {
      return node.asBoolean() ? 1L : 0L;
    }
    if (node.isNumber()) {
      return node.asLong();
    }
    if (node.isTextual()) {
      return node.asText();
    }
    return node.isArray() && node.isEmpty() ? "[]" : node.toString();
  }

  @Override
  public Set<String> append(JsonNode events, String workstation, Position next) {
    Set<String> opened = new HashSet<>();
    List<Long> removed = new ArrayList<>();
    Map<Long, SwarmId> swarms = new HashMap<>();
    for (JsonNode event : events) {
      SwarmId swarm = swarms.computeIfAbsent(event.get("swarm_id").asLong(), this::swarm);
      switch (event.get("kind").asText()) {
        case SETTLED -> opened.add(swarm.project());
        case REMOVED -> removed.addAll(JsonColumn.numbers(event.get("note").asText()));
        default -> append(event, swarm);
      }
      if (event.hasNonNull("lost") && text(event, "workstation").equals(Optional.of(workstation))) {
        addLost(event, swarm);
      }
    }
    removeTasks(removed); // after all events, which need their swarms
    connection
        .sql()
        .of("UPDATE team_position SET xid = :xid, id = :id")
        .bind("xid", next.xid())
        .bind("id", next.id())
        .update();
    return opened;
  }

  /** Deletes tasks with their history, whatever their state is. */
  void removeTasks(Collection<Long> ids) {
    Sql sql = connection.sql();
    TaskDeletion deletion = new TaskDeletion(sql, tasks::rowsChanged);
    for (long id : ids) {
      sql.of("DELETE FROM event WHERE task_id = :id").bind("id", id).update();
      sql.of("SELECT swarm_id, wave, status FROM task WHERE id = :id")
          .bind("id", id)
          .first(row -> new TaskDeletion.Counted(row.getLong(1), row.getInt(2), row.getString(3)))
          .ifPresent(task -> deletion.delete(id, task));
    }
    deletion.finish();
  }

  private SwarmId swarm(long id) {
    return connection
        .sql()
        .of("SELECT id, project, name FROM swarm WHERE id = :id")
        .bind("id", id)
        .one(SwarmTable::readId);
  }

  private void append(JsonNode event, SwarmId swarm) {
    TaskEvent.Kind kind = TaskEvent.Kind.of(event.get("kind").asText());
    tasks.append(
        new NewEvent(
            event.get("at").asLong(),
            kind,
            swarm,
            number(event, "task_id"),
            text(event, "agent"),
            text(event, "session"),
            kind == TaskEvent.Kind.CLAIMED
                ? Optional.of(event.get("id").asLong())
                : number(event, "fence"),
            text(event, "token"),
            text(event, "request_id"),
            text(event, "actor")
                .map(
                    actor ->
                        new Actor(
                            Actor.Kind.of(actor),
                            text(event, "actor_name"),
                            text(event, "actor_session"))),
            text(event, "note"),
            work(event)));
  }

  static Optional<Work> work(JsonNode event) {
    if (!event.hasNonNull("files")) {
      return Optional.empty();
    }
    List<String> files = new ArrayList<>();
    event.get("files").forEach(file -> files.add(file.asText()));
    return Optional.of(new Work(files, text(event, "branch")));
  }

  private void addLost(JsonNode event, SwarmId swarm) {
    lostTasks.add(
        swarm.project(),
        event.get("session").asText(),
        event.get("agent").asText(),
        event.get("task_id").asLong(),
        event.get("fence").asLong(),
        event.get("lost").asText(),
        event.get("at").asLong());
  }

  static Optional<String> text(JsonNode row, String name) {
    return row.hasNonNull(name) ? Optional.of(row.get(name).asText()) : Optional.empty();
  }

  static Optional<Long> number(JsonNode row, String name) {
    return row.hasNonNull(name) ? Optional.of(row.get(name).asLong()) : Optional.empty();
  }

  @Override
  public long revision(long taskId) {
    return connection
        .sql()
        .of("SELECT revision FROM task WHERE id = :id")
        .bind("id", taskId)
        .number();
  }

  @Override
  public List<Intent> intents() {
    return jdbi()
        .createQuery("SELECT * FROM team_outbox ORDER BY number LIMIT 200")
        .map(
            (row, context) ->
                new Intent(
                    row.getLong("number"),
                    Intent.Step.valueOf(row.getString("step").toUpperCase(Locale.ROOT)),
                    row.getLong("task_id"),
                    row.getString("token"),
                    Columns.text(row, "text"),
                    checked(row)))
        .list();
  }

  private static Optional<Checked> checked(ResultSet row) throws SQLException {
    Optional<String> names = Columns.text(row, "checked");
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Checked(
                JsonColumn.texts(names.get()),
                Columns.text(row, "checked_commit"),
                row.getInt("checked_changed")));
  }

  @Override
  public void add(Intent intent) {
    jdbi()
        .createUpdate(
            """
            INSERT INTO team_outbox (step, task_id, token, text, checked, checked_commit,
                                     checked_changed)
            SELECT :step, :task, :token, :text, :checked, :commit, :changed
            WHERE NOT EXISTS (SELECT 1 FROM team_outbox
                              WHERE step = :step AND task_id = :task AND token = :token)
            """)
        .bind("step", intent.step().name().toLowerCase(Locale.ROOT))
        .bind("task", intent.taskId())
        .bind("token", intent.token())
        .bind("text", intent.text())
        .bind("checked", intent.checked().map(checked -> JsonColumn.write(checked.checks())))
        .bind("commit", intent.checked().flatMap(Checked::commit))
        .bind("changed", intent.checked().map(Checked::changed))
        .execute();
  }

  @Override
  public void remove(Intent intent) {
    jdbi()
        .createUpdate("DELETE FROM team_outbox WHERE number = :number")
        .bind("number", intent.number())
        .execute();
  }

  @Override
  public List<Long> heldHere(String workstation) {
    return jdbi()
        .createQuery("SELECT id FROM task WHERE status = 'claimed' AND workstation = :workstation")
        .bind("workstation", workstation)
        .mapTo(Long.class)
        .list();
  }
}
