package swarmd.store.sqlite;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Connections whose statements fail as a test wishes. */
final class FaultyConnections {
  private static final Set<String> RUNS = Set.of("execute", "executeQuery", "executeUpdate");

  /** They belong to no request. */
  private static final Pattern OF_TRANSACTION =
      Pattern.compile("(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA).*");

  private static final int NONE = -1;

  /** Whether a statement fails. */
  private Predicate<Place> failing = place -> false;

  private final Set<Integer> faulty = new HashSet<>();
  private int request = NONE;
  private int inRequest;
  private int inAll;
  private int count;

  /**
   * Where a statement is.
   *
   * @param number among those of its request, from 1 on, in one run
   */
  record Place(int request, int number) {
    boolean is(int wanted) {
      return number == wanted;
    }
  }

  /** The statements that follow belong to this request. */
  synchronized void begin(int next) {
    request = next;
    inRequest = 0;
    faulty.remove(next);
  }

  /** No statement fails any more. */
  synchronized void end() {
    request = NONE;
  }

  /** How many statements have failed. */
  synchronized int count() {
    return count;
  }

  /** The requests of which a statement has failed when they ran last. */
  synchronized Set<Integer> faulty() {
    return Set.copyOf(faulty);
  }

  /** Lets these statements fail, as often as they run. */
  synchronized void failAlways(Predicate<Place> places) {
    failing = places;
  }

  /** Lets the statement with this number, among those of all requests, fail once. */
  synchronized void failOnce(int number) {
    failing = place -> inAll == number;
  }

  private synchronized void run(String sql) throws SQLiteException {
    if (request == NONE || OF_TRANSACTION.matcher(sql).matches()) {
      return;
    }
    inRequest++;
    inAll++;
    if (failing.test(new Place(request, inRequest))) {
      count++;
      faulty.add(request);
      throw new SQLiteException("injected into " + sql, SQLiteErrorCode.SQLITE_CONSTRAINT);
    }
  }

  Connection connection(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object result = call(real, method, arguments);
              return result instanceof PreparedStatement statement
                  ? statement(statement, (String) arguments[0])
                  : result;
            });
  }

  private PreparedStatement statement(PreparedStatement real, String sql) {
    return (PreparedStatement)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {PreparedStatement.class},
            (proxy, method, arguments) -> {
              if (RUNS.contains(method.getName())) {
                run(sql);
              }
              return call(real, method, arguments);
            });
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
