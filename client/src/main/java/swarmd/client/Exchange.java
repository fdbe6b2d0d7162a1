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
  private int status;
  private ResponseBody body;

  private Exchange(SocketChannel channel) {
    this.channel = channel;
  }

  /** Refuses a socket in a folder of somebody else, who could listen there instead. */
  static Exchange connect(Path socket) throws IOException {
    Optional<OwnFolder.Problem> problem = OwnFolder.problem(socket.getParent(), "SWARMD_SOCKET");
    if (problem.isPresent()) {
      throw new IOException(problem.get().toString());
    }
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    return new Exchange(channel);
  }

  /** Closes the exchange if it takes too long, because a blocking channel has no timeout. */
  Exchange within(long millis) {
    Watchdog.start(
        millis,
        new Runnable() {
          @Override
          public void run() {
            try {
              close();
            } catch (IOException e) {
              // nothing left to do
            }
          }
        });
    return this;
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
