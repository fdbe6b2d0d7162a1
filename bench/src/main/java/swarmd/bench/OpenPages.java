package swarmd.bench;

import static swarmd.bench.HttpLoad.between;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Open pages follow a swarm at work; they must not slow it down. */
final class OpenPages {
  private static final int PAGES = 200;
  private static final int ROUNDS = 7;
  private static final int WARM_UP = 40_000;
  private static final int CYCLES = 12_000;
  private static final int HOOKS = 20_000;
  private static final int CONNECTIONS = 32;
  private static final int CHANGES = 50;

  private OpenPages() {}

  /** With and without pages in turns, so that other load on the machine slows both equally. */
  static void run(BenchReport report) throws IOException, InterruptedException {
    report.section(
        "%d open pages on a swarm at work, median of %d rounds".formatted(PAGES, ROUNDS));
    double[][] cycles = new double[2][ROUNDS];
    double[][] p99 = new double[2][ROUNDS];
    long received = 0;
    Samples seen;
    try (BenchDaemon daemon = BenchDaemon.start()) {
      daemon.addTasks(WARM_UP / 2 + 2 * (ROUNDS + 1) * CYCLES);
      LoadClient.run(daemon.socket(), CONNECTIONS, WARM_UP / 2);
      HookPath.load(daemon, CONNECTIONS, WARM_UP, number -> HookPath.toolUse("/warm", number));
      for (int round = 0; round < ROUNDS; round++) {
        for (int with = 0; with < 2; with++) {
          try (Readers pages = new Readers(daemon, with * PAGES)) {
            cycles[with][round] =
                LoadClient.run(daemon.socket(), CONNECTIONS, CYCLES).cyclesPerSecond();
            p99[with][round] =
                HookPath.load(
                        daemon, CONNECTIONS, HOOKS, number -> HookPath.toolUse("/pages", number))
                    .percentileMillis(99);
            received += pages.received.get();
          }
        }
      }
      seen = untilSeen(daemon);
    }
    double none = Samples.median(cycles[0]);
    double many = Samples.median(cycles[1]);
    report.value("claim + complete per second, no page", "%,8.0f".formatted(none));
    report.value("the same with all pages", "%,8.0f  = %.2f x".formatted(many, many / none));
    report.bar("at least 0.9 x none", many >= 0.9 * none);
    report.value("p99 of a hook event, no page", "%.3f ms".formatted(Samples.median(p99[0])));
    report.value(
        "the same with all pages",
        "%.3f ms  = %.2f x"
            .formatted(Samples.median(p99[1]), Samples.median(p99[1]) / Samples.median(p99[0])));
    report.bar("at most 1.1 x none", Samples.median(p99[1]) <= 1.1 * Samples.median(p99[0]));
    report.value(
        "until a page hears of a new task",
        "median %.0f ms, p99 %.0f ms".formatted(seen.medianMillis(), seen.percentileMillis(99)));
    report.value("sent to all pages", "%,d MB".formatted(received / 1_000_000));
  }

  /** How long it takes until a page hears of a task that was added. */
  private static Samples untilSeen(BenchDaemon daemon) throws IOException {
    Samples samples = new Samples(CHANGES);
    try (SocketChannel page = open(daemon)) {
      ByteBuffer buffer = ByteBuffer.allocate(1 << 20);
      awaitText(page, buffer, "event: status");
      for (int i = 0; i < CHANGES; i++) {
        String title = "change " + i + ".";
        long start = System.nanoTime();
        daemon.request(
            "POST", "/v1/tasks", "{\"project\":\"/seen\",\"title\":\"%s\"}".formatted(title));
        awaitText(page, buffer, title);
        samples.add(System.nanoTime() - start);
      }
    }
    return samples;
  }

  private static void awaitText(SocketChannel page, ByteBuffer buffer, String text)
      throws IOException {
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(text) < 0) {
      if (page.read(buffer.clear()) < 0) {
        throw new IOException("the daemon has closed a page's connection");
      }
      seen.append(StandardCharsets.UTF_8.decode(buffer.flip()));
    }
  }

  /** The connection of a page that was just opened. */
  private static SocketChannel open(BenchDaemon daemon) throws IOException {
    String access = Files.readString(daemon.home().resolve("http.json"));
    int port = Integer.parseInt(between(access, "\"port\":", ","));
    String request =
        "GET /v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n"
            .formatted(between(access, "\"page_token\":\"", "\""));
    SocketChannel page =
        SocketChannel.open(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
    page.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    return page;
  }

  /** As many pages as there are, which read everything that they get. */
  private static final class Readers implements AutoCloseable {
    private final AtomicLong received = new AtomicLong();
    private final List<SocketChannel> pages = new ArrayList<>();
    private final Selector selector = Selector.open();
    private final Thread thread = new Thread(this::read, "pages");

    Readers(BenchDaemon daemon, int count) throws IOException, InterruptedException {
      for (int i = 0; i < count; i++) {
        SocketChannel page = open(daemon);
        pages.add(page);
        page.configureBlocking(false);
        page.register(selector, SelectionKey.OP_READ);
      }
      thread.start();
      while (received.get() < 100L * count) { // each has got its first status
        TimeUnit.MILLISECONDS.sleep(20);
      }
    }

    private void read() {
      ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
      try {
        while (selector.isOpen()) {
          selector.select(
              key -> {
                try {
                  int count = ((SocketChannel) key.channel()).read(buffer.clear());
                  if (count < 0) {
                    throw new IllegalStateException("the daemon has closed a page's connection");
                  }
                  received.addAndGet(count);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
        }
      } catch (ClosedSelectorException e) {
        return; // the round is over
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      selector.close();
      while (thread.isAlive()) {
        Thread.onSpinWait(); // it sees the closed selector at once
      }
      for (SocketChannel page : pages) {
        page.close();
      }
    }
  }
}
