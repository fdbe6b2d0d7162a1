package swarmd.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
  private final Connection connection;
  private final Sql sql;
  private Consumer<Set<TableUse>> watch = uses -> {};
  private Optional<StatementCache> statements = Optional.empty();
  private Optional<Handle> jdbi = Optional.empty();

  SqliteConnection(Connection connection) {
    this.connection = connection;
    sql = new Sql(connection);
  }

  private Handle open() {
    StatementCache cache = new StatementCache(uses -> watch.accept(uses));
    statements = Optional.of(cache);
    Jdbi jdbi = Jdbi.create(connection);
    jdbi.setStatementBuilderFactory(ignored -> cache);
    jdbi.setTransactionHandler(new CMTTransactionHandler()); // begins and commits nothing
    jdbi.getConfig(SqlStatements.class)
        .setTemplateEngine(TemplateEngine.NOP)
        .setSqlParser(new NamedParameters());
    // the default quotes all parameters, and a lease's token must not get into a log
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(MessageRendering.NONE);
    return jdbi.open();
  }

  /** Calls the watch before each statement, whichever way it runs, with what it does. */
  void watch(Consumer<Set<TableUse>> watching) {
    watch = watching;
    sql.watch(watching);
  }

  /** For the statements of every claim and every hook event. */
  Sql sql() {
    return sql;
  }

  /** For all other statements. Opened on first use, so that the daemon's start need not wait. */
  Handle jdbi() {
    if (jdbi.isEmpty()) {
      jdbi = Optional.of(open());
    }
    return jdbi.get();
  }

  /** Empties its caches; statements are compiled again when they are needed. */
  void releaseMemory() {
    try {
      if (statements.isPresent()) {
        statements.get().clear();
      }
      sql.clear();
    } catch (SQLException e) {
      throw new Sql.SqlFailed(e);
    }
    sql.execute("PRAGMA shrink_memory");
  }

  @Override
  public void close() {
    jdbi.ifPresent(Handle::close);
    sql.close();
  }
}
