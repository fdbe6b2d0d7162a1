package swarmd.http;

import java.io.IOException;
import swarmd.home.CurrentUser;
import swarmd.sessions.LoopbackLink;

/**
 * Which user is at the other end of a connection on this machine. Another user can read a browser's
 * command line, and so an address with a code in it.
 */
final class SocketOwner {
  private SocketOwner() {}

  /** Whether it is known that the client belongs to another user. Reads the disk. */
  static boolean isSomebodyElse(LoopbackLink link) {
    return link.clientEnd().filter(end -> end.uid() != ownUid()).isPresent();
  }

  private static int ownUid() {
    try {
      return CurrentUser.uid();
    } catch (IOException e) {
      throw new IllegalStateException("bug: there is a table of connections but no process", e);
    }
  }
}
