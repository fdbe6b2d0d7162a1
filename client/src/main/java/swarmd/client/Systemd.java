package swarmd.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import swarmd.home.Home;

/**
 * Two units of the user's systemd instance. systemd opens the Unix socket and the port and keeps
 * them open, so that nobody else can take them while the daemon is away, and the first connection
 * starts the daemon.
 */
record Systemd(Path program, Path socket, int port, Map<String, String> environment)
    implements ServiceManager {
  private static final String SERVICE = "swarmd.service";
  private static final String SOCKET = "swarmd.socket";

  @Override
  public String name() {
    return "systemctl --user";
  }

  @Override
  public Map<Path, String> files() {
    String config = System.getenv("XDG_CONFIG_HOME");
    Path directory =
        (config == null || config.isEmpty()
                ? Path.of(Home.user(), ".config")
                : Path.of(config).toAbsolutePath())
            .resolve("systemd/user");
    Map<Path, String> files = new TreeMap<>();
    files.put(
        directory.resolve(SERVICE),
        service(program, environment, "Requires=%1$s\nAfter=%1$s\n".formatted(SOCKET)));
    files.put(directory.resolve(SOCKET), socketUnit());
    return files;
  }

  /**
   * Exit code 3 means that a daemon is already running, so a restart would not help.
   *
   * @param needs lines on the units that it needs
   */
  static String service(Path program, Map<String, String> environment, String needs) {
    StringBuilder variables = new StringBuilder();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String assignment = variable.getKey() + "=" + variable.getValue();
      variables.append("Environment=").append(quote(assignment)).append('\n');
    }
    return """
    [Unit]
    Description=swarmd, the daemon that coordinates coding agents
    %s
    [Service]
    ExecStart=%s
    %sRestart=on-failure
    RestartPreventExitStatus=3
    TimeoutStopSec=15

    [Install]
    WantedBy=default.target
    """
        .formatted(needs, quote(program.toString()).replace("$", "$$"), variables);
  }

  private String socketUnit() {
    return """
    [Unit]
    Description=The socket and the port of swarmd

    [Socket]
    ListenStream=%s
    ListenStream=127.0.0.1:%d
    SocketMode=0600
    DirectoryMode=0700
    RemoveOnStop=yes

    [Install]
    WantedBy=sockets.target
    """
        .formatted(escapeSpecifiers(socket.toString()), port);
  }

  private static String quote(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return "\"" + escapeSpecifiers(escaped) + "\"";
  }

  private static String escapeSpecifiers(String text) {
    return text.replace("%", "%%");
  }

  @Override
  public List<List<String>> announce() {
    return List.of(List.of("systemctl", "--user", "daemon-reload"));
  }

  /** An older service that is still running would not pass its sockets on. */
  @Override
  public List<List<String>> start() {
    return List.of(
        List.of("systemctl", "--user", "enable", SERVICE, SOCKET),
        List.of("systemctl", "--user", "restart", SOCKET),
        List.of("systemctl", "--user", "restart", SERVICE));
  }

  @Override
  public List<List<String>> stop() {
    return List.of(List.of("systemctl", "--user", "disable", "--now", SERVICE, SOCKET));
  }

  @Override
  public String startAdvice() {
    return "see: systemctl --user status "
        + SOCKET
        + " "
        + SERVICE
        + " (is port "
        + port
        + " taken?)";
  }
}
