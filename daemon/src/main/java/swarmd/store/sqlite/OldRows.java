package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import swarmd.retention.DataKind;
import swarmd.retention.OldData;

/**
 * Where a kind of data is stored and which of its rows are old. Rows are read in the order of an
 * index, so that a page costs the same wherever it begins.
 */
enum OldRows {
  /** The history of an unfinished task is kept, however old it is. */
  EVENTS(
      "event x",
      "x.id",
      "x.project",
      """
      x.at < :before AND NOT EXISTS (SELECT 1 FROM task t
        WHERE t.id = x.task_id AND t.status IN ('pending', 'claimed'))
      """,
      "x.at >= :before"),

  /**
   * Only of complete swarms, so that the waves and the progress of all others stay as they are. A
   * task that another one still waits for is kept.
   */
  TASKS(
      "swarm s CROSS JOIN task x ON x.swarm_id = s.id",
      "s.id, x.id",
      "s.project",
      """
      s.state = 'complete' AND s.state_at < :before
        AND x.status IN ('done', 'failed', 'cancelled') AND x.finished_at < :before
        AND NOT EXISTS (SELECT 1 FROM dependency d JOIN task t ON t.id = d.task_id
          WHERE d.depends_on = x.id AND (t.open_deps > 0 OR t.status IN ('pending', 'claimed')))
      """,
      "0"),

  MESSAGES("message x", "x.id", "x.project", "x.sent_at < :before", "x.sent_at >= :before"),

  /** The newest record stays, or its id would be used again. */
  HOOK_EVENTS(
      "hook_event x",
      "x.id",
      "x.project",
      "x.at < :before AND x.id < (SELECT max(id) FROM hook_event)",
      "x.at >= :before"),

  /** The last result of each check stays. */
  CHECKS(
      "check_run x",
      "x.id",
      "x.project",
      """
      x.at < :before AND EXISTS (SELECT 1 FROM check_run y
        WHERE y.project = x.project AND y.name = x.name AND y.id > x.id)
      """,
      "x.at >= :before"),

  WAITING_TEXTS("waiting_context x", "x.id", "x.project", "x.at < :before", "0"),

  LOSS_NOTICES("lost_task x", "x.project, x.session, x.fence", "x.project", "x.at < :before", "0"),

  DELIVERIES(
      "told x",
      "x.project, x.session, x.agent, x.what",
      "x.project",
      "x.at < :before AND " + silent("x.session"),
      "0"),

  EDITS(
      "agent_file x",
      "x.project, x.session, x.agent, x.file",
      "x.project",
      "x.at < :before OR " + orphaned(),
      "0"),

  COMMAND_TREES(
      "agent_tree x",
      "x.project, x.session, x.agent, x.tree",
      "x.project",
      "x.at < :before OR " + orphaned(),
      "0"),

  MODES(
      "mode x",
      "x.project, x.session, x.mode",
      "x.project",
      "x.started_at < :before AND x.checked_at < :before AND " + silent("x.session"),
      "0"),

  SUBAGENTS(
      "subagent x",
      "x.project, x.session, x.id",
      "x.project",
      "x.last_seen < :before OR " + orphaned(),
      "0"),

  SESSIONS("session x", "x.project, x.id", "x.project", silent("x.id"), "0"),

  BINDINGS(
      "binding x",
      "x.session",
      "x.project",
      "x.saved_at < :before AND " + silent("x.session"),
      "0");

  private final String from;
  private final String keys;
  private final String project;
  private final String old;

  /** After the first such row there are only young ones. */
  private final String end;

  OldRows(String from, String keys, String project, String old, String end) {
    this.from = from;
    this.keys = keys;
    this.project = project;
    this.old = old;
    this.end = end;
  }

  static OldRows of(DataKind kind) {
    return valueOf(kind.name());
  }

  /** A session that is gone or was last seen too long ago, and whose host no longer runs. */
  private static String silent(String session) {
    return """
    NOT EXISTS (SELECT 1 FROM session s
        WHERE s.project = x.project AND s.id = %1$s AND s.last_seen >= :before)
      AND NOT EXISTS (SELECT 1 FROM binding b
        WHERE b.session = %1$s AND b.project = x.project AND b.host_pid IS NOT NULL)
    """
        .formatted(session);
  }

  /** Of a session that is gone. */
  private static String orphaned() {
    return """
    NOT EXISTS (SELECT 1 FROM session s WHERE s.project = x.project AND s.id = x.session)
    """;
  }

  private List<String> columns() {
    return List.of(keys.split(", "));
  }

  int keyLength() {
    return columns().size();
  }

  static String parameter(int key) {
    return "key" + (char) ('A' + key);
  }

  String countSql(OldData data) {
    return "SELECT count(*) FROM %s WHERE %s"
        .formatted(from, conditions(data, List.of("(" + old + ")")));
  }

  /** The columns: the key, whether the row is old, whether all that follow are young. */
  String pageSql(OldData data, boolean continued) {
    return "SELECT %s, (%s) AS old, (%s) AS ended FROM %s WHERE %s ORDER BY %s LIMIT :limit"
        .formatted(
            keys,
            old,
            end,
            from,
            conditions(data, continued ? List.of(position()) : List.of()),
            keys);
  }

  /** For tables whose rows are deleted alone. */
  String deleteSql() {
    return "DELETE FROM %s WHERE %s AND (%s)"
        .formatted(from.replace(" x", " AS x"), sameKey(), old);
  }

  /** Selects a row by its key if it is old. */
  String findSql(String columns) {
    return "SELECT %s FROM %s WHERE %s AND (%s)".formatted(columns, from, sameKey(), old);
  }

  private String sameKey() {
    return IntStream.range(0, columns().size())
        .mapToObj(i -> columns().get(i) + " = :" + parameter(i))
        .collect(Collectors.joining(" AND "));
  }

  private String position() {
    return "(%s) > (%s)"
        .formatted(
            keys,
            IntStream.range(0, columns().size())
                .mapToObj(i -> ":" + parameter(i))
                .collect(Collectors.joining(", ")));
  }

  private String conditions(OldData data, List<String> more) {
    List<String> all = new ArrayList<>(more);
    if (this == TASKS) { // the only ones to look at
      all.add("s.state = 'complete' AND s.state_at < :before");
    }
    data.project().ifPresent(only -> all.add(project + " = :project"));
    return all.isEmpty() ? "1" : String.join(" AND ", all);
  }
}
