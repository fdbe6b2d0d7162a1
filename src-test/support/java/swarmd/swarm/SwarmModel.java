package swarmd.swarm;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import swarmd.common.ErrorCode;
import swarmd.swarm.TaskEvent.Kind;

/** A second, as simple as possible implementation of the rules: it caches nothing. */
final class SwarmModel {
  private final Map<Long, ModelTask> tasks = new TreeMap<>();
  private final Set<Taken> taken = new HashSet<>();
  private final Map<String, List<Kind>> announcements = new HashMap<>();

  /** A step that a token's holder has taken. */
  private record Taken(long id, String token, Kind step) {}

  void add(ModelTask task) {
    tasks.put(task.id, task);
    announce();
  }

  ModelTask get(long id) {
    return tasks.get(id);
  }

  Collection<ModelTask> all() {
    return tasks.values();
  }

  List<ModelTask> heldBy(String agent) {
    return tasks.values().stream()
        .filter(task -> task.status == TaskStatus.CLAIMED)
        .filter(task -> task.agent.equals(Optional.of(agent)))
        .toList();
  }

  TaskStatus status(ModelTask task) {
    return task.status == TaskStatus.PENDING && !claimable(task) ? TaskStatus.BLOCKED : task.status;
  }

  private boolean claimable(ModelTask task) {
    return task.status == TaskStatus.PENDING
        && task.dependsOn.stream().allMatch(id -> tasks.get(id).status.settled())
        && openWave(task.swarm).equals(OptionalInt.of(task.wave));
  }

  private OptionalInt openWave(String swarm) {
    return tasks.values().stream()
        .filter(task -> task.swarm.equals(swarm) && !task.status.settled())
        .mapToInt(task -> task.wave)
        .min();
  }

  List<Long> claim(String agent, Optional<String> swarm, int limit) {
    List<ModelTask> next =
        tasks.values().stream()
            .filter(task -> swarm.isEmpty() || swarm.get().equals(task.swarm))
            .filter(this::claimable)
            .sorted(Comparator.<ModelTask>comparingInt(t -> t.priority).thenComparing(t -> t.id))
            .limit(limit)
            .toList();
    next.forEach(task -> task.claimedBy(agent));
    announce();
    return next.stream().map(task -> task.id).toList();
  }

  Optional<ErrorCode> renew(long id, String token, long now) {
    Optional<ErrorCode> refused = check(id, token);
    if (refused.isEmpty()) {
      get(id).expiresAt = now + get(id).leaseMillis;
    }
    return refused;
  }

  /** Release, complete or fail. */
  Optional<ErrorCode> end(long id, String token, Kind step) {
    Optional<ErrorCode> refused = check(id, token);
    if (refused.isPresent()) {
      return taken.contains(new Taken(id, token, step)) ? Optional.empty() : refused;
    }
    taken.add(new Taken(id, token, step));
    switch (step) {
      case RELEASED -> get(id).pendingAgain(get(id).attempts - 1);
      case COMPLETED -> get(id).finished(TaskStatus.DONE);
      default -> get(id).finished(TaskStatus.FAILED);
    }
    announce();
    return Optional.empty();
  }

  private Optional<ErrorCode> check(long id, String token) {
    ModelTask task = get(id);
    if (task.status == TaskStatus.CLAIMED && task.token.equals(token)) {
      return Optional.empty();
    }
    boolean finished =
        taken.contains(new Taken(id, token, Kind.COMPLETED))
            || taken.contains(new Taken(id, token, Kind.FAILED));
    return Optional.of(
        finished && task.status.terminal() ? ErrorCode.ALREADY_TERMINAL : ErrorCode.LEASE_LOST);
  }

  Optional<ErrorCode> retry(long id) {
    if (get(id).status != TaskStatus.FAILED) {
      return Optional.of(ErrorCode.INVALID_TRANSITION);
    }
    get(id).pendingAgain(0);
    announce();
    return Optional.empty();
  }

  Optional<ErrorCode> cancel(long id) {
    if (get(id).status == TaskStatus.DONE) {
      return Optional.of(ErrorCode.ALREADY_TERMINAL);
    }
    get(id).finished(TaskStatus.CANCELLED);
    announce();
    return Optional.empty();
  }

