package swarmd.testing;

import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.testing.UnixHttp.Answer;

/**
 * Adds, claims and completes tasks without a pause, and records every acknowledgement. When the
 * daemon dies, it connects again and repeats the requests that got no answer.
 */
public final class RestlessAgent implements Runnable {
  private final RunningDaemon daemon;
  private final Log log;
  private final String name;
  private Optional<UnixHttp> connection = Optional.empty();

  public RestlessAgent(RunningDaemon daemon, Log log, String name) {
    this.daemon = daemon;
    this.log = log;
    this.name = name;
  }

  /** The acknowledgements of all agents. */
  public static final class Log {
    public final Queue<Long> added = new ConcurrentLinkedQueue<>();
    public final Queue<Step> claimed = new ConcurrentLinkedQueue<>();
    public final Queue<Step> completed = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<Long, String> holders = new ConcurrentHashMap<>();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private volatile boolean ending;

    public int acknowledged() {
      return acknowledged.get();
    }

    /** Answers that no agent should ever have got. */
    public Queue<String> faults() {
      return faults;
    }

    public void end() {
      ending = true;
    }
  }

  /** A step under a lease. */
  public record Step(long task, long fence) {}

  @Override
  public void run() {
    while (!log.ending) {
      add();
      claim().ifPresent(this::complete);
    }
    connection.ifPresent(UnixHttp::close);
  }

  /** Adding cannot be repeated safely, so without an answer nothing is recorded. */
  private void add() {
    ObjectNode task = Api.object().put("project", "/crash").put("title", name);
    try {
      Answer answer = send("/v1/tasks", task);
      if (accepted(answer)) {
        log.added.addAll(Api.ids(Api.json(answer.text())));
        log.acknowledged.incrementAndGet();
      }
    } catch (UncheckedIOException e) {
      disconnect();
    }
  }

  private Optional<Api.Held> claim() {
    ObjectNode claim = Api.object().put("project", "/crash").put("agent", name);
    claim.put("request_id", UUID.randomUUID().toString());
    Optional<JsonNode> answer = repeated("/v1/tasks/claim", claim);
    if (answer.isEmpty() || answer.get().get("tasks").isEmpty()) {
      return Optional.empty();
    }
    Api.Held held = Api.Held.of(answer.get());
    log.claimed.add(new Step(held.id(), held.fence()));
    String other = log.holders.putIfAbsent(held.id(), name);
    if (other != null) {
      log.faults.add("task " + held.id() + " is held by " + other + " and " + name);
    }
    return Optional.of(held);
  }

  private void complete(Api.Held held) {
    log.holders.remove(held.id());
    if (repeated(held.path("complete"), held.proof()).isPresent()) {
      log.completed.add(new Step(held.id(), held.fence()));
    }
  }

  /** Repeats the request until there is an answer; empty if the test ends first. */
  private Optional<JsonNode> repeated(String path, JsonNode body) {
    while (!log.ending) {
      try {
        Answer answer = send(path, body);
        if (accepted(answer)) {
          log.acknowledged.incrementAndGet();
          return Optional.of(Api.json(answer.text()));
        }
        return Optional.empty();
      } catch (UncheckedIOException e) {
        disconnect();
      }
    }
    return Optional.empty();
  }

  private Answer send(String path, JsonNode body) {
    if (connection.isEmpty()) {
      eventually().until(() -> log.ending || connects());
    }
    return connection.orElseThrow(Ending::new).post(path, body.toString());
  }

  private boolean connects() {
    try {
      connection = Optional.of(daemon.connect());
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private boolean accepted(Answer answer) {
    boolean accepted = answer.status() < 300;
    if (!accepted) {
      log.faults.add(name + " was refused: " + answer.text());
    }
    return accepted;
  }

  private void disconnect() {
    connection.ifPresent(UnixHttp::close);
    connection = Optional.empty();
  }

  private static final class Ending extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    Ending() {
      super(new IOException("the test ends"));
    }
  }
}
