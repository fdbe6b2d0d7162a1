package swarmd.swarm;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of a claim.
 *
 * @param checks that a task needs before it is done, by its id; without those that need none
 * @param nothing present if there are no tasks
 */
public record Claimed(List<Task> tasks, Map<Long, List<String>> checks, Optional<Nothing> nothing) {

  /**
   * Why there is no task.
   *
   * @param message a sentence for people and models
   * @param next when it is worth trying again even if nothing happens until then
   * @param retryAt the same for the client if it is not worth trying before; epoch milliseconds
   */
  public record Nothing(
      Reason reason, String message, Optional<Duration> next, Optional<Long> retryAt) {}

  /** What a claim that found nothing means for the next one. */
  public enum Reason {
    /** All tasks are finished. */
    COMPLETE,
    /** Only blocked tasks remain, and nothing is at work that could free them. */
    STUCK,
    /** There have never been any tasks. */
    EMPTY,
    /** Other agents are at work, or tasks wait for their time; more may become claimable. */
    BUSY,
    /** The account of whoever asks cannot work for now. */
    PAUSED;

    /** The name in answers. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether waiting is useless unless somebody adds, retries or cancels a task. */
    public boolean isFinal() {
      return this == COMPLETE || this == STUCK;
    }
  }

  /**
   * What was claimed.
   *
   * @param requiredChecks those of a task and its swarm
   */
  public static Claimed of(List<Task> tasks, Function<Task, List<String>> requiredChecks) {
    Map<Long, List<String>> checks = new HashMap<>();
    for (Task task : tasks) {
      List<String> required = requiredChecks.apply(task);
      if (!required.isEmpty()) {
        checks.put(task.id(), required);
      }
    }
    return new Claimed(tasks, checks, Optional.empty());
  }

  public static Claimed nothing(Reason reason, String message) {
    return nothing(reason, message, Optional.empty());
  }

  public static Claimed nothing(Reason reason, String message, Optional<Duration> next) {
    return nothing(new Nothing(reason, message, next, Optional.empty()));
  }

  public static Claimed nothing(Nothing why) {
    return new Claimed(List.of(), Map.of(), Optional.of(why));
  }

  /** With one task as it is now. */
  public Claimed with(Task changed) {
    return new Claimed(
        tasks.stream().map(task -> task.id() == changed.id() ? changed : task).toList(),
        checks,
        nothing);
  }

  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Whether there is nothing and will not be. */
  public boolean isFinal() {
    return nothing.filter(none -> none.reason.isFinal()).isPresent();
  }
}
