package swarmd.status;

import java.nio.file.Path;

/**
 * Facts about the running daemon.
 *
 * @param restartDue whether the installed files were replaced since it started
 */
public record DaemonInfo(
    long pid,
    String version,
    long startedAt,
    Path home,
    Path socket,
    int httpPort,
    boolean restartDue) {

  public DaemonInfo withRestartDue(boolean due) {
    return new DaemonInfo(pid, version, startedAt, home, socket, httpPort, due);
  }
}
