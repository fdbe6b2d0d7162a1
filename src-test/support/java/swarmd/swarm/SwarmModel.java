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
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.swarm.TaskEvent.Kind;

/** A second, as simple as possible implementation of the rules: it caches nothing. */
final class SwarmModel {
  private final Map<String, List<String>> checksOfSwarms = new HashMap<>();
  private final Map<Long, ModelTask> tasks = new TreeMap<>();
  private final Set<Taken> taken = new HashSet<>();
  private final Map<String, List<Kind>> announcements = new HashMap<>();
  private final Map<Part, Integer> limits = new HashMap<>();
  private final Set<Part> paused = new HashSet<>();

  /** The tasks of a swarm that have a tag; an empty tag means all of them. */
  private record Part(String swarm, String tag) {
    boolean contains(ModelTask task) {
      return task.swarm.equals(swarm) && (tag.isEmpty() || task.tags.contains(tag));
    }
  }

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

  List<Long> claim(String agent, Optional<String> swarm, List<String> tags, int limit, long now) {
    List<ModelTask> next =
        tasks.values().stream()
            .filter(task -> swarm.isEmpty() || swarm.get().equals(task.swarm))
            .filter(task -> task.tags.containsAll(tags))
            .filter(task -> paused.stream().noneMatch(part -> part.contains(task)))
            .filter(this::claimable)
            .filter(task -> task.notBefore <= now)
            .sorted(Comparator.<ModelTask>comparingInt(t -> t.priority).thenComparing(t -> t.id))
            .toList();
    List<Long> claimed = new ArrayList<>();
    for (ModelTask task : next) {
      if (claimed.size() < limit && withinLimits(task)) {
        task.claimedBy(agent);
        claimed.add(task.id);
      }
    }
    announce();
    return claimed;
  }

  private boolean withinLimits(ModelTask task) {
    return limits.entrySet().stream()
        .filter(limit -> limit.getKey().contains(task))
        .allMatch(limit -> countClaimed(limit.getKey()) < limit.getValue());
  }

  private long countClaimed(Part part) {
    return tasks.values().stream()
        .filter(task -> task.status == TaskStatus.CLAIMED && part.contains(task))
        .count();
  }

  void limit(String swarm, String tag, int most) {
    limits.remove(new Part(swarm, tag));
    if (most > 0) {
      limits.put(new Part(swarm, tag), most);
    }
  }

  void pause(String swarm, String tag) {
    paused.add(new Part(swarm, tag));
  }

  void resume(String swarm, String tag) {
    paused.remove(new Part(swarm, tag));
  }

  boolean exists(String swarm) {
    return tasks.values().stream().anyMatch(task -> task.swarm.equals(swarm));
  }

  Optional<ModelTask> find(String swarm, Optional<String> key) {
    return tasks.values().stream()
        .filter(task -> key.isPresent() && task.swarm.equals(swarm) && task.key.equals(key))
        .findFirst();
  }

  Optional<ErrorCode> editNotBefore(long id, long time) {
    ModelTask task = get(id);
    if (task.notBefore != time && task.status.settled()) {
      return Optional.of(ErrorCode.ALREADY_TERMINAL);
    }
    task.notBefore = time;
    return Optional.empty();
  }

  Optional<ErrorCode> renew(long id, String token, long now) {
    Optional<ErrorCode> refused = check(id, token);
    if (refused.isEmpty()) {
      get(id).expiresAt = now + get(id).leaseMillis;
    }
    return refused;
  }

  /** Release, complete or fail. */
  Optional<ErrorCode> end(long id, String token, Kind step, long now) {
    return end(id, token, step, List.of(), now);
  }

  /**
   * @param passed the checks that were verified
   */
  Optional<ErrorCode> end(long id, String token, Kind step, List<String> passed, long now) {
    Optional<ErrorCode> refused = check(id, token);
    if (refused.isPresent()) {
      return taken.contains(new Taken(id, token, step)) ? Optional.empty() : refused;
    }
    if (step == Kind.COMPLETED && !passed.containsAll(requiredChecks(get(id)))) {
      return Optional.of(ErrorCode.CHECK_FAILED);
    }
    taken.add(new Taken(id, token, step));
    switch (step) {
      case RELEASED -> get(id).pendingAgain(get(id).attempts - 1);
      case COMPLETED -> get(id).finished(TaskStatus.DONE);
      default -> get(id).failed(now);
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

  private List<String> requiredChecks(ModelTask task) {
    return Stream.concat(
            checksOfSwarms.getOrDefault(task.swarm, List.of()).stream(), task.checks.stream())
        .toList();
  }

  void require(String swarm, List<String> checks) {
    checksOfSwarms.put(swarm, checks);
  }

  Optional<ErrorCode> checkFailed(long id, String token) {
    return check(id, token);
  }

  Optional<ErrorCode> editChecks(long id, List<String> checks) {
    ModelTask task = get(id);
    if (!task.checks.equals(checks) && task.status.settled()) {
      return Optional.of(ErrorCode.ALREADY_TERMINAL);
    }
    task.checks = checks;
    return Optional.empty();
  }

  /** Tags are no part of the work, so that they can be changed when it is over. */
  Optional<ErrorCode> editTags(long id, List<String> tags) {
    get(id).tags = tags;
    return Optional.empty();
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
          if (task.retryMillis > 0) {
            task.failed(now);
          }
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
