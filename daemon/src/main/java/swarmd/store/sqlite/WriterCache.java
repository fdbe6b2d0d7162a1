package swarmd.store.sqlite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.WaveCounts;

/**
 * Spares the connection that writes some queries, since each costs as much as a write. It is
 * cleared after a rollback and after a write by another process.
 */
final class WriterCache {
  private static final int MAX_ENTRIES = 1_000;

  private final HeldTasks held = new HeldTasks();
  private final ReadAhead claimable = new ReadAhead();
  private final Set<Long> withoutDependents = new HashSet<>();
  private final Map<Wave, WaveCounts> counts = new HashMap<>();
  private final Map<SwarmFilter, List<OpenSwarm>> openSwarms = new HashMap<>();
  private final Map<Long, List<String>> checks = new HashMap<>();
  private final Map<String, Long> lastBlocks = new HashMap<>();
  private OptionalLong lastEventId = OptionalLong.empty();
  private long version;

  private record SwarmFilter(String project, Optional<String> name) {}

  /** Clears the cache unless it was filled in this version, which only others' writes change. */
  void useFor(long currentVersion) {
    if (currentVersion != version) {
      version = currentVersion;
      clear();
    }
  }

  HeldTasks held() {
    return held;
  }

  ReadAhead claimable() {
    return claimable;
  }

  /** No task depends on this one, as far as all changes of dependencies are reported here. */
  void putWithoutDependents(long task) {
    if (withoutDependents.size() >= MAX_ENTRIES) {
      withoutDependents.clear();
    }
    withoutDependents.add(task);
  }

  boolean isWithoutDependents(long task) {
    return withoutDependents.contains(task);
  }

  void forgetDependents() {
    withoutDependents.clear();
  }

  long nextEventId(LongSupplier storedLast) {
    long next = (lastEventId.isPresent() ? lastEventId.getAsLong() : storedLast.getAsLong()) + 1;
    lastEventId = OptionalLong.of(next);
    return next;
  }

  /** Whether the last event of the project was in another block, as far as is known. */
  boolean isNewBlock(String project, long number) {
    limit(lastBlocks);
    return !Objects.equals(lastBlocks.put(project, number), number);
  }

  List<OpenSwarm> openSwarms(
      String project, Optional<String> name, Supplier<List<OpenSwarm>> query) {
    limit(openSwarms);
    return openSwarms.computeIfAbsent(new SwarmFilter(project, name), key -> query.get());
  }

  void forgetOpenSwarms() {
    openSwarms.clear();
  }

  /** The checks that all tasks of a swarm need. */
  List<String> checks(SwarmId swarm, Supplier<List<String>> query) {
    limit(checks);
    return checks.computeIfAbsent(swarm.row(), key -> query.get());
  }

  void forgetChecks() {
    checks.clear();
  }

  Optional<WaveCounts> counts(SwarmId swarm, int wave) {
    return Optional.ofNullable(counts.get(Wave.of(swarm, wave)));
  }

  void putCounts(SwarmId swarm, int wave, WaveCounts now) {
    limit(counts);
    counts.put(Wave.of(swarm, wave), now);
  }

  void forgetCounts(SwarmId swarm, int wave) {
    counts.remove(Wave.of(swarm, wave));
  }

  /** Tasks have changed, and so may have the waves that are open; held tasks are kept. */
  void forgetAllButHeld() {
    claimable.forget();
    withoutDependents.clear();
    counts.clear();
    openSwarms.clear();
  }

  void clear() {
    held.clear();
    forgetAllButHeld();
    checks.clear();
    lastBlocks.clear();
    lastEventId = OptionalLong.empty();
  }

  private static void limit(Map<?, ?> map) {
    if (map.size() >= MAX_ENTRIES) {
      map.clear();
    }
  }
}
