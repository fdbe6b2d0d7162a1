package swarmd.store.sqlite;

import java.sql.Connection;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.jdbi.v3.core.statement.StatementExceptions.MessageRendering;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jdbi.v3.core.transaction.CMTTransactionHandler;

/**
 * One connection, used by one thread at a time. The statements of every claim and every hook event
 * run through {@link Sql}, which costs least; all others run through Jdbi, in the same transaction.
 */
final class SqliteConnection implements AutoCloseable {
  private final Sql sql;
  private final Handle jdbi;

  SqliteConnection(Connection connection) {
    sql = new Sql(connection);
    jdbi = open(connection);
  }

  private static Handle open(Connection connection) {
    Jdbi jdbi = Jdbi.create(connection);
    jdbi.setStatementBuilderFactory(ignored -> new StatementCache());
    jdbi.setTransactionHandler(new CMTTransactionHandler()); // begins and commits nothing
    jdbi.getConfig(SqlStatements.class).setTemplateEngine(TemplateEngine.NOP);
    // the default quotes all parameters, and a lease's token must not get into a log
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi.open();
  }

  /** For the statements of every claim and every hook event. */
  Sql sql() {
    return sql;
  }

  /** For all other statements. */
  Handle jdbi() {
    return jdbi;
  }

  @Override
  public void close() {
    jdbi.close();
    sql.close();
  }
}
