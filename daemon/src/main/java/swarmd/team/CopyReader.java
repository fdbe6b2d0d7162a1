package swarmd.team;

import java.util.Optional;
import swarmd.store.Transaction;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository;

/** Reads from the copy what an answer has just brought. */
final class CopyReader {
  private final TaskRepository tasks;

  CopyReader(Transaction transaction) {
    tasks = transaction.get(TaskRepository.class);
  }

  Task task(long id) {
    return tasks.find(id).orElseThrow();
  }

  SwarmSummary swarm(SwarmId id) {
    Optional<SwarmSummary> found =
        tasks.summaries(Optional.of(id.project())).stream()
            .filter(summary -> summary.id().name().equals(id.name()))
            .findFirst();
    return found.orElseThrow();
  }
}
