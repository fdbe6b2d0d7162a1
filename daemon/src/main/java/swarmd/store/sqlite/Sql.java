package swarmd.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import swarmd.text.TextBudget;

/**
 * SQL with named parameters on one connection, for one thread at a time: the thinnest layer over
 * JDBC, for statements that run at every claim. Each text is compiled once and its statement kept,
 * since compiling costs more than running.
 */
final class Sql implements AutoCloseable {
  private final Connection connection;
  private final Map<String, Statement> statements = new HashMap<>();
  private Consumer<Set<TableUse>> watch = uses -> {};

  Sql(Connection connection) {
    this.connection = connection;
  }

  /** Reads the current row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Calls the watch before each statement that uses one of the tables, with what it does. */
  void watch(Consumer<Set<TableUse>> watching) {
    watch = watching;
  }

  /** The statement for this text; the values of its last use are still bound. */
  Statement of(String text) {
    Statement statement = statements.get(text);
    if (statement == null) {
      statement = prepare(text, TableUse.of(text));
      statements.put(text, statement);
    }
    return statement;
  }

  /** The same for a caller that does itself what the watch would do. */
  Statement unwatched(String text) {
    Statement statement = statements.get(text);
    if (statement == null) {
      statement = prepare(text, Set.of());
      statements.put(text, statement);
    }
    return statement;
  }

  /** For statements without parameters and result. */
  void execute(String text) {
    of(text).update();
  }

  private Statement prepare(String text, Set<TableUse> uses) {
    Map<String, List<Integer>> places = new HashMap<>();
    Matcher parameter = NamedParameters.PATTERN.matcher(text);
    for (int place = 1; parameter.find(); place++) {
      places.computeIfAbsent(parameter.group(1), name -> new ArrayList<>()).add(place);
    }
    try {
      return new Statement(
          text,
          connection.prepareStatement(NamedParameters.PATTERN.matcher(text).replaceAll("?")),
          places,
          uses);
    } catch (SQLException e) {
      throw new SqlFailed(e);
    }
  }

  /** Ends all statements. */
  void clear() throws SQLException {
    for (Statement statement : statements.values()) {
      statement.prepared.close();
    }
    statements.clear();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new SqlFailed(e);
    }
  }

  /** One compiled statement. Bind every parameter, then run it. */
  final class Statement {
    private final String text;
    private final PreparedStatement prepared;
    private final Map<String, List<Integer>> places;
    private final Set<TableUse> uses;

    private Statement(
        String text,
        PreparedStatement prepared,
        Map<String, List<Integer>> places,
        Set<TableUse> uses) {
      this.text = text;
      this.prepared = prepared;
      this.places = places;
      this.uses = uses;
    }

    /** An empty Optional is NULL. */
    Statement bind(String name, Object value) {
      List<Integer> where = places.get(name);
      if (where == null) {
        throw new IllegalArgumentException("no parameter " + name);
      }
      for (int place : where) {
        bind(place, value);
      }
      return this;
    }

    /** For a parameter without a name; the first one is 1. */
    Statement bind(int place, Object value) {
      try {
        prepared.setObject(
            place, value instanceof Optional<?> optional ? optional.orElse(null) : value);
        return this;
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    private void announce() {
      if (!uses.isEmpty()) {
        watch.accept(uses);
      }
    }

    int update() {
      announce();
      try {
        return prepared.executeUpdate();
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    <T> List<T> list(Row<T> row) {
      return list(row, Integer.MAX_VALUE);
    }

    /** The first rows; the others are never looked for. */
    <T> List<T> list(Row<T> row, int limit) {
      return listWhile(size -> size < limit, row);
    }

    /**
     * Stops early when the texts fill the memory that one answer may use, but not before one row.
     */
    <T> List<T> page(Row<T> row, int limit, ToLongFunction<T> length) {
      TextBudget budget = new TextBudget();
      return listWhile(
          size -> size < limit && budget.isLeft(),
          rows -> {
            T next = row.read(rows);
            budget.take(length.applyAsLong(next));
            return next;
          });
    }

    private <T> List<T> listWhile(IntPredicate sizeAllows, Row<T> row) {
      announce();
      try (ResultSet rows = prepared.executeQuery()) {
        List<T> list = new ArrayList<>();
        while (sizeAllows.test(list.size()) && rows.next()) {
          list.add(row.read(rows));
        }
        return list;
      } catch (SQLException e) {
        throw failed(e);
      }
    }

    /** On some errors, such as a full disk, the driver ends the statement; it is compiled again. */
    private SqlFailed failed(SQLException failure) {
      statements.remove(text);
      try {
        prepared.close();
      } catch (SQLException e) {
        failure.addSuppressed(e);
      }
      return new SqlFailed(failure);
    }

    <T> Optional<T> first(Row<T> row) {
      return list(row, 1).stream().findFirst();
    }

    /** For queries that always have a row. */
    <T> T one(Row<T> row) {
      return first(row).orElseThrow();
    }

    long number() {
      return one(row -> row.getLong(1));
    }
  }

  /** The database refused a statement. */
  static final class SqlFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    SqlFailed(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }
}
