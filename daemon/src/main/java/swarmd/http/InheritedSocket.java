package swarmd.http;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.channel.unix.Socket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A listening socket that was open when this process started, as systemd passes them. */
public sealed interface InheritedSocket {
  /** A Unix socket and its path. */
  record Unix(int descriptor, Path path) implements InheritedSocket {}

  /** A port of the loopback address. */
  record Tcp(int descriptor, int port) implements InheritedSocket {}

  /** From sd_listen_fds(3). */
  int FIRST_DESCRIPTOR = 3;

  int SOL_SOCKET = 1;
  int SO_ACCEPTCONN = 30;
  int SO_DOMAIN = 39;
  int AF_UNIX = 1;

  /**
   * The sockets that the variables LISTEN_PID and LISTEN_FDS announce.
   *
   * @param environment of this process; a child's variables may still name its parent
   */
  static List<InheritedSocket> announcedBy(Map<String, String> environment) throws IOException {
    String own = Long.toString(ProcessHandle.current().pid());
    if (!own.equals(environment.get("LISTEN_PID"))) {
      return List.of();
    }
    if (!Epoll.isAvailable()) {
      throw new IOException("sockets passed by systemd need Netty's native transport");
    }
    List<InheritedSocket> sockets = new ArrayList<>();
    int count = count(environment.getOrDefault("LISTEN_FDS", ""));
    for (int i = 0; i < count; i++) {
      sockets.add(of(FIRST_DESCRIPTOR + i));
    }
    return List.copyOf(sockets);
  }

  private static int count(String number) throws IOException {
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new IOException("LISTEN_FDS is not a number: '" + number + "'", e);
    }
  }

  private static InheritedSocket of(int descriptor) throws IOException {
    Socket socket = new Socket(descriptor);
    if (socket.getIntOpt(SOL_SOCKET, SO_ACCEPTCONN) == 0) {
      throw new IOException("the inherited file " + descriptor + " is not a listening socket");
    }
    if (socket.getIntOpt(SOL_SOCKET, SO_DOMAIN) == AF_UNIX) {
      DomainSocketAddress address = socket.localDomainSocketAddress();
      return new Unix(descriptor, Path.of(address.path()));
    }
    InetSocketAddress address = socket.localAddress();
    if (!address.getAddress().isLoopbackAddress()) {
      throw new IOException(
          "the inherited socket listens on %s; it must listen on 127.0.0.1"
              .formatted(address.getAddress().getHostAddress()));
    }
    return new Tcp(descriptor, address.getPort());
  }
}
