package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * The result of a claim.
 *
 * @param reason present if there are no tasks
 */
public record Claimed(List<Task> tasks, Optional<String> reason) {

  static Claimed of(List<Task> tasks) {
    return new Claimed(tasks, Optional.empty());
  }

  static Claimed nothing(String reason) {
    return new Claimed(List.of(), Optional.of(reason));
  }

  public boolean isEmpty() {
    return tasks.isEmpty();
  }
}
