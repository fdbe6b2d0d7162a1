package swarmd.store.sqlite;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import swarmd.json.Json;
import swarmd.swarm.Actor;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.team.ParcelRepository;

/** Whole swarms as JSON, in the words of the team's database. */
final class SqlParcelRepository implements ParcelRepository {
  private static final List<String> TEXTS =
      List.of(
          "key",
          "title",
          "description",
          "status",
          "agent",
          "session",
          "result",
          "error",
          "checked_commit",
          "branch",
          "target",
          "landed");
  private static final List<String> NUMBERS =
      List.of(
          "priority",
          "wave",
          "open_deps",
          "attempts",
          "max_attempts",
          "not_before",
          "retry_ms",
          "created_at",
          "claimed_at",
          "finished_at",
          "checked_changed",
          "held_before");
  private static final List<String> LISTS = List.of("files", "tags", "checks");
  private static final List<String> EVENT_TEXTS =
      List.of("kind", "agent", "session", "actor", "actor_name", "actor_session", "note", "branch");

  private final Sql sql;
  private final SqlTaskRepository tasks;
  private final SqlCopyRepository copy;

  SqlParcelRepository(SqliteConnection connection, SqlTaskRepository tasks) {
    sql = connection.sql();
    this.tasks = tasks;
    copy = new SqlCopyRepository(connection, tasks);
  }

  @Override
  public String owner() {
    return sql.of("SELECT id FROM identity").one(row -> row.getString(1));
  }

  @Override
  public Packed pack(Collection<String> projects, Optional<String> swarm, long now) {
    Map<Long, String> origins = new TreeMap<>();
    List<Long> held = new ArrayList<>();
    List<Long> swarms = new ArrayList<>();
    ObjectNode content = Json.object();
    ArrayNode names = content.putArray("swarms");
    for (String project : new HashSet<>(projects)) {
      sql.of(
              """
              SELECT id, name, paused_at IS NOT NULL AS paused,
                max_claimed, tag_limits, checks FROM swarm
              WHERE project = :project AND name = coalesce(:name, name) ORDER BY id
              """)
          .bind("project", project)
          .bind("name", swarm)
          .list(
              row -> {
                swarms.add(row.getLong("id"));
                ObjectNode named =
                    names
                        .addObject()
                        .put("name", row.getString("name"))
                        .put("paused", row.getBoolean("paused"));
                putTexts(named, "checks", row.getString("checks"));
                putLimits(named, SwarmTable.limits(row));
                return named;
              });
    }
    String owner = owner();
    for (long id : swarms) {
      sql.of("SELECT id, created_at, status, expires_at FROM task WHERE swarm_id = :swarm")
          .bind("swarm", id)
          .list(
              row -> {
                long task = row.getLong("id");
                if (row.getString("status").equals("claimed") && row.getLong("expires_at") > now) {
                  held.add(task);
                }
                String origin = owner + ":" + task + ":" + row.getLong("created_at");
                return origins.put(task, origin);
              });
    }
    ArrayNode packed = content.putArray("tasks");
    ArrayNode events = content.putArray("events");
    Set<Long> linked = new HashSet<>();
    for (Map.Entry<Long, String> task : origins.entrySet()) {
      packed.add(task(task.getKey(), task.getValue(), origins));
      events(task.getKey(), task.getValue()).forEach(events::add);
      if (isLinked(task.getKey(), origins.keySet())) {
        linked.add(task.getKey());
      }
    }
    return new Packed(content, origins, held, linked.stream().sorted().toList());
  }

  private static void putLimits(ObjectNode swarm, ClaimLimits limits) {
    limits.all().ifPresent(most -> swarm.put("max_claimed", most));
    limits.storedTags().forEach(swarm.putObject("tag_limits")::put);
  }

  private static ClaimLimits limits(JsonNode swarm) {
    return ClaimLimits.ofStored(
        SqlCopyRepository.number(swarm, "max_claimed").map(Math::toIntExact),
        JsonColumn.numbersByName(
            swarm.hasNonNull("tag_limits") ? swarm.get("tag_limits").toString() : "{}"));
  }

  private ObjectNode task(long id, String origin, Map<Long, String> origins) {
    return sql.of(
            """
            SELECT t.*, s.name AS swarm FROM task t JOIN swarm s ON s.id = t.swarm_id
            WHERE t.id = :id
            """)
        .bind("id", id)
        .one(
            row -> {
              ObjectNode task = Json.object().put("origin", origin);
              task.put("swarm", row.getString("swarm"));
              putTexts(task, row, TEXTS);
              for (String column : NUMBERS) {
                Columns.number(row, column).ifPresent(value -> task.put(column, value));
              }
              for (String column : LISTS) {
                putTexts(task, column, row.getString(column));
              }
              Columns.text(row, "checked").ifPresent(names -> putTexts(task, "checked", names));
              ArrayNode dependencies = task.putArray("depends_on");
              for (long dependency : JsonColumn.numbers(row.getString("depends_on"))) {
                Optional.ofNullable(origins.get(dependency)).ifPresent(dependencies::add);
              }
              return task;
            });
  }

  private static void putTexts(ObjectNode target, String field, String list) {
    JsonColumn.texts(list).forEach(target.putArray(field)::add);
  }

  private static void putTexts(ObjectNode target, ResultSet row, List<String> columns)
      throws SQLException {
    for (String column : columns) {
      Columns.text(row, column).ifPresent(value -> target.put(column, value));
    }
  }

