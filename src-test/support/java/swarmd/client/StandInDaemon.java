package swarmd.client;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Sends a test's answers on a daemon's socket, and records the requests. */
final class StandInDaemon implements Closeable {
  private final ServerSocketChannel server;
  private final Function<Request, byte[]> answers;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile long lastRequest;

  record Request(String path, String head, String body) {
    String header(String name) {
      return head.lines()
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).trim())
          .findFirst()
          .orElse("");
    }
  }

  private StandInDaemon(Path socket, Function<Request, byte[]> answers) throws IOException {
    this.answers = answers;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    Files.deleteIfExists(socket);
    server.bind(UnixDomainSocketAddress.of(socket));
  }

  static StandInDaemon on(Path socket, Function<Request, byte[]> answers) {
    try {
      StandInDaemon daemon = new StandInDaemon(socket, answers);
      new Thread(daemon::serve, "stand-in").start();
      return daemon;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static StandInDaemon thatAnswers(Path socket, int status, String json) {
    return on(socket, request -> response(status, json));
  }

  /** Accepts every request and never answers. */
  static StandInDaemon thatHangs(Path socket) {
    return on(socket, request -> new byte[0]);
  }

  static byte[] response(int status, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    String head = "HTTP/1.1 %d Any\r\nContent-Length: %d\r\n\r\n".formatted(status, body.length);
    return join(head.getBytes(StandardCharsets.US_ASCII), body);
  }

  /** A command's output in frames, each in its own chunk. */
  static byte[] stream(byte[]... frames) {
    byte[] all =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    for (byte[] frame : frames) {
      byte[] size =
          (Integer.toHexString(frame.length) + "\r\n").getBytes(StandardCharsets.US_ASCII);
      all = join(all, size, frame, new byte[] {'\r', '\n'});
    }
    return join(all, "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] frame(int stream, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] header = ByteBuffer.allocate(8).put((byte) stream).putInt(4, bytes.length).array();
    return join(header, bytes);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  List<Request> requests() {
    return requests;
  }

  /** How long a client has waited, without its start time on a busy machine. */
  long millisSinceLastRequest() {
    return (System.nanoTime() - lastRequest) / 1_000_000;
  }

  Request onlyRequest() {
    if (requests.size() != 1) {
      throw new AssertionError("not one request but " + requests);
    }
    return requests.get(0);
  }

  private void serve() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        new Thread(() -> serve(client)).start();
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(SocketChannel client) {
    try {
      InputStream in = Channels.newInputStream(client);
      ByteArrayOutputStream head = new ByteArrayOutputStream();
      while (!head.toString(StandardCharsets.UTF_8).endsWith("\r\n\r\n")) {
        int next = in.read();
        if (next < 0) {
          return;
        }
        head.write(next);
      }
      Request start = new Request("", head.toString(StandardCharsets.UTF_8), "");
      String length = start.header("content-length");
      byte[] body = in.readNBytes(length.isEmpty() ? 0 : Integer.parseInt(length));
      Request request =
          new Request(
              start.head().split(" ")[1], start.head(), new String(body, StandardCharsets.UTF_8));
      lastRequest = System.nanoTime();
      requests.add(request);
      byte[] answer = answers.apply(request);
      if (answer.length > 0) {
        ByteBuffer bytes = ByteBuffer.wrap(answer);
        while (bytes.hasRemaining()) {
          client.write(bytes);
        }
        client.close();
      }
    } catch (IOException e) {
      // the client went away
    }
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Replaces bin/swarmd: runs a stand-in and records the hooks it receives. */
  static String script(Path received) {
    return "#!/bin/sh\nexec '%s/bin/java' -cp '%s' %s \"$SWARMD_HOME/swarmd.sock\" '%s'\n"
        .formatted(
            System.getProperty("java.home"),
            System.getProperty("java.class.path"),
            StandInDaemon.class.getName(),
            received);
  }

  public static void main(String[] args) {
    on(
        Path.of(args[0]),
        request -> {
          if (request.path().startsWith("/v1/hooks")) {
            record(Path.of(args[1]), request.body());
          }
          return response(200, "{\"stand\":\"in\"}");
        });
  }

  private static void record(Path file, String body) {
    try {
      Files.writeString(file, body, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
