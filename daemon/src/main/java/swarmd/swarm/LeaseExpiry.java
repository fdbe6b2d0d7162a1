package swarmd.swarm;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Store;
import swarmd.time.ClockJump;
import swarmd.time.Time;
import swarmd.time.WatchedAlarm;

/**
 * Ends leases at their deadline, unless their holders live. One alarm is set for the earliest;
 * nothing polls.
 */
final class LeaseExpiry implements LeaseAlarm {
  private static final Logger log = LoggerFactory.getLogger(LeaseExpiry.class);

  /** The time that holders get to renew after the daemon or the machine was down. */
  static final Duration GRACE = Duration.ofSeconds(60);

  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
  private static final int BATCH = 500;

  private final Store store;
  private final TaskRules rules;
  private final LivingSessions living;
  private final LeaseLife life;
  private final Time time;
  private final ClockJump clockJump;

  /** On the monotonic clock, which does not jump. */
  private long alarmAt = Long.MAX_VALUE;

  private Optional<WatchedAlarm> alarm = Optional.empty();

  /** Set when the store was unavailable, because holders could not renew in that time. */
  private volatile boolean graceOwed;

  LeaseExpiry(Store store, TaskRules rules, LivingSessions living, Time time) {
    this.store = store;
    this.rules = rules;
    this.living = living;
    life = new LeaseLife(living);
    this.time = time;
    clockJump = new ClockJump(time);
  }

  @Override
  public void start() {
    living.load(store);
    grantGraceThenArm();
  }

  @Override
  public void expectAt(long deadline) {
    if (jumped()) {
      grantGraceThenArm();
    } else {
      arm(deadline);
    }
  }

  private boolean jumped() {
    Duration jump = clockJump.sinceLastCall();
    if (jump.isZero()) {
      return false;
    }
    log.info("The clock jumped; every lease is extended to at least {} s", GRACE.toSeconds());
    living.clockMoved(jump, time.millis());
    return true;
  }

  private synchronized void arm(long deadline) {
    long delay = Math.max(0, deadline - time.millis());
    long ringAt = time.monotonicMillis() + delay;
    if (ringAt >= alarmAt) {
      return;
    }
    alarm.ifPresent(WatchedAlarm::cancel);
    alarmAt = ringAt;
    alarm = Optional.of(WatchedAlarm.in(Duration.ofMillis(delay), time, this::ring));
  }

  private void ring(Duration late) {
    synchronized (this) {
      alarmAt = Long.MAX_VALUE;
    }
    if (jumped() || graceOwed) {
      grantGraceThenArm();
    } else if (!late.isZero()) {
      makeUpForThenArm(late);
    } else {
      expireThenArm();
    }
  }

  /** As of now: renewals that come while the write waits must not find their lease ended. */
  private void expireThenArm() {
    long now = time.millis();
    armAfter(
        store.write(
            transaction -> {
              TaskRepository tasks = transaction.get(TaskRepository.class);
              rules.expire(
                  tasks,
                  task ->
                      life.keptUntil(
                          task,
                          transaction.get(BindingRepository.class),
                          transaction.get(SubagentRepository.class)),
                  now,
                  BATCH);
              return tasks.nextExpiry();
            }));
  }

  /** The daemon was frozen; renewals may still wait to be read. */
  private void makeUpForThenArm(Duration frozen) {
    log.info("The daemon stood still for {} ms; holders get time to renew", frozen.toMillis());
    armAfter(
        store.write(
            transaction -> {
              rules.makeUpFor(transaction.get(TaskRepository.class), frozen, GRACE, time.millis());
              return transaction.get(TaskRepository.class).nextExpiry();
            }));
  }

  private void grantGraceThenArm() {
    graceOwed = false; // a failure sets it again
    armAfter(
        store.write(
            transaction -> {
              rules.grantGrace(transaction.get(TaskRepository.class), GRACE, time.millis());
              return transaction.get(TaskRepository.class).nextExpiry();
            }));
  }

  private void armAfter(CompletableFuture<OptionalLong> next) {
    next.whenComplete(
        (deadline, failure) -> {
          if (failure != null) {
            graceOwed = true;
            log.warn("Could not check leases, will retry: {}", failure.getMessage());
            arm(time.millis() + RETRY_DELAY.toMillis());
          } else {
            deadline.ifPresent(this::arm);
          }
        });
  }
}
