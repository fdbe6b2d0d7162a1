package swarmd.swarm;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a task stands. BLOCKED is never stored: it is a pending task that must wait for others. */
public enum TaskStatus {
  PENDING,
  BLOCKED,
  CLAIMED,
  DONE,
  FAILED,
  CANCELLED;

  /** What is stored and shown. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<TaskStatus> of(String label) {
    return Stream.of(values()).filter(status -> status.label().equals(label)).findFirst();
  }

  /** Done or not wanted any more: whatever waits for such a task may start. */
  public boolean settled() {
    return this == DONE || this == CANCELLED;
  }

  public boolean terminal() {
    return settled() || this == FAILED;
  }
}
