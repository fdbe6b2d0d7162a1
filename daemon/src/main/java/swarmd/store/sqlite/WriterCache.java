package swarmd.store.sqlite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import swarmd.swarm.SwarmId;
import swarmd.swarm.TaskRepository.OpenSwarm;
import swarmd.swarm.TaskRepository.WaveCounts;

/**
 * What the connection that writes knows without asking, since asking costs as much as writing. When
 * something is rolled back, or somebody else has written, it has to forget everything.
 */
final class WriterCache {
  private static final int LIMIT = 1_000;

  private final HeldTasks held = new HeldTasks();
  private final Map<Wave, WaveCounts> counts = new HashMap<>();
  private final Map<Name, List<OpenSwarm>> open = new HashMap<>();
  private OptionalLong lastEvent = OptionalLong.empty();
  private long version;

  private record Wave(long swarm, int number) {}

  private record Name(String project, Optional<String> swarm) {}

  /** It knows this version of the database, which only others' writes change. */
  void isOf(long current) {
    if (current != version) {
      version = current;
      forget();
    }
  }

  HeldTasks held() {
    return held;
  }

  long nextEvent(LongSupplier last) {
    long next = (lastEvent.isPresent() ? lastEvent.getAsLong() : last.getAsLong()) + 1;
    lastEvent = OptionalLong.of(next);
    return next;
  }

  List<OpenSwarm> open(String project, Optional<String> swarm, Supplier<List<OpenSwarm>> query) {
    limit(open);
    return open.computeIfAbsent(new Name(project, swarm), name -> query.get());
  }

  /** Other waves may be worked on now. */
  void wavesMoved() {
    open.clear();
  }

  Optional<WaveCounts> counts(SwarmId swarm, int wave) {
    return Optional.ofNullable(counts.get(new Wave(swarm.row(), wave)));
  }

  void counted(SwarmId swarm, int wave, WaveCounts now) {
    limit(counts);
    counts.put(new Wave(swarm.row(), wave), now);
  }

  void uncounted(SwarmId swarm, int wave) {
    counts.remove(new Wave(swarm.row(), wave));
  }

  void forget() {
    held.clear();
    counts.clear();
    open.clear();
    lastEvent = OptionalLong.empty();
  }

  private static void limit(Map<?, ?> map) {
    if (map.size() >= LIMIT) {
      map.clear();
    }
  }
}
