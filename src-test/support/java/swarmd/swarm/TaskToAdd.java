package swarmd.swarm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.NewTask.Dependency;

/** Builds a new task; a test sets only what matters to it. */
public final class TaskToAdd {
  private final List<Dependency> dependsOn = new ArrayList<>();
  private Optional<String> key = Optional.empty();
  private String swarm = SwarmId.DEFAULT_NAME;
  private TaskSpec spec;

  private TaskToAdd(String title) {
    spec = TaskSpec.titled(title);
  }

  public static TaskToAdd task(String title) {
    return new TaskToAdd(title);
  }

  TaskToAdd key(String name) {
    key = Optional.of(name);
    return this;
  }

  TaskToAdd description(String text) {
    spec = spec.withDescription(Optional.of(text));
    return this;
  }

  public TaskToAdd in(String swarmName) {
    swarm = swarmName;
    return this;
  }

  TaskToAdd priority(int number) {
    spec = spec.withPriority(number);
    return this;
  }

  TaskToAdd wave(int number) {
    spec = spec.withWave(number);
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
    spec = spec.withFiles(List.of(globs));
    return this;
  }

  TaskToAdd tagged(String... tags) {
    spec = spec.withTags(List.of(tags));
    return this;
  }

  TaskToAdd attempts(int most) {
    spec = spec.withMaxAttempts(most);
    return this;
  }

  public NewTask build() {
    return new NewTask(key, swarm, spec, List.copyOf(dependsOn));
  }
}
