package swarmd.swarm;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The result of a claim.
 *
 * @param nothing present if there are no tasks
 */
public record Claimed(List<Task> tasks, Optional<Nothing> nothing) {

  /**
   * Why there is no task.
   *
   * @param message a sentence for people and models
   */
  public record Nothing(Reason reason, String message) {}

  /** What a claim that found nothing means for the next one. */
  public enum Reason {
    /** All tasks are finished. */
    COMPLETE,
    /** Only blocked tasks remain, and nothing is at work that could free them. */
    STUCK,
    /** There have never been any tasks. */
    EMPTY,
    /** Other agents are at work; more may become claimable. */
    BUSY;

    /** The name in answers. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether waiting is useless unless somebody adds, retries or cancels a task. */
    public boolean isFinal() {
      return this == COMPLETE || this == STUCK;
    }
  }

  static Claimed of(List<Task> tasks) {
    return new Claimed(tasks, Optional.empty());
  }

  static Claimed nothing(Reason reason, String message) {
    return new Claimed(List.of(), Optional.of(new Nothing(reason, message)));
  }

  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Whether there is nothing and will not be. */
  public boolean isFinal() {
    return nothing.filter(none -> none.reason.isFinal()).isPresent();
  }
}
