package swarmd.daemon;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Makes room for the socket: what a dead daemon left is removed, what is anybody else's is not. */
final class StaleSocket {
  private static final int TYPE_BITS = 0170000;
  private static final int SOCKET_BITS = 0140000;

  private StaleSocket() {}

  static void remove(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!isSocket(path)) {
      throw new IOException(
          path + " is no socket, so it was not replaced; set SWARMD_SOCKET to another path");
    }
    if (somebodyListens(path)) {
      throw new IOException(
          path
              + " is in use: if systemd holds it for swarmd, any swarm command starts the daemon;"
              + " if a daemon with another home has it, set SWARMD_SOCKET to another path");
    }
    Files.delete(path);
  }

  private static boolean isSocket(Path path) throws IOException {
    int mode = (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    return (mode & TYPE_BITS) == SOCKET_BITS;
  }

  private static boolean somebodyListens(Path path) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
