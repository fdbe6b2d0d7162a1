package swarmd.sessions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A connection from one port of 127.0.0.1 to another. Both belong to it: the same port of a client
 * may serve several connections, and the other addresses of loopback have ports of their own.
 */
public record LoopbackLink(int client, int server) {
  /** Of a line in Linux' table of connections. */
  private static final int LOCAL = 1;

  private static final int REMOTE = 2;
  private static final int UID = 7;
  private static final int INODE = 9;

  /** 127.0.0.1, as the system writes it in each of its tables. */
  private static final Map<String, String> ADDRESS =
      Map.of("tcp", "0100007F", "tcp6", "0000000000000000FFFF00000100007F");

  private static final Path TABLES = Path.of("/proc/net");

  /**
   * The client's end of a connection.
   *
   * @param uid its user
   * @param inode the socket's number; 0 if no process has it open any more
   */
  public record End(int uid, long inode) {}

  /** The client's end; empty if it is gone, or if the system keeps no table. Reads the disk. */
  public Optional<End> clientEnd() {
    return clientEnd(TABLES);
  }

  Optional<End> clientEnd(Path tables) {
    return ADDRESS.entrySet().stream()
        .flatMap(table -> in(tables.resolve(table.getKey()), table.getValue()).stream())
        .findFirst();
  }

  private Optional<End> in(Path table, String address) {
    String local = address + ":%04X".formatted(client);
    String remote = address + ":%04X".formatted(server);
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      return lines
          .map(line -> line.strip().split("\\s+"))
          .filter(fields -> fields.length > INODE)
          .filter(fields -> fields[LOCAL].equals(local) && fields[REMOTE].equals(remote))
          .map(fields -> new End(Integer.parseInt(fields[UID]), Long.parseLong(fields[INODE])))
          .findFirst();
    } catch (IOException | UncheckedIOException unreadable) { // no addresses of this kind
      return Optional.empty();
    }
  }
}
