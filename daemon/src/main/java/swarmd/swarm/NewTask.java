package swarmd.swarm;

import java.util.List;
import java.util.Optional;

/**
 * A task to be added.
 *
 * @param key names the task within one request, so that others in it can depend on it
 */
public record NewTask(
    Optional<String> key,
    String swarm,
    String title,
    Optional<String> description,
    int priority,
    int wave,
    List<Dependency> dependsOn,
    List<String> files,
    int maxAttempts) {

  public static final int DEFAULT_MAX_ATTEMPTS = 3;

  /** What a new task waits for. */
  public sealed interface Dependency {
    record ById(long id) implements Dependency {}

    record ByKey(String key) implements Dependency {}
  }

  /** A task of which only the title is known. */
  public static NewTask titled(String title) {
    return new NewTask(
        Optional.empty(),
        SwarmId.DEFAULT_NAME,
        title,
        Optional.empty(),
        0,
        0,
        List.of(),
        List.of(),
        DEFAULT_MAX_ATTEMPTS);
  }
}
