package swarmd.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.home.Home;
import swarmd.http.HttpServer;
import swarmd.http.InheritedSocket;

/** Opens the daemon's two addresses, or takes over those that systemd has opened for it. */
final class ListeningSockets {
  private static final Logger log = LoggerFactory.getLogger(ListeningSockets.class);

  private final HttpServer server;
  private final Home home;
  private final Optional<InheritedSocket.Unix> inheritedSocket;
  private final Optional<InheritedSocket.Tcp> inheritedPort;

  ListeningSockets(HttpServer server, Home home, List<InheritedSocket> inherited)
      throws IOException {
    this.server = server;
    this.home = home;
    inheritedSocket = only(inherited, InheritedSocket.Unix.class);
    inheritedPort = only(inherited, InheritedSocket.Tcp.class);
  }

  private static <T> Optional<T> only(List<InheritedSocket> inherited, Class<T> type)
      throws IOException {
    List<T> found = inherited.stream().filter(type::isInstance).map(type::cast).toList();
    if (found.size() > 1) {
      throw new IOException(
          "systemd passed more than one socket of a kind; run: swarm service install");
    }
    return found.stream().findFirst();
  }

  /**
   * Returns where the port is and what opens it.
   *
   * @param configured the port to use, or 0 for that of last time
   */
  HttpAccess openPort(HttpAccess last, int configured) throws IOException {
    boolean heldSince = last.held() && inheritedPort.isPresent();
    HttpAccess access = heldSince ? last : last.withNewPageToken();
    if (inheritedPort.isPresent()) {
      server.adopt(inheritedPort.get(), access.tokens());
      return access.onHeldPort(inheritedPort.get().port());
    }
    int wanted = configured == 0 ? last.port() : configured;
    try {
      return access.onPort(server.bind(wanted, access.tokens()));
    } catch (IOException e) {
      if (wanted == 0) {
        throw e;
      }
      log.warn(
          "Another program has port {}, and hosts may have sent it the hook token: the port and"
              + " both tokens are new",
          wanted);
      HttpAccess fresh = HttpAccess.afterLossOf(wanted);
      return fresh.onPort(server.bind(0, fresh.tokens()));
    }
  }

  void openSocket(int uid) throws IOException {
    Path path = home.socket();
    if (inheritedSocket.isPresent()) {
      Path given = inheritedSocket.get().path();
      if (!given.equals(path)) {
        throw new IOException(
            "systemd opened %s, but the socket of this home is %s; run: swarm service install"
                .formatted(given, path));
      }
      server.adopt(inheritedSocket.get(), uid);
      return;
    }
    PrivateFiles.makeMissingFolder(path.getParent());
    StaleSocket.remove(path);
    server.bind(path, uid);
  }
}
