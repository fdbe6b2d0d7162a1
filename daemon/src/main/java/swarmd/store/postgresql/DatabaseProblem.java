package swarmd.store.postgresql;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;
import swarmd.store.Store;

/**
 * Why a team's database cannot be used, in words for people.
 *
 * @param remedy what to do about it
 */
record DatabaseProblem(String what, String remedy) {

  static DatabaseProblem of(DatabaseUrl url, SQLException failure) {
    SQLException reason = failure.getCause() instanceof SQLException cause ? cause : failure;
    String code = Optional.ofNullable(reason.getSQLState()).orElse("08000");
    String message = firstLine(reason.getMessage());
    return ofNetwork(url, reason)
        .or(() -> ofConnection(url, code, message))
        .orElseGet(() -> new DatabaseProblem(message, "see: swarm daemon logs"));
  }

  private static Optional<DatabaseProblem> ofNetwork(DatabaseUrl url, SQLException reason) {
    Throwable cause = reason.getCause();
    if (cause instanceof UnknownHostException) {
      return problem("there is no host '%s'".formatted(url.host()), "check the address");
    }
    if (cause instanceof SocketTimeoutException) {
      return problem(
          url.place() + " does not answer", "check the network, firewalls and the server");
    }
    return cause instanceof ConnectException
        ? problem(
            url.place() + " refuses connections",
            "check that PostgreSQL runs there and listens on that address")
        : Optional.empty();
  }

  private static Optional<DatabaseProblem> ofConnection(
      DatabaseUrl url, String code, String message) {
    if (message.contains("no password was provided")) {
      return problem(
          "the server wants a password for user '%s'".formatted(url.user()),
          url.passwords()
              .problem()
              .orElse(
                  "put it into %s, in a line like %s"
                      .formatted(url.passwords().file(), url.passwordLine())));
    }
    if (message.contains("unsupported startup parameter")) {
      return problem(
          "PgBouncer refuses a parameter of the connection",
          "set ignore_startup_parameters = extra_float_digits in its configuration");
    }
    return switch (code) {
      case "28P01" ->
          problem(
              "the password of user '%s' is wrong".formatted(url.user()),
              "check it in " + url.passwords().file());
      case "28000" ->
          problem(
              "the server does not let user '%s' in (%s)".formatted(url.user(), message),
              "check pg_hba.conf there");
      case "3D000" ->
          problem(
              "there is no database '%s' on %s".formatted(url.database(), url.place()),
              "create it there with: createdb --owner=%s %s".formatted(url.user(), url.database()));
      case "42501" ->
          problem(
              "user '%s' may not do that in database '%s' (%s)"
                  .formatted(url.user(), url.database(), message),
              "let the owner of the database, or a superuser, run: GRANT CREATE ON DATABASE %s TO %s"
                  .formatted(url.database(), url.user()));
      case "53300" ->
          problem(
              "the server has no free connection for user '%s'".formatted(url.user()),
              "raise max_connections there, or use PgBouncer");
      case "26000", "42P05" -> // prepared statements are the server's, and PgBouncer changes it
          problem(
              "PgBouncer does not keep prepared statements",
              "set max_prepared_statements in its configuration, or add prepareThreshold=0 to the"
                  + " address");
      default ->
          message.contains("SSL")
              ? problem(message, "check sslmode and sslrootcert in the address")
              : Optional.empty();
    };
  }

  private static Optional<DatabaseProblem> problem(String what, String remedy) {
    return Optional.of(new DatabaseProblem(what, remedy));
  }

  private static String firstLine(String text) {
    return text == null
        ? "no reason given"
        : text.lines()
            .findFirst()
            .orElse("")
            .replaceFirst("^(FATAL|ERROR): ", "")
            .replaceFirst("\\.$", "");
  }

  @Override
  public String toString() {
    return what + "; " + remedy;
  }

  Store.Unavailable asFailure(SQLException cause) {
    return new Store.Unavailable(toString(), cause);
  }
}
