package swarmd.store.postgresql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.testing.QuickDisk;

/**
 * A real PostgreSQL server in a temporary folder, from the binaries that the build gets as a
 * dependency. One per process, started at the first use and ended with the process.
 * SWARMD_TEST_DATABASE names another one on this machine to use instead, as a user that may create
 * databases: {@code postgresql://user:password@127.0.0.1:5432/postgres}.
 */
public final class PostgresServer {
  private static final String USER = "swarmd";

  /** A user whose password the server checks. */
  public static final String SECURED = "swarmd_secured";

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static PostgresServer shared;

  private final boolean durable;
  private final Path folder;
  private final int port;
  private final String user;
  private final String password;
  private final Queue<String> databases = new ConcurrentLinkedQueue<>();
  private Process process;

  /** One that runs already. */
  private PostgresServer(URI address) {
    durable = true;
    folder = Path.of("/nowhere");
    port = address.getPort();
    String[] login = address.getUserInfo().split(":", 2);
    user = login[0];
    password = login.length > 1 ? login[1] : "";
    Runtime.getRuntime().addShutdownHook(new Thread(() -> databases.forEach(this::drop)));
  }

  private PostgresServer(Path place, boolean durable) throws IOException, InterruptedException {
    this.durable = durable;
    user = USER;
    password = "";
    folder = Files.createTempDirectory(place, "swarmd-pg");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    unpack();
    run("initdb", "-D", data(), "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C");
    Path access = folder.resolve("data").resolve("pg_hba.conf");
    Files.writeString(
        access, "host all " + SECURED + " 127.0.0.1/32 scram-sha-256\n" + Files.readString(access));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
  }

  /** The server of this process. */
  public static synchronized PostgresServer shared() {
    if (shared == null) {
      try {
        String given = System.getenv("SWARMD_TEST_DATABASE");
        shared =
            given == null
                ? new PostgresServer(QuickDisk.folder(), false)
                : new PostgresServer(URI.create(given));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return shared;
  }

  /** One on a real disk, which survives a power cut. It ends with this process. */
  public static PostgresServer durable(Path place) throws IOException, InterruptedException {
    return new PostgresServer(place, true);
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private void unpack() throws IOException, InterruptedException {
    Path archive = folder.resolve("postgres.txz");
    try (InputStream in = PostgresServer.class.getResourceAsStream("/postgres-linux-x86_64.txz")) {
      Files.copy(in, archive);
    }
    Process tar =
        new ProcessBuilder("tar", "xJf", archive.toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("the binaries of PostgreSQL could not be unpacked");
    }
    Files.delete(archive);
  }

  /** PostgreSQL refuses to run as root. */
  private ProcessBuilder command(String program, String... arguments) {
    List<String> words = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      words.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    words.add(folder.resolve("bin").resolve(program).toString());
    words.addAll(List.of(arguments));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(
            ProcessBuilder.Redirect.appendTo(folder.resolve(program + ".log").toFile()));
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    if (command(program, arguments).start().waitFor() != 0) {
      throw new IOException(
          program + " failed: " + Files.readString(folder.resolve(program + ".log")));
    }
  }

  /** Starts it, also after {@link #kill}. */
  public void start() {
    process = startProcess();
    for (int i = 0; i < 600; i++) {
      try {
        connect("postgres").close();
        return;
      } catch (SQLException notYet) {
        pause();
      }
      if (!process.isAlive()) {
        process = startProcess(); // what was killed had not gone yet
      }
    }
    throw new IllegalStateException("PostgreSQL did not start; see " + folder);
  }

  private Process startProcess() {
    try {
      return command(
              "postgres",
              "-D",
              data(),
              "-p",
              String.valueOf(port),
              "-c",
              "listen_addresses=127.0.0.1",
              "-c",
              "unix_socket_directories=",
              "-c",
              "fsync=" + (durable ? "on" : "off"),
              "-c",
              "max_connections=700",
              "-c",
              "shared_buffers=64MB")
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(50);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As a power cut would, but that the files are kept. */
  public void kill() {
    List<ProcessHandle> workers = process.descendants().toList();
    process.destroyForcibly();
    workers.forEach(ProcessHandle::destroyForcibly);
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void end() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public int port() {
    return port;
  }

  /** Creates an empty database and returns its name. */
  public String newDatabase() {
    String name =
        "swarmd_test_" + ProcessHandle.current().pid() + "_" + DATABASES.incrementAndGet();
    execute("postgres", "CREATE DATABASE " + name);
    databases.add(name);
    return name;
  }

  public void drop(String database) {
    execute("postgres", "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
    databases.remove(database);
  }

  public String url(String database) {
    String login = password.isEmpty() ? user : user + ":" + password;
    return "postgresql://" + login + "@127.0.0.1:" + port + "/" + database;
  }

  /** For {@code PGPASSWORD}. */
  public String password() {
    return password;
  }

  public String urlWithoutPassword(String database) {
    return url(user, database);
  }

  /** The address for a user, without a password. */
  public String url(String login, String database) {
    return "postgresql://" + login + "@127.0.0.1:" + port + "/" + database;
  }

  public Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/" + database, user, password);
  }

  /** What a query of one row and column returns. */
  public String value(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public void execute(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
