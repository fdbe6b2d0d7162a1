package swarmd.swarm;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The status of a task. BLOCKED is never stored: it is a pending task that waits for others. */
public enum TaskStatus {
  PENDING,
  BLOCKED,
  CLAIMED,
  DONE,
  FAILED,
  CANCELLED;

  /** The name that is stored and shown. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The word before the label in a sentence: a task is done, but has failed. */
  public String verb() {
    return this == FAILED ? "has" : "is";
  }

  public static Optional<TaskStatus> of(String label) {
    return Stream.of(values()).filter(status -> status.label().equals(label)).findFirst();
  }

  /** Done or cancelled, so that tasks that wait for it may start. */
  public boolean settled() {
    return this == DONE || this == CANCELLED;
  }

  public boolean terminal() {
    return settled() || this == FAILED;
  }
}
