package swarmd.swarm;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A request to complete a task.
 *
 * @param folder where the holder says that it is, for the checks
 * @param progress receives a line for people while checks run; must not block
 */
public record Completion(
    long id,
    String token,
    Optional<String> result,
    Optional<Path> folder,
    Consumer<String> progress) {

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public Completion {
    Task.ID.check(id);
    Lease.TOKEN.check(token);
    TaskState.RESULT.check(result);
  }
}
