package swarmd.swarm;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.store.Store;
import swarmd.time.ClockJump;
import swarmd.time.Time;

/** Ends leases at their deadline. One alarm is set for the earliest; nothing polls. */
final class LeaseExpiry {
  private static final Logger log = LoggerFactory.getLogger(LeaseExpiry.class);

  /** The time that holders get to renew after the daemon or the machine was down. */
  static final Duration GRACE = Duration.ofSeconds(60);

  private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
  private static final int BATCH = 500;

  private final Store store;
  private final TaskRules rules;
  private final Time time;
  private final ClockJump clockJump;

  /** On the monotonic clock, which does not jump. */
  private long alarmAt = Long.MAX_VALUE;

  private Time.Cancellable alarm = () -> {};

  /** Set when the store was unavailable, because holders could not renew in that time. */
  private volatile boolean graceOwed;

  LeaseExpiry(Store store, TaskRules rules, Time time) {
    this.store = store;
    this.rules = rules;
    this.time = time;
    clockJump = new ClockJump(time);
  }

  void start() {
    grantGraceThenArm();
  }

  /** A lease ends at this time unless it is renewed. */
  void expectAt(long deadline) {
    if (jumped()) {
      grantGraceThenArm();
    } else {
      arm(deadline);
    }
  }

  private boolean jumped() {
    boolean jumped = clockJump.happened();
    if (jumped) {
      log.info("The clock jumped; every lease is extended to at least {} s", GRACE.toSeconds());
    }
    return jumped;
  }

  private synchronized void arm(long deadline) {
    long delay = Math.max(0, deadline - time.millis());
    long ringAt = time.monotonicMillis() + delay;
    if (ringAt >= alarmAt) {
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
    if (jumped() || graceOwed) {
      grantGraceThenArm();
    } else {
      armAfter(
          store.write(
              transaction -> {
                rules.expire(transaction.get(TaskRepository.class), time.millis(), BATCH);
                return transaction.get(TaskRepository.class).nextExpiry();
              }));
    }
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