  Optional<ErrorCode> reopen(long id) {
    if (get(id).status != TaskStatus.CANCELLED) {
      return Optional.of(ErrorCode.INVALID_TRANSITION);
    }
    get(id).pendingAgain(0);
    announce();
    return Optional.empty();
  }

  Optional<ErrorCode> takeBack(long id) {
    if (get(id).status != TaskStatus.CLAIMED) {
      return Optional.of(ErrorCode.INVALID_TRANSITION);
    }
    get(id).pendingAgain(get(id).attempts - 1);
    announce();
    return Optional.empty();
  }

  Optional<ErrorCode> edit(long id, int priority) {
    ModelTask task = get(id);
    if (task.priority != priority && task.status.settled()) {
      return Optional.of(ErrorCode.ALREADY_TERMINAL);
    }
    task.priority = priority;
    return Optional.empty();
  }

  Optional<ErrorCode> editWave(long id, int wave) {
    Optional<ErrorCode> refused = get(id).wave == wave ? Optional.empty() : started(get(id));
    if (refused.isEmpty()) {
      get(id).wave = wave;
      announce();
    }
    return refused;
  }

  Optional<ErrorCode> editDependencies(long id, List<Long> dependsOn) {
    if (get(id).dependsOn.equals(dependsOn)) {
      return Optional.empty();
    }
    Optional<ErrorCode> refused = started(get(id));
    if (refused.isPresent()) {
      return refused;
    }
    if (dependsOn.stream().anyMatch(other -> needs(other, id))) {
      return Optional.of(ErrorCode.INVALID_REQUEST);
    }
    get(id).dependsOn = dependsOn;
    announce();
    return Optional.empty();
  }

  private static Optional<ErrorCode> started(ModelTask task) {
    return switch (task.status) {
      case CLAIMED -> Optional.of(ErrorCode.INVALID_TRANSITION);
      case DONE, CANCELLED -> Optional.of(ErrorCode.ALREADY_TERMINAL);
      default -> Optional.empty();
    };
  }

  /** Whether the first is the other, or depends on it. */
  private boolean needs(long id, long other) {
    return id == other || get(id).dependsOn.stream().anyMatch(next -> needs(next, other));
  }

  OptionalLong nextDeadline() {
    return tasks.values().stream()
        .filter(task -> task.status == TaskStatus.CLAIMED)
        .mapToLong(task -> task.expiresAt)
        .min();
  }

  void expire(long now) {
    for (ModelTask task : tasks.values()) {
      if (task.status == TaskStatus.CLAIMED && task.expiresAt <= now) {
        if (task.attempts < task.maxAttempts) {
          task.pendingAgain(task.attempts);
        } else {
          task.finished(TaskStatus.FAILED);
        }
      }
    }
    announce();
  }

  /** The announcements that are expected for each swarm so far. */
  Map<String, List<Kind>> announcements() {
    return announcements;
  }

  private final Map<String, SwarmSummary.State> lastAnnounced = new HashMap<>();

  private void announce() {
    for (ModelTask some : tasks.values()) {
      SwarmSummary.State state = state(some.swarm);
      if (lastAnnounced.put(some.swarm, state) == state || state == SwarmSummary.State.OPEN) {
        continue;
      }
      announcements
          .computeIfAbsent(some.swarm, name -> new ArrayList<>())
          .add(state == SwarmSummary.State.STUCK ? Kind.SWARM_STUCK : Kind.SWARM_COMPLETE);
    }
  }

  private SwarmSummary.State state(String swarm) {
    List<TaskStatus> left =
        tasks.values().stream()
            .filter(task -> task.swarm.equals(swarm))
            .map(this::status)
            .filter(status -> !status.terminal())
            .toList();
    if (left.isEmpty()) {
      return SwarmSummary.State.COMPLETE;
    }
    return left.stream().allMatch(status -> status == TaskStatus.BLOCKED)
        ? SwarmSummary.State.STUCK
        : SwarmSummary.State.OPEN;
  }
}
