package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;

/**
 * Lists tasks by a filter. Only the conditions that it has become part of the statement. First the
 * ids of a page are found, so that no more tasks than the page has are read whole.
 *
 * <p>Indexes have the order within each swarm. So the first tasks of every swarm are candidates, as
 * many as the page may need of them, and only these are sorted.
 */
final class TaskList {
  private static final Set<TaskStatus> OPEN =
      EnumSet.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED);

  private static final Set<TaskStatus> DROPPED =
      EnumSet.of(TaskStatus.FAILED, TaskStatus.CANCELLED);

  /** If fewer are open, it is quicker to sort these than to meet them in the order of an index. */
  private static final int FEW_AMONG = 20;

  /** From the indexes of claims. */
  private static final String OPEN_TASKS =
      """
      SELECT id FROM task WHERE status = 'pending' AND open_deps = 0
      UNION ALL SELECT id FROM task WHERE status = 'pending' AND open_deps > 0
      UNION ALL SELECT id FROM task WHERE status = 'claimed'
      """;

  /** Pending tasks have no agent. */
  private static final String CLAIMED_TASKS = "SELECT id FROM task WHERE status = 'claimed'";

  private static final String IS_DROPPED = "t.status IN ('failed', 'cancelled')";

  private static final String IS_FINISHED = "t.finished_at IS NOT NULL";

  /** True of every task; only a statement that says so uses some of the indexes. */
  private static final String OF_A_SWARM = "t.swarm_id > 0";

  /** Of a title; the index of titles has no more of them. */
  private static final String BEGINNING = "substr(t.title, 1, 8)";

  /** The indexes whose first column is the swarm, and the condition on the tasks that they have. */
  private enum ListIndex {
    SWARM("task_by_swarm", OF_A_SWARM),
    PRIORITY("task_by_priority", OF_A_SWARM),
    WAVE("task_by_wave", OF_A_SWARM),
    TITLE("task_by_title", OF_A_SWARM),
    DONE("task_by_swarm", "t.status = 'done'"),
    AGENT("task_by_agent", IS_FINISHED),
    FINISHED("task_finished", IS_FINISHED),
    DROPPED("task_dropped", IS_DROPPED),
    FAILED("task_dropped", IS_DROPPED + " AND t.status = 'failed'"),
    CANCELLED("task_dropped", IS_DROPPED + " AND t.status = 'cancelled'"),
    TAGGED("task_tagged", "t.tags <> '[]'");

    private final String sqlName;
    private final String condition;

    ListIndex(String sqlName, String condition) {
      this.sqlName = sqlName;
      this.condition = condition;
    }
  }

  private final Handle jdbi;
  private final String select;
  private final TaskFilter filter;

  private TaskList(Handle jdbi, String select, TaskFilter filter) {
    this.jdbi = jdbi;
    this.select = select;
    this.filter = filter;
  }

  /**
   * @param select the columns to read
   * @param offset how many tasks to leave out at the beginning
   */
  static List<Task> of(Handle jdbi, String select, TaskFilter filter, long offset) {
    TaskList list = new TaskList(jdbi, select, filter);
    return filter.search().filter(text -> !isAscii(text)).isPresent()
        ? list.searched(offset)
        : list.read(list.ids(offset));
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(letter -> letter < 128);
  }

  /** SQLite folds the case of ASCII letters only, so every text is looked at here. */
  private List<Task> searched(long offset) {
    Query query = query(select + where(conditions()) + orderBy());
    return Page.first(
        filter.limit(),
        query
            .map((row, context) -> TaskTable.read(row))
            .filter(filter::finds)
            .filter(new Skipped(offset)),
        Task::textLength);
  }

  /** Lets everything through but the first ones. */
  private static final class Skipped implements Predicate<Task> {
    private long left;

    Skipped(long count) {
      left = count;
    }

    @Override
    public boolean test(Task task) {
      return left-- <= 0;
    }
  }

  private List<Task> read(List<Long> ids) {
    Query page =
        jdbi.createQuery(select + "WHERE t.id IN (SELECT value FROM json_each(:ids))" + orderBy())
            .bind("ids", JsonColumn.write(ids));
    return Page.first(
        filter.limit(), page.map((row, context) -> TaskTable.read(row)), Task::textLength);
  }

  private List<Long> ids(long offset) {
    List<String> candidates = candidates();
    boolean areLimited = candidates.stream().anyMatch(sql -> sql.contains(":end"));
    Query query = query(idsSql(candidates) + " LIMIT :limit OFFSET :offset");
    if (areLimited) {
      query.bind("end", offset + filter.limit());
    }
    return query.bind("limit", filter.limit()).bind("offset", offset).mapTo(Long.class).list();
  }

  private String idsSql(List<String> candidates) {
    String fromTasks = "JOIN swarm s ON s.id = t.swarm_id " + where(conditions()) + orderBy();
    if (candidates.isEmpty()) {
      return "SELECT t.id FROM task t " + scanned() + fromTasks;
    }
    String found =
        "WITH candidate (id) AS MATERIALIZED (%s) "
            .formatted(String.join("UNION ALL ", candidates));
    boolean matchAll = candidates.stream().allMatch(sql -> sql.contains(":end"));
    return matchAll && filter.order() == Order.ID
        ? found + "SELECT id FROM candidate ORDER BY id" + direction() // no task has to be read
        : found + "SELECT t.id FROM candidate c CROSS JOIN task t ON t.id = c.id " + fromTasks;
  }

  /** The tasks of a project come by their ids, which have the order in which they are stored. */
  private String scanned() {
    return filter.project().isPresent() ? "INDEXED BY task_by_swarm " : "";
  }

  /**
   * Statements that find the tasks among which the page is, each task once. None if all tasks have
   * to be read, or if they can be read in their order until the page is full.
   */
  private List<String> candidates() {
    if (hasOnly(OPEN) && areOpenFew()) {
      return List.of(OPEN_TASKS);
    }
    if (hasOnly(DROPPED)) {
      return List.of(firstOfEachSwarm(ListIndex.DROPPED));
    }
    if (!filter.tags().isEmpty()) {
      return List.of(firstOfEachSwarm(ListIndex.TAGGED));
    }
    if (filter.agent().isPresent()) {
      return List.of(CLAIMED_TASKS, firstOfEachSwarm(ListIndex.AGENT));
    }
    if (filter.wave().isPresent()) {
      return List.of(firstOfEachSwarm(ListIndex.WAVE));
    }
    return isFilledEarly() ? inOrder() : List.of();
  }

  private boolean hasOnly(Set<TaskStatus> statuses) {
    return !filter.statuses().isEmpty() && statuses.containsAll(filter.statuses());
  }

  /** Not if the filter has a rare text: an index would then visit all tasks in a slower order. */
  private boolean isFilledEarly() {
    return filter.order() == Order.ID
        || filter.search().isEmpty()
            && (filter.statuses().isEmpty() || filter.statuses().contains(TaskStatus.DONE));
  }

  private List<String> inOrder() {
    return switch (filter.order()) {
      case ID ->
          filter.project().isPresent()
              ? List.of(firstOfEachSwarm(ListIndex.SWARM))
              : List.of(); // the table has that order
      case PRIORITY -> List.of(firstOfEachSwarm(ListIndex.PRIORITY));
      case WAVE -> List.of(firstOfEachSwarm(ListIndex.WAVE));
      case TITLE -> List.of(firstOfEachSwarm(ListIndex.TITLE));
      case AGENT -> withOpen(firstOfEachSwarm(ListIndex.AGENT));
      case FINISHED -> withOpen(firstOfEachSwarm(ListIndex.FINISHED));
      case STATUS ->
          withOpen(
              firstOfEachSwarm(ListIndex.DONE, orderById()),
              firstOfEachSwarm(ListIndex.FAILED, orderById()),
              firstOfEachSwarm(ListIndex.CANCELLED, orderById()));
    };
  }

  private List<String> withOpen(String... finished) {
    return areOpenFew()
        ? Stream.concat(Stream.of(OPEN_TASKS), Stream.of(finished)).toList()
        : List.of();
  }

  private String firstOfEachSwarm(ListIndex index) {
    return firstOfEachSwarm(index, orderBy());
  }

  private String firstOfEachSwarm(ListIndex index, String orderBy) {
    List<String> conditions = conditions();
    conditions.add(0, "t.swarm_id = s.id");
    conditions.add(index.condition);
    return """
    SELECT e.value FROM swarm s CROSS JOIN json_each(
      (SELECT json_group_array(id) FROM (SELECT t.id FROM task t INDEXED BY %s %s %s LIMIT :end))
    ) e %s
    """
        .formatted(index.sqlName, where(conditions), orderBy, where(ofSwarms()));
  }

  private List<String> ofSwarms() {
    List<String> conditions = new ArrayList<>();
    filter.project().ifPresent(project -> conditions.add("s.project = :project"));
    filter.swarm().ifPresent(swarm -> conditions.add("s.name = :swarm"));
    return conditions;
  }

  private boolean areOpenFew() {
    return jdbi.createQuery(
            """
            SELECT coalesce(sum(pending + claimed) * %d
              < sum(pending + claimed + done + failed + cancelled), 0)
            FROM wave
            """
                .formatted(FEW_AMONG))
        .mapTo(Boolean.class)
        .one();
  }

  private Query query(String sql) {
    Query query = jdbi.createQuery(sql).bind("after", filter.after());
    filter.project().ifPresent(project -> query.bind("project", project));
    filter.swarm().ifPresent(swarm -> query.bind("swarm", swarm));
    filter.agent().ifPresent(agent -> query.bind("agent", agent));
    filter.wave().ifPresent(wave -> query.bind("wave", wave));
    pattern().ifPresent(pattern -> query.bind("search", pattern));
    if (!filter.tags().isEmpty()) {
      query.bind("tags", JsonColumn.write(filter.tags()));
      query.bind("tag", plain(filter.tags().get(0)));
    }
    return query;
  }

  /** As it is in JSON; nothing if JSON may write it in several ways. */
  private static String plain(String tag) {
    return tag.chars().allMatch(letter -> letter >= ' ' && "\"\\/\u007f".indexOf(letter) < 0)
        ? tag
        : "";
  }

  private Optional<String> pattern() {
    return filter
        .search()
        .filter(TaskList::isAscii)
        .map(text -> "%" + text.replaceAll("[\\\\%_]", "\\\\$0") + "%");
  }

  private List<String> conditions() {
    List<String> conditions = ofSwarms();
    conditions.add("t.id > :after");
    filter.agent().ifPresent(agent -> conditions.add("t.agent = :agent"));
    filter.wave().ifPresent(wave -> conditions.add("t.wave = :wave"));
    pattern()
        .ifPresent(
            pattern ->
                conditions.add(
                    "(t.title LIKE :search ESCAPE '\\' OR t.description LIKE :search ESCAPE"
                        + " '\\')"));
    if (!filter.tags().isEmpty()) {
      conditions.add("instr(t.tags, :tag) > 0"); // quick, so that few arrays are read
      conditions.add(TaskTable.WITH_TAGS);
    }
    if (!filter.statuses().isEmpty()) {
      conditions.add(
          filter.statuses().stream()
              .map(status -> "'" + status.label() + "'")
              .collect(Collectors.joining(", ", status() + " IN (", ")")));
    }
    return conditions;
  }

  /** Only tasks that are pending are shown with another status than the stored one. */
  private String status() {
    return Stream.of(TaskStatus.PENDING, TaskStatus.BLOCKED).anyMatch(filter.statuses()::contains)
        ? TaskTable.SHOWN_STATUS
        : "t.status";
  }

  private static String where(List<String> conditions) {
    return conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions);
  }

  private String orderBy() {
    return orderBy(columns(filter.order()));
  }

  /** The order of tasks of which all have the same status. */
  private String orderById() {
    return orderBy(List.of());
  }

  private String direction() {
    return filter.reverse() ? " DESC" : "";
  }

  private String orderBy(List<String> columns) {
    return Stream.concat(columns.stream(), Stream.of("t.id"))
        .map(column -> column + direction())
        .collect(Collectors.joining(", ", " ORDER BY ", ""));
  }

  @SuppressWarnings("EnumOrdinal") // the constants are in the order of a task's life
  private static List<String> columns(Order order) {
    return switch (order) {
      case ID -> List.of();
      case PRIORITY -> List.of("t.priority");
      case WAVE -> List.of("t.wave");
      case STATUS ->
          List.of(
              Stream.of(TaskStatus.values())
                  .map(status -> "WHEN '%s' THEN %d".formatted(status.label(), status.ordinal()))
                  .collect(Collectors.joining(" ", "CASE " + TaskTable.SHOWN_STATUS, " END")));
      case AGENT -> List.of("t.agent");
      case TITLE -> List.of(BEGINNING + " COLLATE NOCASE", "t.title COLLATE NOCASE");
      case FINISHED -> List.of("t.finished_at");
    };
  }
}
