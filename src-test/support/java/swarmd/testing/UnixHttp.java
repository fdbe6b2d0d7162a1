package swarmd.testing;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One connection of a low-level HTTP/1.1 client: it sends any bytes and reads one answer after the
 * other.
 */
public final class UnixHttp implements AutoCloseable {
  /** Never ::1, whatever the machine prefers. */
  public static final InetAddress LOOPBACK = loopback();

  private static final byte[] NOTHING = {};
  private static final int PATIENCE_SECONDS = 120;
  private static final ScheduledThreadPoolExecutor WATCH = watch();

  private final SocketChannel channel;
  private final ByteBuffer received = ByteBuffer.allocate(64 * 1024).flip();

  private UnixHttp(SocketChannel channel) {
    this.channel = channel;
  }

  private static InetAddress loopback() {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ScheduledThreadPoolExecutor watch() {
    ScheduledThreadPoolExecutor watch =
        new ScheduledThreadPoolExecutor(
            1,
            action -> {
              Thread thread = new Thread(action, "watch");
              thread.setDaemon(true);
              return thread;
            });
    watch.setRemoveOnCancelPolicy(true);
    return watch;
  }

  public static UnixHttp connect(Path socket) {
    return connect(UnixDomainSocketAddress.of(socket));
  }

  /** On 127.0.0.1 instead of the socket. */
  public static UnixHttp loopback(int port) {
    return connect(new InetSocketAddress(LOOPBACK, port));
  }

  public static UnixHttp connect(SocketAddress address) {
    try {
      return new UnixHttp(SocketChannel.open(address));
    } catch (IOException e) {
      throw new UncheckedIOException(address + ": " + e.getMessage(), e);
    }
  }

  public Answer get(String path) {
    return send("GET", path, Map.of(), NOTHING);
  }

  public Answer post(String path, String body) {
    return send("POST", path, Map.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  public Answer send(String method, String path, Map<String, String> headers, byte[] body) {
    Optional<UncheckedIOException> unsent = Optional.empty();
    try {
      write(request(method, path, headers, body));
    } catch (UncheckedIOException e) {
      unsent = Optional.of(e); // the daemon may refuse a request before reading all of it
    }
    try {
      return read(method.equals("HEAD"));
    } catch (UncheckedIOException e) {
      throw unsent.orElse(e);
    }
  }

  public static byte[] request(
      String method, String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("Host", "swarmd");
    if (body.length > 0) {
      all.put("Content-Length", Integer.toString(body.length));
    }
    all.putAll(headers);
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    all.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(start.length + body.length).put(start).put(body).array();
  }

  public UnixHttp write(String text) {
    return write(text.getBytes(StandardCharsets.UTF_8));
  }

  public UnixHttp write(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next answer, with its whole body. */
  public Answer read() {
    return read(false);
  }

  private Answer read(boolean withoutBody) {
    Head head = readHead();
    return withoutBody ? new Answer(head.status(), head.headers(), NOTHING) : readRest(head);
  }

  /** Only the start of an answer, for those that never end. */
  public Head readHead() {
    try {
      String[] status = line().split(" ", 3);
      Map<String, String> headers = new TreeMap<>();
      for (String line = line(); !line.isEmpty(); line = line()) {
        String[] parts = line.split(": ?", 2);
        headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
      }
      return new Head(Integer.parseInt(status[1]), headers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The body after the start of an answer. */
  public Answer readRest(Head head) {
    return new Answer(head.status(), head.headers(), body(head));
  }

  private byte[] body(Head head) {
    if (head.status() == 100) {
      return NOTHING;
    }
    if (!head.headers().containsKey("transfer-encoding")) {
      return bytes(Integer.parseInt(head.headers().getOrDefault("content-length", "0")));
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
      body.writeBytes(chunk);
    }
    return body.toByteArray();
  }

  /** The next part of an answer whose length was not known; empty at its end. */
  public byte[] readChunk() {
    try {
      byte[] chunk = bytes(Integer.parseInt(line(), 16));
      line();
      return chunk;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the daemon has closed the connection, and ignores anything it still sends. */
  public boolean isClosedByDaemon() {
    try {
      do {
        received.clear().flip();
      } while (fill());
      return true;
    } catch (IOException e) {
      return channel.isOpen(); // reset, because it had not read everything
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (byte next = next(); next != '\n'; next = next()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  private byte[] bytes(int count) {
    try {
      byte[] bytes = new byte[count];
      for (int at = 0; at < count; ) {
        require();
        int length = Math.min(count - at, received.remaining());
        received.get(bytes, at, length);
        at += length;
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte next() throws IOException {
    require();
    return received.get();
  }

  private void require() throws IOException {
    if (!received.hasRemaining() && !fill()) {
      throw new EOFException("the daemon closed the connection");
    }
  }

  /** A blocking channel has no timeout, and a test must not wait forever. */
  private boolean fill() throws IOException {
    Future<?> tooLate = WATCH.schedule(this::close, PATIENCE_SECONDS, TimeUnit.SECONDS);
    received.clear();
    try {
      return channel.read(received) >= 0;
    } catch (AsynchronousCloseException e) {
      throw new IOException("nothing came for " + PATIENCE_SECONDS + " s", e);
    } finally {
      received.flip();
      tooLate.cancel(false);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The start of an answer; the header names are in lower case. */
  public record Head(int status, Map<String, String> headers) {}

  /** A whole answer. */
  public record Answer(int status, Map<String, String> headers, byte[] body) {
    public String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }
}
