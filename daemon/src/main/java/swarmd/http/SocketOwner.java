package swarmd.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Which user is at the other end of a connection on this machine, by Linux' table of connections.
 * Another user can read a browser's command line, and so an address with a code in it.
 */
final class SocketOwner {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int UID = 7;

  private SocketOwner() {}

  /** Whether it is known that the client belongs to another user. Reads the disk. */
  static boolean isSomebodyElse(InetSocketAddress client, InetSocketAddress server) {
    OptionalInt owner = uidOf(client.getPort(), server.getPort(), TABLES);
    return owner.isPresent() && owner.getAsInt() != ownUid();
  }

  /** The user of a client's end; empty where the system does not tell. */
  static OptionalInt uidOf(int clientPort, int serverPort, List<Path> tables) {
    for (Path table : tables) {
      try (Stream<String> lines = Files.lines(table)) {
        OptionalInt found =
            lines
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > UID)
                .filter(fields -> hasPort(fields[LOCAL], clientPort))
                .filter(fields -> hasPort(fields[REMOTE], serverPort))
                .mapToInt(fields -> Integer.parseInt(fields[UID]))
                .findFirst();
        if (found.isPresent()) {
          return found;
        }
      } catch (IOException e) {
        // not Linux, or no such table
      }
    }
    return OptionalInt.empty();
  }

  private static boolean hasPort(String address, int port) {
    return address.endsWith(":%04X".formatted(port));
  }

  private static int ownUid() {
    try {
      return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new IllegalStateException("bug: there is a table of connections but no process", e);
    }
  }
}
