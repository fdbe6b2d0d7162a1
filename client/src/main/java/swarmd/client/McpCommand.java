package swarmd.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.usage.CommandShape;
import swarmd.usage.FailureText;

/**
 * `swarm mcp`: an MCP server on standard input and output, which forwards each message to the
 * daemon and prints its answer. Messages do not wait for each other, since a claim may wait.
 */
final class McpCommand {
  private static final long START_LIMIT_MILLIS = 60_000;
  private static final long ANSWER_LIMIT_MILLIS = 6_000;
  private static final int MAX_LINE_BYTES = 16 << 20;
  private static final int MAX_REPETITIONS = 5;

  /** How long answers may still come after the client has closed its end. */
  private static final long LAST_ANSWERS_MILLIS = 2_000;

  private final Home home;
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final String headers = headers();
  private final Map<String, Forwarding> running = new ConcurrentHashMap<>();
  private final Object starting = new Object();

  McpCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    Arguments.read(CommandShape.MCP, args);
    List<Thread> threads = new ArrayList<>();
    InputStream in = new BufferedInputStream(System.in);
    for (Optional<byte[]> line = line(in); line.isPresent(); line = line(in)) {
      if (line.get().length > 0) {
        threads.removeIf(thread -> !thread.isAlive());
        take(McpMessage.read(line.get())).ifPresent(threads::add);
      }
    }
    awaitLastAnswers(threads);
    new ClientArchive(home).refresh();
    return Main.OK;
  }

  /** The next line without its end; empty at the end of the input. */
  private static Optional<byte[]> line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return Optional.empty();
    }
    for (; next >= 0 && next != '\n'; next = in.read()) {
      if (line.size() <= MAX_LINE_BYTES) { // the daemon refuses what is longer
        line.write(next);
      }
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return Optional.of(text.isBlank() ? new byte[0] : line.toByteArray());
  }

  private Optional<Thread> take(McpMessage message) {
    if (message.cancels().isPresent()) {
      Forwarding cancelled = running.remove(message.cancels().get());
      if (cancelled != null) {
        cancelled.cancel();
      }
      return Optional.empty();
    }
    Forwarding forwarding = new Forwarding(message);
    message.id().ifPresent(id -> running.put(id, forwarding));
    Thread thread = new Thread(forwarding, "message");
    thread.setDaemon(true);
    thread.start();
    return Optional.of(thread);
  }

  private static void awaitLastAnswers(List<Thread> threads) {
    long end = System.nanoTime() + LAST_ANSWERS_MILLIS * 1_000_000;
    for (Thread thread : threads) {
      try {
        thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** The agent that the host has started this for, according to the environment. */
  private static String headers() {
    return Hook.header("Swarm-Client", ProcessHandle.current().pid() + "-" + System.nanoTime())
        + Hook.header("Swarm-Session", String.join(",", sessions()))
        + Hook.header("Swarm-Agent", System.getenv("SWARM_AGENT"))
        + Hook.header("Swarm-Project-Dir", System.getProperty("user.dir"));
  }

  private static Set<String> sessions() {
    Set<String> sessions = new LinkedHashSet<>();
    add("SWARM_SESSION", sessions);
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      host.variables().session().ifPresent(variable -> add(variable, sessions));
    }
    return sessions;
  }

  private static void add(String variable, Set<String> sessions) {
    String session = System.getenv(variable);
    if (session != null && !session.isBlank()) {
      sessions.add(session);
    }
  }

  private void print(String answer) {
    byte[] line = (answer + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(line);
      } catch (IOException e) { // nobody reads any more: the end of the input follows
        System.err.println("swarm: an answer could not be written: " + FailureText.of(e));
      }
    }
  }

  /** One message on its way to the daemon and back. */
  private final class Forwarding implements Runnable {
    private final McpMessage message;
    private Optional<Exchange> exchange = Optional.empty();
    private boolean cancelled;

    Forwarding(McpMessage message) {
      this.message = message;
    }

    /** Withdraws the request; the daemon notices that nobody waits for it. */
    synchronized void cancel() {
      cancelled = true;
      exchange.ifPresent(this::close);
    }

    private void close(Exchange open) {
      try {
        open.close();
      } catch (IOException e) {
        System.err.println("swarm: a request could not be cancelled: " + FailureText.of(e));
      }
    }

    private synchronized boolean isCancelled() {
      return cancelled;
    }

    @Override
    public void run() {
      String answer;
      try {
        answer = answer();
      } catch (IOException e) {
        answer = message.id().isPresent() ? message.failure(FailureText.of(e)) : "";
      }
      message.id().ifPresent(id -> running.remove(id, this));
      if (!answer.isBlank() && !isCancelled()) {
        print(answer);
      }
    }

    private String answer() throws IOException {
      for (int left = message.mayRepeat() ? MAX_REPETITIONS : 0; ; left--) {
        try (Exchange connected = connect()) {
          begin(connected);
          connected.post("/mcp", headers, message.body());
          String body = new String(connected.body().readAllBytes(), StandardCharsets.UTF_8);
          return connected.status() == 200 || body.contains("\"jsonrpc\"")
              ? body
              : refusal(connected.status(), body);
        } catch (Exchange.Expired e) {
          throw new IOException(DaemonProbe.silence(home), e);
        } catch (IOException e) {
          if (isCancelled() || left == 0) {
            throw e;
          }
        }
      }
    }

    private synchronized void begin(Exchange connected) throws IOException {
      if (cancelled) {
        throw new IOException("cancelled");
      }
      exchange = Optional.of(connected);
    }

    /** An answer that is not the protocol's, such as to a body that is too large. */
    private String refusal(int status, String body) {
      return status == 202
          ? ""
          : message.failure(
              JsonText.field(body, "message").orElse("the daemon answers with HTTP " + status));
    }

    private Exchange connect() throws IOException {
      try {
        return open();
      } catch (Exchange.Expired e) {
        throw e;
      } catch (IOException noDaemon) {
        synchronized (starting) {
          Optional<String> problem = new Starter(home).start(START_LIMIT_MILLIS);
          if (problem.isPresent()) {
            throw new IOException(problem.get(), noDaemon);
          }
        }
        return open();
      }
    }

    private Exchange open() throws IOException {
      return message.isCall()
          ? Exchange.connect(home.socket())
          : Exchange.connect(home.socket(), ANSWER_LIMIT_MILLIS, new DaemonLife(home));
    }
  }
}
