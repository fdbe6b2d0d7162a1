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
 */
final class TaskList {
  private static final Set<TaskStatus> OPEN =
      EnumSet.of(TaskStatus.PENDING, TaskStatus.BLOCKED, TaskStatus.CLAIMED);

  private static final Set<TaskStatus> DROPPED =
      EnumSet.of(TaskStatus.FAILED, TaskStatus.CANCELLED);

  /** If fewer match, it is quicker to sort these than to meet them in the order of all ids. */
  private static final int FEW_AMONG = 20;

  /** From the indexes of claims, whatever else the statement looks for. */
  private static final String IS_OPEN =
      """
      t.id IN (SELECT id FROM task WHERE status = 'pending' AND open_deps = 0
        UNION ALL SELECT id FROM task WHERE status = 'pending' AND open_deps > 0
        UNION ALL SELECT id FROM task WHERE status = 'claimed')
      """;

  private static final String IS_DROPPED = "t.status IN ('failed', 'cancelled')";

  private static final String IS_TAGGED = "t.tags <> '[]'";

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
    boolean bySwarm = filter.project().isPresent() && filter.order() == Order.ID;
    if (bySwarm && areDropped()) {
      return idsBySwarm("INDEXED BY task_dropped ", List.of(IS_DROPPED), offset);
    }
    if (bySwarm && !filter.tags().isEmpty()) {
      return idsBySwarm("INDEXED BY task_tagged ", List.of(IS_TAGGED), offset);
    }
    Optional<String> index = rareStatuses();
    if (bySwarm && index.isEmpty()) {
      return idsBySwarm("", List.of(), offset);
    }
    List<String> conditions = conditions();
    index.ifPresent(conditions::add);
    return query(
            "SELECT t.id "
                + from("")
                + where(conditions)
                + orderBy()
                + " LIMIT :end OFFSET :offset")
        .bind("end", filter.limit())
        .bind("offset", offset)
        .mapTo(Long.class)
        .list();
  }

  /** An index has the ids of each swarm in their order, but not those of several. */
  private List<Long> idsBySwarm(String index, List<String> partOfIndex, long offset) {
    List<String> conditions = conditions();
    conditions.addAll(partOfIndex);
    conditions.add("t.swarm_id = :row");
    String sql = "SELECT t.id " + from(index) + where(conditions) + orderBy() + " LIMIT :end";
    return swarms().stream()
        .flatMap(
            row ->
                query(sql)
                    .bind("row", row)
                    .bind("end", offset + filter.limit())
                    .mapTo(Long.class)
                    .list()
                    .stream())
        .sorted(filter.reverse() ? (a, b) -> Long.compare(b, a) : Long::compare)
        .skip(offset)
        .limit(filter.limit())
        .toList();
  }

  private List<Long> swarms() {
    return jdbi.createQuery(
            """
            SELECT s.id FROM swarm s
            WHERE s.project = :project AND s.name = coalesce(:swarm, s.name)
              AND EXISTS (SELECT 1 FROM wave w
                          WHERE w.swarm_id = s.id AND w.number = coalesce(:wave, w.number))
            """)
        .bind("project", filter.project())
        .bind("swarm", filter.swarm())
        .bind("wave", filter.wave())
        .mapTo(Long.class)
        .list();
  }

  private Optional<String> rareStatuses() {
    Set<TaskStatus> statuses = filter.statuses();
    if (statuses.isEmpty()) {
      return Optional.empty();
    }
    if (OPEN.containsAll(statuses) && areFew("pending + claimed")) {
      return Optional.of(IS_OPEN);
    }
    return areDropped() && areFew("failed + cancelled")
        ? Optional.of("t.id IN (SELECT t.id FROM task t WHERE " + IS_DROPPED + ")")
        : Optional.empty();
  }

  private boolean areDropped() {
    return !filter.statuses().isEmpty() && DROPPED.containsAll(filter.statuses());
  }

  private boolean areFew(String counts) {
    return jdbi.createQuery(
            """
            SELECT coalesce(sum(%s) * %d < sum(pending + claimed + done + failed + cancelled), 0)
            FROM wave
            """
                .formatted(counts, FEW_AMONG))
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
    }
    return query;
  }

  private Optional<String> pattern() {
    return filter
        .search()
        .filter(TaskList::isAscii)
        .map(text -> "%" + text.replaceAll("[\\\\%_]", "\\\\$0") + "%");
  }

  private List<String> conditions() {
    List<String> conditions = new ArrayList<>(List.of("t.id > :after"));
    filter.project().ifPresent(project -> conditions.add("s.project = :project"));
    filter.swarm().ifPresent(swarm -> conditions.add("s.name = :swarm"));
    filter.agent().ifPresent(agent -> conditions.add("t.agent = :agent"));
    filter.wave().ifPresent(wave -> conditions.add("t.wave = :wave"));
    pattern()
        .ifPresent(
            pattern ->
                conditions.add(
                    "(t.title LIKE :search ESCAPE '\\' OR t.description LIKE :search ESCAPE"
                        + " '\\')"));
    if (!filter.tags().isEmpty()) {
      conditions.add(TaskTable.WITH_TAGS);
    }
    if (!filter.statuses().isEmpty()) {
      conditions.add(
          filter.statuses().stream()
              .map(status -> "'" + status.label() + "'")
              .collect(Collectors.joining(", ", TaskTable.SHOWN_STATUS + " IN (", ")")));
    }
    return conditions;
  }

  private static String from(String index) {
    return "FROM task t " + index + "JOIN swarm s ON s.id = t.swarm_id ";
  }

  private static String where(List<String> conditions) {
    return "WHERE " + String.join(" AND ", conditions);
  }

  private String orderBy() {
    String direction = filter.reverse() ? " DESC" : "";
    String id = "t.id" + direction;
    return " ORDER BY "
        + (filter.order() == Order.ID ? id : column(filter.order()) + direction + ", " + id);
  }

  @SuppressWarnings("EnumOrdinal") // the constants are in the order of a task's life
  private static String column(Order order) {
    return switch (order) {
      case ID -> "t.id";
      case PRIORITY -> "t.priority";
      case WAVE -> "t.wave";
      case STATUS ->
          Stream.of(TaskStatus.values())
              .map(status -> "WHEN '%s' THEN %d".formatted(status.label(), status.ordinal()))
              .collect(Collectors.joining(" ", "CASE " + TaskTable.SHOWN_STATUS, " END"));
      case AGENT -> "t.agent";
      case TITLE -> "t.title COLLATE NOCASE";
      case FINISHED -> "t.finished_at";
    };
  }
}
