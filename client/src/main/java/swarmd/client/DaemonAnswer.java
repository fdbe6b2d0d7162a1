package swarmd.client;

import java.util.Optional;

/** What came back when a daemon was asked for its status. */
sealed interface DaemonAnswer {

  /**
   * It is well.
   *
   * @param page the address of its page
   * @param restartDue whether the installed files were replaced since it started
   */
  record Running(long pid, String version, Optional<String> page, boolean restartDue)
      implements DaemonAnswer {}

  /** It answers, but cannot report its status; the reason also says what to do. */
  record Troubled(String reason) implements DaemonAnswer {}

  /** It accepts connections, but does not answer. */
  record Silent() implements DaemonAnswer {}

  /** Nothing listens on the socket. */
  record Absent() implements DaemonAnswer {}
}
