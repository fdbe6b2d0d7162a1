package swarmd.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementContext;

/**
 * Keeps the compiled statements of a connection, because Jdbi would compile each one again. There
 * are only as many as there are SQL texts in this package.
 */
final class StatementCache extends DefaultStatementBuilder {
  private final Map<String, PreparedStatement> idle = new HashMap<>();
  private final Map<String, Set<TableUse>> uses = new HashMap<>();
  private final Consumer<Set<TableUse>> watch;

  /**
   * @param watch receives what each statement does with tables, before it runs
   */
  StatementCache(Consumer<Set<TableUse>> watch) {
    this.watch = watch;
  }

  /** A statement in use is not in the cache, so that a nested query gets one of its own. */
  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    watch.accept(uses.computeIfAbsent(context.getRawSql(), TableUse::of));
    PreparedStatement kept = idle.remove(context.getRawSql());
    return kept != null ? kept : super.create(connection, sql, context);
  }

  @Override
  public void close(Connection connection, String rawSql, Statement statement) throws SQLException {
    PreparedStatement used = (PreparedStatement) statement;
    if (!usableAgain(used) || idle.putIfAbsent(rawSql, used) != null) {
      used.close();
    }
  }

  /** On some errors, such as a full disk, the driver ends the statement. */
  private static boolean usableAgain(PreparedStatement statement) {
    try {
      statement.clearParameters(); // they may be long texts
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** Ends the statements that are not in use. */
  void clear() throws SQLException {
    for (PreparedStatement statement : idle.values()) {
      statement.close();
    }
    idle.clear();
  }

  /** Closing the connection closes its statements. */
  @Override
  public void close(Connection connection) {
    idle.clear();
  }
}
