package swarmd.swarm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out why tasks are not claimable; asks about each swarm once. */
final class Obstacles {
  private final TaskQueries queries;
  private final long now;
  private final Map<String, List<SwarmSummary>> swarms = new HashMap<>();
  private final Map<SwarmId, Quota> quotas = new HashMap<>();

  Obstacles(TaskQueries queries, long now) {
    this.queries = queries;
    this.now = now;
  }

  WaitsFor of(Task task) {
    if (task.status() != TaskStatus.PENDING && task.status() != TaskStatus.BLOCKED) {
      return new WaitsFor(List.of(), List.of());
    }
    WaitsFor others = queries.waitsFor(task);
    Optional<SwarmSummary> swarm = swarm(task.swarm());
    return new WaitsFor(
        others.tasks(),
        others.waves(),
        Optional.of(task.notBefore()).filter(time -> time > now),
        swarm.map(found -> quota(found).reachedBy(task.tags())).orElse(List.of()),
        swarm.map(found -> quota(found).pausedAmong(task.tags())).orElse(List.of()),
        swarm.map(SwarmSummary::paused).orElse(false));
  }

  private Optional<SwarmSummary> swarm(SwarmId id) {
    return swarms
        .computeIfAbsent(id.project(), project -> queries.summaries(Optional.of(project)))
        .stream()
        .filter(swarm -> swarm.id().equals(id))
        .findFirst();
  }

  private Quota quota(SwarmSummary swarm) {
    return quotas.computeIfAbsent(
        swarm.id(), id -> Quota.of(swarm.limits(), () -> queries.claimedTags(id)));
  }
}
