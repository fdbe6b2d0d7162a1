package swarmd.home;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Where the daemon of this user keeps its files, and where its socket is. */
public record Home(Path directory, Path socket) {
  /** A socket address holds 104 bytes on macOS and 108 on Linux, the closing zero among them. */
  private static final int MAX_SOCKET_BYTES = 100;

  /** From the properties swarmd.home and swarmd.socket, else SWARMD_HOME and SWARMD_SOCKET. */
  public static Home find() {
    Path directory =
        Path.of(setting("swarmd.home", "SWARMD_HOME", user() + "/.swarmd"))
            .toAbsolutePath()
            .normalize();
    Path socket =
        Path.of(setting("swarmd.socket", "SWARMD_SOCKET", directory + "/swarmd.sock"))
            .toAbsolutePath()
            .normalize();
    return new Home(directory, socket);
  }

  /** The variables that lead another process to this home; none where it is the default. */
  public Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>();
    if (!directory.equals(Path.of(user(), ".swarmd"))) {
      variables.put("SWARMD_HOME", directory.toString());
    }
    if (!socket.equals(directory.resolve("swarmd.sock"))) {
      variables.put("SWARMD_SOCKET", socket.toString());
    }
    return variables;
  }

  /** As a shell understands ~, which is not always what Java takes for the user's home. */
  public static String user() {
    return user(System.getenv("HOME"));
  }

  /** Where the user's own files are if the environment says this, which may be nothing. */
  public static String user(String home) {
    return home == null || home.isEmpty() ? System.getProperty("user.home") : home;
  }

  public static String setting(String property, String variable, String otherwise) {
    String value = System.getProperty(property);
    if (value == null || value.isEmpty()) {
      value = System.getenv(variable);
    }
    return value == null || value.isEmpty() ? otherwise : value;
  }

  /** Why neither a daemon nor a client may use this home, and what to do; empty if they may. */
  public Optional<String> problem() {
    if (!socketProblem().isEmpty()) {
      return Optional.of(socketProblem());
    }
    Optional<OwnFolder.Problem> problem = OwnFolder.problem(directory, "SWARMD_HOME");
    if (problem.isEmpty() && !directory.equals(socket.getParent())) {
      problem = OwnFolder.problem(socket.getParent(), "SWARMD_SOCKET");
    }
    return problem.isPresent() ? Optional.of(problem.get().toString()) : Optional.empty();
  }

  /** Empty if the socket's path fits into a socket address, else what to do about it. */
  public String socketProblem() {
    int length = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    return length <= MAX_SOCKET_BYTES
        ? ""
        : "the socket's path is too long for a socket address ("
            + length
            + " bytes, at most "
            + MAX_SOCKET_BYTES
            + "): "
            + socket
            + "\nSet SWARMD_SOCKET to a shorter path in a folder that only you can write to, "
            + shorterSocket();
  }

  private static String shorterSocket() {
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    return runtime == null || runtime.isEmpty()
        ? "for example after: mkdir -m 700 ~/.sw; export SWARMD_SOCKET=~/.sw/swarmd.sock"
        : "for example " + runtime + "/swarmd.sock";
  }

  public Path database() {
    return directory.resolve("swarmd.db");
  }

  public Path lock() {
    return directory.resolve("swarmd.lock");
  }

  /** Port and tokens of the loopback address. */
  public Path http() {
    return directory.resolve("http.json");
  }

  public Path log() {
    return directory.resolve("log").resolve("swarmd.log");
  }

  /** What the daemon prints before its log is open, and what its JVM prints. */
  public Path output() {
    return directory.resolve("log").resolve("daemon.out");
  }

  /** Why the last start failed, if it did: a hook that has tried it tells nobody. */
  public Path failedStart() {
    return directory.resolve("log").resolve("failed-start.txt");
  }

  /** Why the last daemon ended by itself, if it did. */
  public Path lastEnd() {
    return directory.resolve("log").resolve("last-end.txt");
  }

  /** Exists while hooks have reason to believe that the daemon hangs. */
  public Path hung() {
    return directory.resolve("hung");
  }

  /** The daemon's own copies of its jars, one folder for each build. */
  public Path libraries() {
    return directory.resolve("lib");
  }

  /** Things that can be made again: archives of classes. */
  public Path cache() {
    return directory.resolve("cache");
  }

  /** In which settings files of hosts there are hooks of ours. */
  public Path installs() {
    return directory.resolve("installs.json");
  }

  /** In which settings files of hosts our MCP server is named. */
  public Path mcpInstalls() {
    return directory.resolve("mcp-installs.json");
  }

  /** The sessions that a stopped daemon has left with modes or leases, one id a line. */
  public Path openSessions() {
    return directory.resolve("open-sessions.txt");
  }

  public Path settings() {
    return directory.resolve("settings.json");
  }
}
