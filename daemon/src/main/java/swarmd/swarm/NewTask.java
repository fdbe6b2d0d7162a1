package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import swarmd.common.ListSize;
import swarmd.common.TextLength;

/**
 * A task to add.
 *
 * @param key names the task within one request, so that others in it can depend on it
 * @param swarm a blank name means the default swarm
 */
public record NewTask(
    Optional<String> key, String swarm, TaskSpec spec, List<Dependency> dependsOn) {

  public static final TextLength KEY = TextLength.upTo(256, "key");
  public static final ListSize DEPENDENCIES = ListSize.upTo(1_000, "depends_on");
  public static final TextLength DEPENDENCY_KEY = TextLength.upTo(KEY.max(), "depends_on");

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public NewTask {
    KEY.check(key);
    swarm = SwarmId.NAME.check(swarm).isBlank() ? SwarmId.DEFAULT_NAME : swarm;
    spec.check();
    DEPENDENCIES.check(dependsOn);
  }

  /** A task that a new task waits for. */
  public sealed interface Dependency {
    record ById(long id) implements Dependency {}

    record ByKey(String key) implements Dependency {
      public ByKey {
        DEPENDENCY_KEY.check(key);
      }
    }
  }

  /** A task with only a title, in the default swarm. */
  public static NewTask titled(String title) {
    return of(TaskSpec.titled(title));
  }

  /** A task of the default swarm that waits for no other. */
  public static NewTask of(TaskSpec spec) {
    return new NewTask(Optional.empty(), SwarmId.DEFAULT_NAME, spec, List.of());
  }
}
