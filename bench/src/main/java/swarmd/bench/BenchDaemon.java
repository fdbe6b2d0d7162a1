package swarmd.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real daemon process with its own home. */
final class BenchDaemon implements AutoCloseable {
  static final Path DIST = Path.of(System.getProperty("swarmd.dist"));

  /** The JDK that daemons run on, unless it is the usual one. */
  private static final Optional<String> JAVA =
      Optional.ofNullable(System.getenv("SWARMD_BENCH_JAVA")).filter(path -> !path.isBlank());

  static final String PROFILE = "SWARMD_PROFILE";

  private final Path home;
  private final Process process;

  private BenchDaemon(Path home, Process process) {
    this.home = home;
    this.process = process;
  }

  static BenchDaemon start() throws IOException, InterruptedException {
    return start(Map.of());
  }

  /** Returns once it answers. */
  static BenchDaemon start(Map<String, String> settings) throws IOException, InterruptedException {
    return startIn(Files.createTempDirectory("sw"), DIST, settings);
  }

  /** The one of another installation, in a home that may have been used before. */
  static BenchDaemon startIn(Path home, Path dist, Map<String, String> settings)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(dist.resolve("bin/swarmd").toString());
    builder.environment().put("SWARMD_HOME", home.toString());
    builder.environment().put("SWARMD_SCRIPTS", "allow"); // nobody is at a terminal
    builder.environment().put(PROFILE, "server"); // unless a part measures the other
    JAVA.ifPresent(java -> builder.environment().put("JAVA_HOME", java));
    builder.environment().putAll(settings);
    builder.redirectErrorStream(true).redirectOutput(new File("/dev/null"));
    BenchDaemon daemon = new BenchDaemon(home, builder.start());
    Runtime.getRuntime().addShutdownHook(new Thread(daemon::close));
    while (!daemon.answers()) {
      if (!daemon.process.isAlive()) {
        throw new IOException("the daemon did not start");
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
    return daemon;
  }

  Path home() {
    return home;
  }

  Path socket() {
    return home.resolve("swarmd.sock");
  }

  /** Runs a command as a user would. */
  void swarm(Path directory, String... arguments) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Stream.concat(Stream.of(DIST.resolve("bin/swarm").toString()), Stream.of(arguments))
                .toList());
    builder.directory(directory.toFile()).environment().put("SWARMD_HOME", home.toString());
    builder.redirectErrorStream(true).redirectOutput(new File("/dev/null"));
    if (builder.start().waitFor() != 0) {
      throw new IOException("failed: swarm " + String.join(" ", arguments));
    }
  }

  private boolean answers() {
    try {
      return request("GET", "/healthz", "").startsWith("HTTP/1.1 200");
    } catch (IOException e) {
      return false;
    }
  }

  /** One request on a new connection. */
  String request(String method, String path, String body) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket()));
      ByteBuffer request =
          ByteBuffer.wrap(
              "%s %s HTTP/1.1\r\nHost: swarmd\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                  .formatted(method, path, body.getBytes(StandardCharsets.UTF_8).length, body)
                  .getBytes(StandardCharsets.UTF_8));
      while (request.hasRemaining()) {
        channel.write(request);
      }
      try (InputStream in = java.nio.channels.Channels.newInputStream(channel)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  /** One request that must succeed, and how long it took. */
  long timed(String method, String path, String body) throws IOException {
    long start = System.nanoTime();
    String answer = request(method, path, body);
    long nanos = System.nanoTime() - start;
    if (!answer.startsWith("HTTP/1.1 2")) {
      throw new IOException(method + " " + path + ": " + answer.lines().findFirst().orElse(""));
    }
    return nanos;
  }

  /** Adds tasks in requests of ten thousand. */
  void addTasks(int count) throws IOException {
    for (int added = 0; added < count; ) {
      int now = Math.min(10_000, count - added);
      StringBuilder body = new StringBuilder("{\"project\":\"/bench\",\"tasks\":[");
      for (int i = 0; i < now; i++) {
        body.append(i == 0 ? "" : ",").append("{\"title\":\"task ").append(added + i).append("\"}");
      }
      String answer = request("POST", "/v1/tasks", body.append("]}").toString());
      if (!answer.startsWith("HTTP/1.1 201")) {
        throw new IOException(answer.substring(0, Math.min(300, answer.length())));
      }
      added += now;
    }
  }

  long residentMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + process.pid() + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
      }
    }
    return 0;
  }

  long cpuMillis() {
    return process.info().totalCpuDuration().orElseThrow().toMillis();
  }

  /** Leaves its home. */
  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor(10, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    try {
      stop();
      if (Files.exists(home)) {
        try (Stream<Path> files = Files.walk(home)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
