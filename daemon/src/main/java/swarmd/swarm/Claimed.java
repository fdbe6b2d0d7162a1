package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * The answer to a claim.
 *
 * @param reason why there is nothing, where there is nothing
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
