package swarmd.demo;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.swarm.NewTask;
import swarmd.swarm.NewTask.Dependency;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskSpec;

/** The agents and the tasks of the demo. */
final class Script {
  /** High enough that no task fails even on a machine that stalls now and then. */
  private static final int MAX_ATTEMPTS = 20;

  static final List<Role> ROLES =
      List.of(new Role("ada", 1, true), new Role("bob", 1, false), new Role("eve", 1.2, false));

  static final List<NewTask> TASKS =
      List.of(
          task("parser", "write the parser", 0),
          task("printer", "write the printer", 0),
          task("samples", "collect sample files", 0),
          task("test", "test both together", 0, "parser", "printer"),
          task("manual", "write the manual", 1),
          task("changes", "list the changes", 1),
          task("release", "tag the release", 1, "manual", "changes"));

  private Script() {}

  private static NewTask task(String key, String title, int wave, String... dependsOn) {
    return new NewTask(
        SwarmId.DEFAULT_NAME,
        TaskSpec.titled(title)
            .withKey(Optional.of(key))
            .withWave(wave)
            .withMaxAttempts(MAX_ATTEMPTS),
        Stream.of(dependsOn).<Dependency>map(Dependency.ByKey::new).toList());
  }

  /**
   * The behaviour of one agent.
   *
   * @param slowness a factor for the time that it takes for a task
   * @param dies whether it dies in the middle of its first task
   */
  record Role(String name, double slowness, boolean dies) {}
}
