package swarmd.time;

import java.time.Duration;

/** Detects that the wall clock jumped: the machine was suspended or its clock was set. */
public final class ClockJump {
  private static final long TOLERANCE_MS = 10_000;

  private final Time time;
  private long lastMillis;
  private long lastMonotonic;

  public ClockJump(Time time) {
    this.time = time;
    lastMillis = time.millis();
    lastMonotonic = time.monotonicMillis();
  }

  /** How far the clock jumped since the last call: negative if back, zero if it did not. */
  public synchronized Duration sinceLastCall() {
    long millis = time.millis();
    long monotonic = time.monotonicMillis();
    long drift = (millis - lastMillis) - (monotonic - lastMonotonic);
    lastMillis = millis;
    lastMonotonic = monotonic;
    return Math.abs(drift) > TOLERANCE_MS ? Duration.ofMillis(drift) : Duration.ZERO;
  }

  /** Whether the clock jumped since the last call. */
  public boolean happened() {
    return !sinceLastCall().isZero();
  }
}
