package swarmd.chaos;

import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import swarmd.chaos.ClientLog.Acknowledged;
import swarmd.chaos.ClientLog.Added;
import swarmd.chaos.ClientLog.Claimed;
import swarmd.chaos.ClientLog.Held;
import swarmd.chaos.ClientLog.Refused;
import swarmd.chaos.ClientLog.Sent;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/**
 * Works on tasks and hangs up at random: before it reads an answer, or because one takes too long.
 * It repeats what was not answered, claims with the same request id.
 */
public final class ChaoticClient implements Runnable {
  private static final Duration LONG_LEASE = Duration.ofMinutes(10);
  private static final Duration SHORT_LEASE = Duration.ofMillis(1_500);
  private static final int AWAY = 503;

  private final String name;
  private final Random random;
  private final Supplier<UnixHttp> connect;
  private final ClientLog log;
  private final Shared shared;
  private Optional<UnixHttp> connection = Optional.empty();
  private int requests;

  public ChaoticClient(
      String name, Random random, Supplier<UnixHttp> connect, ClientLog log, Shared shared) {
    this.name = name;
    this.random = random;
    this.connect = connect;
    this.log = log;
    this.shared = shared;
  }

  /**
   * What all clients share.
   *
   * @param timer closes connections whose answers take too long
   * @param faults answers that no client should ever get
   * @param project where they work
   * @param mayBeAway whether 503 is an answer that a client may get, and then asks again
   */
  public record Shared(
      ScheduledExecutorService timer,
      AtomicBoolean ending,
      AtomicInteger answers,
      AtomicInteger hangUps,
      Queue<String> faults,
      String project,
      boolean mayBeAway) {

    public static Shared with(ScheduledExecutorService timer) {
      return with(timer, "/chaos", false);
    }

    /** For a database that is not always there. */
    public static Shared withRemoteDatabase(ScheduledExecutorService timer, Path project) {
      return with(timer, project.toString(), true);
    }

    private static Shared with(ScheduledExecutorService timer, String project, boolean mayBeAway) {
      return new Shared(
          timer,
          new AtomicBoolean(),
          new AtomicInteger(),
          new AtomicInteger(),
          new ConcurrentLinkedQueue<>(),
          project,
          mayBeAway);
    }
  }

  /** Ends without an answer. */
  private static final class Ending extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public void run() {
    try {
      while (!shared.ending.get()) {
        add();
        claim().ifPresent(this::work);
      }
    } catch (Ending e) {
      // the test is over
    } finally {
      disconnect();
    }
  }

  /** Cannot be repeated safely, so a task whose answer is lost is not recorded. */
  private void add() {
    ObjectNode task = Api.object().put("project", shared.project).put("title", "by " + name);
    trySend("/v1/tasks", task.put("max_attempts", 100))
        .filter(this::isAccepted)
        .ifPresent(
            answer -> Api.ids(Api.json(answer.text())).forEach(id -> log.add(new Added(id))));
  }

  private Optional<Held> claim() {
    String requestId = name + "-" + ++requests;
    Duration lease = chance(20) ? SHORT_LEASE : LONG_LEASE;
    ObjectNode claim =
        Api.object()
            .put("project", shared.project)
            .put("agent", name)
            .put("request_id", requestId)
            .put("lease_ms", lease.toMillis())
            .put("wait_ms", chance(30) ? 300 : 0);
    if (chance(10)) {
      sendTwiceAtOnce(claim);
    }
    Optional<Held> held = askUntilAnswered(requestId, lease, claim);
    return chance(20) ? askUntilAnswered(requestId, lease, claim) : held;
  }

  /** The first connection is closed while the second repeats its request. */
  private void sendTwiceAtOnce(ObjectNode claim) {
    byte[] body = claim.toString().getBytes(StandardCharsets.UTF_8);
    byte[] request = UnixHttp.request("POST", "/v1/tasks/claim", Map.of(), body);
    try (UnixHttp first = connect.get();
        UnixHttp second = connect.get()) {
      first.write(request);
      second.write(request);
      shared.hangUps.incrementAndGet();
    } catch (UncheckedIOException e) {
      // the daemon is away
    }
  }

