package swarmd.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import swarmd.home.OwnFolder;

/**
 * One HTTP exchange on the daemon's socket. Closing it cancels the request if it is still running.
 *
 * <p>Written by hand, because the JDK's HTTP client does not support Unix sockets and takes longer
 * to load than a whole hook may take.
 */
final class Exchange implements Closeable {
  private final SocketChannel channel;
  private volatile boolean limited;
  private volatile boolean expired;
  private int status;
  private ResponseBody body;

  private Exchange(SocketChannel channel) {
    this.channel = channel;
  }

  static Exchange connect(Path socket) throws IOException {
    return open(socket).connectTo(socket);
  }

  /** Fails if connecting and everything after it takes longer than this. */
  static Exchange connect(Path socket, long millis) throws IOException {
    return connect(
        socket,
        millis,
        new Patience() {
          @Override
          public boolean isWorthMore() {
            return false;
          }
        });
  }

  /** The same, but the limit counts again and again for as long as that is worth it. */
  static Exchange connect(Path socket, long millis, Patience patience) throws IOException {
    Exchange exchange = open(socket);
    exchange.limit(millis, patience);
    return exchange.connectTo(socket);
  }

  /** Decides whether to go on waiting. */
  interface Patience {
    boolean isWorthMore();
  }

  /** Refuses a socket in a folder of somebody else, who could listen there instead. */
  private static Exchange open(Path socket) throws IOException {
    Optional<OwnFolder.Problem> problem = OwnFolder.problem(socket.getParent(), "SWARMD_SOCKET");
    if (problem.isPresent()) {
      throw new IOException(problem.get().toString());
    }
    return new Exchange(SocketChannel.open(StandardProtocolFamily.UNIX));
  }

  private Exchange connectTo(Path socket) throws IOException {
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return this;
    } catch (IOException | RuntimeException e) {
      channel.close();
      if (expired) {
        throw new Expired();
      }
      throw e;
    }
  }

  /** Closes the exchange if it takes too long, because a blocking channel has no timeout. */
  private void limit(long millis, Patience patience) {
    limited = true;
    Watchdog.start(
        millis,
        new Runnable() {
          @Override
          public void run() {
            try {
              while (limited && patience.isWorthMore()) {
                Pause.of(millis);
              }
              if (limited) {
                expired = true;
                close();
              }
            } catch (IOException e) {
              // nothing left to do
            }
          }
        });
  }

  /** The rest may take as long as it needs. */
  void liftLimit() {
    limited = false;
  }

  /** The daemon did not answer in time. */
  static final class Expired extends IOException {
    private static final long serialVersionUID = 1;

    Expired() {
      super("the daemon does not answer");
    }
  }

  void get(String path) throws IOException {
    send("GET " + path + " HTTP/1.1\r\n", new byte[0]);
  }

  /** Sends the body; each of the headers ends with a line break. */
  void post(String path, String headers, byte[] body) throws IOException {
    send(
        "POST "
            + path
            + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n"
            + headers,
        body);
  }

  private void send(String head, byte[] payload) throws IOException {
    byte[] start =
        (head + "Host: swarmd\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer request = ByteBuffer.allocate(start.length + payload.length);
    request.put(start).put(payload).flip();
    IOException unsent = null;
    try {
      while (request.hasRemaining()) {
        channel.write(request);
      }
    } catch (IOException e) {
      unsent = e; // the daemon refuses a body that is too large before reading all of it
    }
    try {
      receive();
    } catch (IOException e) {
      if (expired) {
        throw new Expired();
      }
      throw unsent == null ? e : unsent;
    }
  }

  private void receive() throws IOException {
    body = new ResponseBody(channel);
    do {
      status = statusOf(body.line());
      body.headers();
    } while (status == 100);
  }

  private static int statusOf(String line) throws IOException {
    if (!line.startsWith("HTTP/1.") || line.length() < 12) {
      throw new IOException("the daemon's answer is not HTTP: " + line);
    }
    return Integer.parseInt(line, 9, 12, 10);
  }

  int status() {
    return status;
  }

  InputStream body() {
    return body;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
