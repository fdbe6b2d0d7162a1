package swarmd.testing;

import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Finds the buffers that a daemon in another process has leaked. */
public final class DaemonLeaks {
  /** The start of Netty's log entry about a leak. */
  public static final String LEAK = "LEAK: ";

  /** A reference that the garbage collector has cleared is queued a moment later. */
  private static final int REQUESTS = 3;

  private DaemonLeaks() {}

  /**
   * Looks for leaks, and for writes with other effects than what they store, as thoroughly as this
   * JVM does: a benchmark must not pay for it.
   */
  public static String javaOptions() {
    return "-Dio.netty.leakDetection.level=%s -Dswarmd.rehearsedWrites=%d"
        .formatted(
            ResourceLeakDetector.getLevel(), Integer.getInteger("swarmd.rehearsedWrites", 0));
  }

  /** The same for a daemon that is to be asked for its leaks with {@link #logLeaks}. */
  static String javaOptionsToLogLeaks() {
    return "-XX:+StartAttachListener " + javaOptions();
  }

  /** Netty logs a leak when a buffer is created after the garbage collection that found it. */
  static void logLeaks(long pid, Supplier<UnixHttp> connect) {
    if (!Files.exists(attachSocket(pid))) {
      return; // the test runs the daemon with other options
    }
    collectGarbage(pid);
    try (UnixHttp http = connect.get()) {
      for (int i = 0; i < REQUESTS; i++) {
        http.get("/healthz");
      }
    }
  }

  /** As `jcmd PID GC.run` does, without the cost of another JVM. */
  private static void collectGarbage(long pid) {
    try (SocketChannel jvm = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      jvm.connect(UnixDomainSocketAddress.of(attachSocket(pid)));
      jvm.write(ByteBuffer.wrap("1\0jcmd\0GC.run\0\0\0".getBytes(StandardCharsets.US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(1024);
      while (jvm.read(answer) >= 0) {
        answer.clear();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A JVM that was killed leaves its socket behind. */
  static void forget(long pid) {
    try {
      Files.deleteIfExists(attachSocket(pid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path attachSocket(long pid) {
    return Path.of("/tmp/.java_pid" + pid);
  }
}
