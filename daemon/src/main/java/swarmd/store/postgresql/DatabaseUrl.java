package swarmd.store.postgresql;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import swarmd.common.InvalidValue;

/**
 * The address of a team's database, as libpq writes it: {@code
 * postgresql://user@host:port/database?sslmode=require}. The password is never shown. It comes from
 * the address, from PGPASSWORD, or from the file that PGPASSFILE names, by default ~/.pgpass.
 */
public final class DatabaseUrl {
  private static final String FIELD = "SWARMD_DATABASE";
  private static final int DEFAULT_PORT = 5432;

  /** libpq takes the certificates of the system so; the driver calls it otherwise. */
  private static final String SYSTEM_CERTIFICATES = "sslrootcert=system";

  private final String jdbc;
  private final String shown;
  private final String host;
  private final int port;
  private final String database;
  private final String user;
  private final PasswordFile passwords;
  private final Properties properties = new Properties();

  private DatabaseUrl(URI uri, UnaryOperator<String> environment, Path home) {
    host = uri.getHost();
    port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
    database = decoded(uri.getRawPath().substring(1));
    String address = host + (uri.getPort() < 0 ? "" : ":" + port);
    jdbc = "jdbc:postgresql://" + address + uri.getRawPath() + parameters(uri);
    shown = "postgresql://" + address + uri.getRawPath();
    String[] login = Optional.ofNullable(uri.getRawUserInfo()).orElse("").split(":", 2);
    user =
        login[0].isEmpty()
            ? variable(environment, "PGUSER").orElseGet(() -> System.getProperty("user.name"))
            : decoded(login[0]);
    passwords =
        new PasswordFile(
            variable(environment, "PGPASSFILE").map(Path::of).orElse(home.resolve(".pgpass")));
    Optional<String> password =
        login.length > 1 ? Optional.of(decoded(login[1])) : variable(environment, "PGPASSWORD");
    properties.setProperty("user", user);
    password
        .or(() -> passwords.password(host.replaceAll("[\\[\\]]", ""), port, database, user))
        .ifPresent(text -> properties.setProperty("password", text));
    properties.setProperty("ApplicationName", "swarmd");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("connectTimeout", "3");
    properties.setProperty("socketTimeout", "10");
  }

  /**
   * Reads the address.
   *
   * @throws InvalidValue if it is not one
   */
  public static DatabaseUrl of(String text) {
    return of(text, System::getenv, Path.of(System.getProperty("user.home")));
  }

  /**
   * The same for another user.
   *
   * @param environment has the variables that libpq reads
   * @param home the user's, which may have a file with passwords
   */
  public static DatabaseUrl of(String text, UnaryOperator<String> environment, Path home) {
    try {
      URI uri = new URI(text.replaceFirst("^postgres:", "postgresql:"));
      if (!"postgresql".equals(uri.getScheme())
          || uri.getHost() == null
          || uri.getRawPath().length() < 2) {
        throw new InvalidValue(FIELD, "must look like postgresql://user@host/database");
      }
      return new DatabaseUrl(uri, environment, home);
    } catch (URISyntaxException e) {
      throw new InvalidValue(FIELD, "must look like postgresql://user@host/database");
    }
  }

  private static String parameters(URI uri) {
    return Optional.ofNullable(uri.getRawQuery())
        .map(
            query ->
                Arrays.stream(query.split("&"))
                    .map(
                        parameter ->
                            parameter.equals(SYSTEM_CERTIFICATES)
                                ? "sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory"
                                : parameter)
                    .collect(Collectors.joining("&", "?", "")))
        .orElse("");
  }

  private static Optional<String> variable(UnaryOperator<String> environment, String name) {
    return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isEmpty());
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  String jdbc() {
    return jdbc;
  }

  Properties properties() {
    return properties;
  }

  String host() {
    return host;
  }

  /** Host and port. */
  String place() {
    return host + ":" + port;
  }

  String database() {
    return database;
  }

  String user() {
    return user;
  }

  PasswordFile passwords() {
    return passwords;
  }

  /** Without user and password. */
  public String shown() {
    return shown;
  }

  /** The line of a password file that fits. */
  public String passwordLine() {
    return "%s:%d:%s:%s:PASSWORD".formatted(host, port, database, user);
  }

  Connection connect() throws SQLException {
    return DriverManager.getConnection(jdbc, properties);
  }
}
