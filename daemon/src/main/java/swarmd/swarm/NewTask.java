package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import swarmd.common.ListSize;
import swarmd.common.TextLength;

/**
 * A task to add.
 *
 * @param swarm a blank name means the default swarm
 */
public record NewTask(String swarm, TaskSpec spec, List<Dependency> dependsOn) {

  public static final ListSize DEPENDENCIES = ListSize.upTo(1_000, "depends_on");
  public static final TextLength DEPENDENCY_KEY = TextLength.upTo(TaskSpec.KEY.max(), "depends_on");

  /**
   * Checks the limits.
   *
   * @throws swarmd.common.InvalidValue if a value is beyond its limit
   */
  public NewTask {
    swarm = SwarmId.NAME.check(swarm).isBlank() ? SwarmId.DEFAULT_NAME : swarm;
    spec.check();
    DEPENDENCIES.check(dependsOn);
  }

  /** Names the task for others of the same request that depend on it, and for later requests. */
  public Optional<String> key() {
    return spec.key();
  }

  /** A task that a new task waits for; one by its key is in the same request or the same swarm. */
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
    return new NewTask(SwarmId.DEFAULT_NAME, spec, List.of());
  }
}
