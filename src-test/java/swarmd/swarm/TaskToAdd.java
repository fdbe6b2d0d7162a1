package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.NewTask.Dependency;

/** Says of a new task only what matters to a test. */
public final class TaskToAdd {
  private final String title;
  private final List<Dependency> dependsOn = new ArrayList<>();
  private Optional<String> key = Optional.empty();
  private Optional<String> description = Optional.empty();
  private String swarm = SwarmId.DEFAULT_NAME;
  private int priority;
  private int wave;
  private List<String> files = List.of();
  private int maxAttempts = NewTask.DEFAULT_MAX_ATTEMPTS;

  private TaskToAdd(String title) {
    this.title = title;
  }

  public static TaskToAdd task(String title) {
    return new TaskToAdd(title);
  }

  TaskToAdd key(String name) {
    key = Optional.of(name);
    return this;
  }

  TaskToAdd description(String text) {
    description = Optional.of(text);
    return this;
  }

  public TaskToAdd in(String swarmName) {
    swarm = swarmName;
    return this;
  }

  TaskToAdd priority(int number) {
    priority = number;
    return this;
  }

  TaskToAdd wave(int number) {
    wave = number;
    return this;
  }

  TaskToAdd after(Task other) {
    return after(other.id());
  }

  TaskToAdd after(long id) {
    dependsOn.add(new Dependency.ById(id));
    return this;
  }

  TaskToAdd after(String otherKey) {
    dependsOn.add(new Dependency.ByKey(otherKey));
    return this;
  }

  TaskToAdd owning(String... globs) {
    files = List.of(globs);
    return this;
  }

  TaskToAdd attempts(int most) {
    maxAttempts = most;
    return this;
  }

  public NewTask build() {
    return new NewTask(
        key, swarm, title, description, priority, wave, List.copyOf(dependsOn), files, maxAttempts);
  }
}
