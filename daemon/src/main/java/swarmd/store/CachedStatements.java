package swarmd.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementContext;

/** Prepares each statement once per connection: compiling the SQL costs more than running it. */
final class CachedStatements extends DefaultStatementBuilder {
  private final Map<String, PreparedStatement> idle = new HashMap<>();
  private final IdentityHashMap<Statement, String> inUse = new IdentityHashMap<>();

  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    PreparedStatement prepared = idle.remove(sql);
    if (prepared == null) {
      prepared = super.create(connection, sql, context);
    }
    inUse.put(prepared, sql);
    return prepared;
  }

  /** The SQL that comes with a statement here is the one before its parameters were replaced. */
  @Override
  public void close(Connection connection, String unparsed, Statement statement)
      throws SQLException {
    String sql = inUse.remove(statement);
    if (sql == null || idle.putIfAbsent(sql, (PreparedStatement) statement) != null) {
      super.close(connection, unparsed, statement);
    }
  }

  /** Closing the connection closes its statements too. */
  @Override
  public void close(Connection connection) {
    idle.clear();
  }
}
