package swarmd.client;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import swarmd.home.Home;

/** A unit of the user's systemd instance. */
record Systemd(Path program, Map<String, String> environment) implements ServiceManager {
  private static final String UNIT = "swarmd.service";

  @Override
  public String name() {
    return "systemctl --user";
  }

  @Override
  public Path file() {
    String config = System.getenv("XDG_CONFIG_HOME");
    Path directory =
        config == null || config.isEmpty()
            ? Path.of(Home.user(), ".config")
            : Path.of(config).toAbsolutePath();
    return directory.resolve("systemd/user").resolve(UNIT);
  }

  /** Exit code 3 means that a daemon is already running, so a restart would not help. */
  @Override
  public String description() {
    StringBuilder variables = new StringBuilder();
    for (Map.Entry<String, String> variable : environment.entrySet()) {
      String assignment = variable.getKey() + "=" + variable.getValue();
      variables.append("Environment=").append(quote(assignment)).append('\n');
    }
    return """
    [Unit]
    Description=swarmd, the daemon that coordinates coding agents

    [Service]
    ExecStart=%s
    %sRestart=on-failure
    RestartPreventExitStatus=3
    TimeoutStopSec=15

    [Install]
    WantedBy=default.target
    """
        .formatted(quote(program.toString()).replace("$", "$$"), variables);
  }

  private static String quote(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("%", "%%");
    return "\"" + escaped + "\"";
  }

  @Override
  public List<List<String>> announce() {
    return List.of(List.of("systemctl", "--user", "daemon-reload"));
  }

  @Override
  public List<List<String>> start() {
    return List.of(List.of("systemctl", "--user", "enable", "--now", UNIT));
  }

  @Override
  public List<List<String>> stop() {
    return List.of(List.of("systemctl", "--user", "disable", "--now", UNIT));
  }
}
