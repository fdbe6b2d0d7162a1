package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Store;
import swarmd.swarm.LeaseAlarm;
import swarmd.swarm.LeaseLife;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository;
import swarmd.time.Time;

/**
 * Ends leases of the whole team, as every daemon does, and keeps those of this workstation's agents
 * that live. After a start or an outage it ends nothing for a while, so that holders can renew.
 */
final class TeamExpiry implements LeaseAlarm {
  private static final Logger log = LoggerFactory.getLogger(TeamExpiry.class);

  /** The time that holders get to renew after this daemon or the database was down. */
  static final Duration GRACE = Duration.ofSeconds(60);

  /** Leases that others have given are not known here until then. */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /** A lease is kept this long before it ends. */
  private static final Duration AHEAD = Duration.ofSeconds(30);

  private static final int BATCH = 200;

  private final Store store;
  private final TeamDatabase database;
  private final TeamCopy copy;
  private final TeamSteps steps;
  private final TeamLeases leases;
  private final String workstation;
  private final LivingSessions living;
  private final LeaseLife life;
  private final TeamClock clock;
  private final Time time;

  /** On the monotonic clock. */
  private volatile long quietUntil;

  private long alarmAt = Long.MAX_VALUE;
  private Time.Cancellable alarm = () -> {};
  private boolean stopped;

  TeamExpiry(
      Store store,
      TeamDatabase database,
      TeamCopy copy,
      TeamSteps steps,
      TeamLeases leases,
      String workstation,
      LivingSessions living,
      TeamClock clock,
      Time time) {
    this.store = store;
    this.database = database;
    this.copy = copy;
    this.steps = steps;
    this.leases = leases;
    this.workstation = workstation;
    this.living = living;
    life = new LeaseLife(living);
    this.clock = clock;
    this.time = time;
  }

  @Override
  public void start() {
    living.load(store);
    grantGrace();
    arm(INTERVAL.toMillis());
  }

  synchronized void stop() {
    stopped = true;
    alarm.cancel();
  }

  private void grantGrace() {
    quietUntil = time.monotonicMillis() + GRACE.toMillis();
  }

  @Override
  public void expectAt(long deadline) {
    arm(deadline - clock.millis());
  }

  private synchronized void arm(long millis) {
    long delay = Math.max(1, millis);
    long ringAt = time.monotonicMillis() + delay;
    if (stopped || ringAt >= alarmAt) {
      return;
    }
    alarm.cancel();
    alarmAt = ringAt;
    alarm = time.after(Duration.ofMillis(delay), this::ring);
  }

  private void ring() {
    synchronized (this) {
      alarmAt = Long.MAX_VALUE;
    }
    long quiet = quietUntil - time.monotonicMillis();
    if (quiet > 0) {
      keepHeld().thenCompose(done -> database.settleAll()).whenComplete(this::noteOutage);
      arm(Math.min(INTERVAL.toMillis(), quiet));
    } else {
      keepHeld()
          .thenCompose(done -> leases.renewed())
          .thenCompose(done -> expire())
          .whenComplete(this::noteOutage)
          .whenComplete(
              (untilNext, failure) ->
                  arm(
                      failure == null
                          ? Math.min(INTERVAL.toMillis(), untilNext)
                          : INTERVAL.toMillis()));
    }
  }

  private void noteOutage(Object done, Throwable failure) {
    if (failure != null) {
      log.debug("Could not check the team's leases: {}", Cause.of(failure).toString());
      copy.forgetPosition();
      grantGrace();
    }
  }

  /** Renews the leases of this workstation's agents that live, although they said nothing. */
  private CompletableFuture<Boolean> keepHeld() {
    return store.write(
        transaction -> {
          TaskRepository tasks = transaction.get(TaskRepository.class);
          long now = clock.millis();
          transaction.get(CopyRepository.class).heldHere(workstation).stream()
              .flatMap(id -> tasks.find(id).stream())
              .filter(task -> endOf(task) - now < AHEAD.toMillis())
              .filter(
                  task ->
                      life.keptUntil(
                              task,
                              transaction.get(BindingRepository.class),
                              transaction.get(SubagentRepository.class))
                          > Math.max(now, endOf(task)))
              .forEach(leases::renew);
          return true;
        });
  }

  private static long endOf(Task task) {
    return task.lease().orElseThrow().expiresAt();
  }

  /** Returns the time until the next lease ends. */
  private CompletableFuture<Long> expire() {
    return database
        .expired(BATCH)
        .thenCompose(
            answer -> {
              clock.read(answer);
              return copy.put(answer, reader -> true)
                  .thenCompose(done -> expireEach(answer.get("tasks")))
                  .thenApply(done -> untilNext(answer));
            });
  }

  private CompletableFuture<Void> expireEach(JsonNode tasks) {
    CompletableFuture<?>[] ended =
        new CompletableFuture<?>[] {CompletableFuture.completedFuture(null)};
    tasks.forEach(
        task -> ended[0] = ended[0].thenCompose(done -> steps.expire(task.get("id").asLong())));
    return ended[0].thenApply(done -> null);
  }

  private long untilNext(JsonNode answer) {
    if (!answer.get("tasks").isEmpty()) {
      return 1; // there may be more
    }
    return answer.hasNonNull("next")
        ? answer.get("next").asLong() - answer.get("now").asLong()
        : INTERVAL.toMillis();
  }
}
