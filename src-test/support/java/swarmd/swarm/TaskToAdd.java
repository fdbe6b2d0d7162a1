package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import swarmd.swarm.NewTask.Dependency;

/** Builds a new task; a test sets only what matters to it. */
public final class TaskToAdd {
  private final List<Dependency> dependsOn = new ArrayList<>();
  private String swarm = SwarmId.DEFAULT_NAME;
  private TaskSpec spec;

  private TaskToAdd(String title) {
    spec = TaskSpec.titled(title);
  }

  public static TaskToAdd task(String title) {
    return new TaskToAdd(title);
  }

  TaskToAdd key(String name) {
    spec = spec.withKey(Optional.of(name));
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

  public TaskToAdd after(Task other) {
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

  TaskToAdd checked(String... checks) {
    spec = spec.withChecks(List.of(checks));
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

  TaskToAdd notBefore(long time) {
    spec = spec.withNotBefore(time);
    return this;
  }

  TaskToAdd retryAfter(Duration wait) {
    spec = spec.withRetryWait(wait);
    return this;
  }

  public NewTask build() {
    return new NewTask(swarm, spec, List.copyOf(dependsOn));
  }
}