  private Optional<Held> askUntilAnswered(String requestId, Duration lease, ObjectNode claim) {
    Answer answer = untilAnswered("/v1/tasks/claim", claim);
    if (answer.status() == 409) {
      return Optional.empty(); // the claim was made, and its lease has ended meanwhile
    }
    if (!isAccepted(answer)) {
      return Optional.empty();
    }
    JsonNode tasks = Api.json(answer.text()).get("tasks");
    if (tasks.isEmpty()) {
      return Optional.empty();
    }
    JsonNode task = tasks.get(0);
    Held held =
        new Held(
            task.get("id").asLong(),
            task.at("/lease/fence").asLong(),
            task.at("/lease/token").asText());
    log.add(new Claimed(name, requestId, held, lease.toMillis(), System.nanoTime()));
    return Optional.of(held);
  }

  private void work(Held held) {
    while (chance(40)) {
      step("renew", held, "");
    }
    int choice = random.nextInt(100);
    if (choice < 75) {
      step("complete", held, name + " did " + held.fence());
    } else if (choice < 85) {
      step("release", held, "");
    } else if (choice < 90) {
      step("fail", held, name + " failed " + held.fence());
    } // otherwise it forgets the task
  }

  private void step(String step, Held held, String text) {
    ObjectNode body = Api.object().put("token", held.token());
    if (step.equals("complete")) {
      body.put("result", text);
    } else if (step.equals("fail")) {
      body.put("error", text);
    }
    long sent = System.nanoTime();
    log.add(new Sent(name, step, held, sent));
    String path = "/v1/tasks/" + held.task() + "/" + step;
    recordStep(step, held, text, sent, untilAnswered(path, body));
    if (!step.equals("renew") && chance(20)) {
      recordStep(step, held, text, sent, untilAnswered(path, body));
    }
  }

  private void recordStep(String step, Held held, String text, long sent, Answer answer) {
    if (answer.status() == 409) {
      log.add(new Refused(name, step, held));
    } else if (isAccepted(answer)) {
      log.add(new Acknowledged(name, step, held, text, sent));
    }
  }

  private Answer untilAnswered(String path, ObjectNode body) {
    while (true) {
      Optional<Answer> answer = trySend(path, body);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
  }

  /** Empty if there is no answer, or if the client has hung up before it. */
  private Optional<Answer> trySend(String path, ObjectNode body) {
    UnixHttp http = connected();
    byte[] content = body.toString().getBytes(StandardCharsets.UTF_8);
    int patience = 200 + random.nextInt(2_000);
    Future<?> tooLate = shared.timer.schedule(() -> hangUp(http), patience, TimeUnit.MILLISECONDS);
    try {
      http.write(UnixHttp.request("POST", path, Map.of(), content));
      if (chance(10)) {
        hangUp(http);
      }
      Answer answer = http.read();
      shared.answers.incrementAndGet();
      return Optional.of(answer).filter(got -> got.status() != AWAY || !shared.mayBeAway);
    } catch (UncheckedIOException e) {
      disconnect();
      return Optional.empty();
    } finally {
      tooLate.cancel(false);
    }
  }

  private void hangUp(UnixHttp http) {
    shared.hangUps.incrementAndGet();
    http.close();
  }

  private UnixHttp connected() {
    if (connection.isEmpty()) {
      eventually().until(() -> shared.ending.get() || connects());
    }
    return connection.orElseThrow(Ending::new);
  }

  private boolean connects() {
    try {
      connection = Optional.of(connect.get());
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private void disconnect() {
    connection.ifPresent(UnixHttp::close);
    connection = Optional.empty();
  }

  private boolean isAccepted(Answer answer) {
    boolean accepted = answer.status() < 300;
    if (!accepted) {
      shared.faults.add(name + " was refused: " + answer.text());
    }
    return accepted;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }
}