  private List<ObjectNode> events(long task, String origin) {
    return sql.of("SELECT * FROM event WHERE task_id = :id ORDER BY id")
        .bind("id", task)
        .list(
            row -> {
              ObjectNode event = Json.object().put("origin", origin).put("at", row.getLong("at"));
              putTexts(event, row, EVENT_TEXTS);
              Columns.text(row, "files").ifPresent(files -> putTexts(event, "files", files));
              Optional<Long> fence = Columns.number(row, "fence");
              if (row.getString("kind").equals(TaskEvent.Kind.CLAIMED.label())) {
                fence = Optional.of(fence.orElse(row.getLong("id")));
              }
              fence.ifPresent(value -> event.put("fence", value));
              return event;
            });
  }

  /** Only what is unfinished matters: a finished task has nobody waiting for it. */
  private boolean isLinked(long id, Set<Long> together) {
    return sql.of(
            """
            SELECT a.id AS one, b.id AS other FROM dependency d
              JOIN task a ON a.id = d.task_id JOIN task b ON b.id = d.depends_on
            WHERE (a.id = :id OR b.id = :id)
              AND a.status NOT IN ('done', 'cancelled') AND b.status NOT IN ('done', 'cancelled')
            """)
        .bind("id", id)
        .list(
            row -> together.contains(row.getLong("one")) != together.contains(row.getLong("other")))
        .contains(true);
  }

  @Override
  public void remove(Collection<Long> ids) {
    copy.removeTasks(ids);
  }

  @Override
  public Map<Long, Long> unpack(String parcel, JsonNode content, String project, long now) {
    if (sql.of("INSERT OR IGNORE INTO unpacked_parcel (id) VALUES (:id)")
            .bind("id", parcel)
            .update()
        == 0) {
      return Map.of();
    }
    Map<String, SwarmId> swarms = new HashMap<>();
    for (JsonNode swarm : content.get("swarms")) {
      SwarmId id = tasks.swarm(project, swarm.get("name").asText());
      swarms.put(id.name(), id);
      if (swarm.get("paused").asBoolean()) {
        tasks.paused(id, Optional.of(now));
      }
      List<String> checks = new ArrayList<>();
      swarm.get("checks").forEach(name -> checks.add(name.asText()));
      if (!checks.isEmpty()) {
        tasks.require(id, checks);
      }
      if (!limits(swarm).isEmpty()) {
        tasks.limit(id, limits(swarm));
      }
    }
    Map<Long, Long> ids = new TreeMap<>();
    long last =
        sql.of("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'task'").number();
    for (JsonNode task : content.get("tasks")) {
      ids.put(task.get("id").asLong(), ++last);
    }
    ArrayNode renamed = JsonNodeFactory.instance.arrayNode();
    for (JsonNode task : content.get("tasks")) {
      ObjectNode here = renamed((ObjectNode) task.deepCopy(), ids, swarms);
      if (here.hasNonNull("key")
          && tasks
              .findByKey(project, task.get("swarm").asText(), here.get("key").asText())
              .isPresent()) {
        here.remove("key"); // another task has that name here
      }
      renamed.add(here);
    }
    copy.put(renamed, JsonNodeFactory.instance.arrayNode());
    appendHistory(content.get("events"), ids, swarms, content.get("tasks"));
    swarms.values().forEach(swarm -> tasks.announced(swarm, tasks.progress(swarm).state(), now));
    return ids;
  }

  private static ObjectNode renamed(
      ObjectNode task, Map<Long, Long> ids, Map<String, SwarmId> swarms) {
    task.put("id", ids.get(task.get("id").asLong()));
    task.put("swarm_id", swarms.get(task.get("swarm").asText()).row());
    ArrayNode dependencies = JsonNodeFactory.instance.arrayNode();
    for (JsonNode dependency : task.get("depends_on")) {
      Optional.ofNullable(ids.get(dependency.asLong())).ifPresent(dependencies::add);
    }
    task.set("depends_on", dependencies);
    task.remove("workstation");
    if (task.hasNonNull("branch")) {
      task.put("branch_fence", 0); // nobody holds it, and fences are others here
    }
    task.put("version", 0).put("revision", 0);
    return task;
  }

  private void appendHistory(
      JsonNode events, Map<Long, Long> ids, Map<String, SwarmId> swarms, JsonNode content) {
    Map<Long, SwarmId> swarmOf = new HashMap<>();
    content.forEach(
        task -> swarmOf.put(task.get("id").asLong(), swarms.get(task.get("swarm").asText())));
    Map<Long, Long> fences = new HashMap<>();
    for (JsonNode event : events) {
      TaskEvent.Kind kind = TaskEvent.Kind.of(event.get("kind").asText());
      long task = event.get("task_id").asLong();
      boolean claim = kind == TaskEvent.Kind.CLAIMED;
      Optional<Long> fence =
          SqlCopyRepository.number(event, "fence").map(old -> fences.getOrDefault(old, old));
      long id =
          tasks.append(
              new NewEvent(
                  event.get("at").asLong(),
                  kind,
                  swarmOf.get(task),
                  Optional.of(ids.get(task)),
                  SqlCopyRepository.text(event, "agent"),
                  SqlCopyRepository.text(event, "session"),
                  claim ? Optional.empty() : fence,
                  Optional.empty(),
                  Optional.empty(),
                  SqlCopyRepository.text(event, "actor")
                      .map(
                          actor ->
                              new Actor(
                                  Actor.Kind.of(actor),
                                  SqlCopyRepository.text(event, "actor_name"),
                                  SqlCopyRepository.text(event, "actor_session"))),
                  SqlCopyRepository.text(event, "note"),
                  SqlCopyRepository.work(event)));
      if (claim) {
        fences.put(event.get("id").asLong(), id);
      }
    }
  }
}
