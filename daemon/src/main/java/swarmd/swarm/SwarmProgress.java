package swarmd.swarm;

import java.util.List;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.swarm.TaskRepository.Progress;
import swarmd.swarm.TaskRepository.WaveCounts;

/**
 * The consequences of a task's change of status: its dependents and the next wave may start, and
 * its swarm may be complete (nothing is pending, blocked or claimed) or stuck (only blocked tasks
 * remain).
 */
final class SwarmProgress {
  private SwarmProgress() {}

  /** Stores the changed task and the consequences of its change of status. */
  static void move(TaskRepository tasks, Task before, Task after, long now) {
    tasks.update(after);
    WaveCounts counts = tasks.recount(after.swarm(), after.wave(), before.status(), after.status());
    if (after.status().settled()) {
      List<SwarmId> elsewhere = tasks.settleDependents(after);
      if (counts.unsettled() == 0) {
        tasks.openNextWave(after.swarm());
      }
      elsewhere.forEach(swarm -> announce(tasks, swarm, now));
    } else if (before.status().settled()) {
      List<SwarmId> elsewhere = tasks.unsettleDependents(after);
      tasks.openNextWave(after.swarm());
      elsewhere.forEach(swarm -> announce(tasks, swarm, now));
    }
    if (counts.claimed() == 0) {
      announce(tasks, after.swarm(), now);
    }
  }

  /** Announces a swarm that has become complete or stuck once, and again after more work. */
  static void announce(TaskRepository tasks, SwarmId swarm, long now) {
    Progress progress = tasks.progress(swarm);
    SwarmSummary.State state = progress.state();
    if (state == progress.announced()) {
      return;
    }
    tasks.announced(swarm, state, now);
    switch (state) {
      case COMPLETE -> tasks.append(NewEvent.of(now, Kind.SWARM_COMPLETE, swarm));
      case STUCK -> tasks.append(NewEvent.of(now, Kind.SWARM_STUCK, swarm));
      case OPEN -> {}
    }
  }
}
