package swarmd.store.sqlite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;

/** Lists tasks by a filter. Only the conditions that it has become part of the statement. */
final class TaskList {
  private TaskList() {}

  /**
   * @param select the columns to read
   * @param offset how many tasks to leave out at the beginning
   */
  static List<Task> of(Handle jdbi, String select, TaskFilter filter, long offset) {
    Query query = jdbi.createQuery(sql(select, filter));
    query.bind("after", filter.after());
    filter.project().ifPresent(project -> query.bind("project", project));
    filter.swarm().ifPresent(swarm -> query.bind("swarm", swarm));
    filter.agent().ifPresent(agent -> query.bind("agent", agent));
    filter.wave().ifPresent(wave -> query.bind("wave", wave));
    if (!filter.tags().isEmpty()) {
      query.bind("tags", JsonColumn.write(filter.tags()));
    }
    // SQLite folds the case of ASCII letters only, so the search is done here
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

  private static String sql(String select, TaskFilter filter) {
    List<String> conditions = new ArrayList<>(List.of("t.id > :after"));
    filter.project().ifPresent(project -> conditions.add("s.project = :project"));
    filter.swarm().ifPresent(swarm -> conditions.add("s.name = :swarm"));
    filter.agent().ifPresent(agent -> conditions.add("t.agent = :agent"));
    filter.wave().ifPresent(wave -> conditions.add("t.wave = :wave"));
    if (!filter.tags().isEmpty()) {
      conditions.add(TaskTable.WITH_TAGS);
    }
    if (!filter.statuses().isEmpty()) {
      conditions.add(
          filter.statuses().stream()
              .map(status -> "'" + status.label() + "'")
              .collect(Collectors.joining(", ", TaskTable.SHOWN_STATUS + " IN (", ")")));
    }
    return select
        + "WHERE "
        + String.join(" AND ", conditions)
        + " ORDER BY "
        + order(filter.order(), filter.reverse() ? " DESC" : "");
  }

  private static String order(Order order, String direction) {
    String id = "t.id" + direction;
    return order == Order.ID ? id : column(order) + direction + ", " + id;
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
