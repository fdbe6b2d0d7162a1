package swarmd.store.sqlite;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import swarmd.swarm.Task;
import swarmd.swarm.TaskStatus;

/**
 * The next claimable tasks of a wave, read several at a time. Each read without a change in between
 * gets more of them, up to {@link #MOST}; what changes a wave's claimable tasks, other than taking
 * one of them away, makes it forget them.
 */
final class ReadAhead {
  static final int MOST = 64;
  private static final int GROWTH = 4;
  private static final int MAX_WAVES = 100;

  /** Longer tasks would take too much memory, and too long to read if they are forgotten. */
  private static final long MAX_TEXT_LENGTH = 100_000;

  private final Map<Wave, Ahead> waves = new HashMap<>();

  /** Where the tasks are. */
  interface Source {
    /** The first ones, in the order of claims. */
    List<Task> read(int limit);

    /** When another task can be claimed because its time has come. */
    long nextTime();
  }

  /**
   * @param tasks by id, in the order of claims
   * @param size how many were wanted
   * @param from when they were read
   * @param until when another one may come before them
   */
  private record Ahead(Map<Long, Task> tasks, int size, long from, long until) {
    boolean has(int limit, long now) {
      return tasks.size() >= limit && from <= now && now < until;
    }
  }

  List<Task> next(Wave wave, int limit, long now, Source source) {
    Ahead ahead = waves.get(wave);
    if (ahead == null || !ahead.has(limit, now)) {
      int growing = ahead == null ? 1 : Math.min(MOST, ahead.size * GROWTH);
      int size = Math.max(limit, growing);
      List<Task> read = source.read(size);
      boolean tooLong = read.stream().mapToLong(Task::textLength).sum() > MAX_TEXT_LENGTH;
      if (size == limit || tooLong) {
        put(wave, new Ahead(new LinkedHashMap<>(), tooLong ? 1 : size, now, now));
        return read.stream().limit(limit).toList();
      }
      ahead = new Ahead(new LinkedHashMap<>(), size, now, source.nextTime());
      for (Task task : read) {
        ahead.tasks.put(task.id(), task);
      }
      put(wave, ahead);
    }
    return ahead.tasks.values().stream().limit(limit).toList();
  }

  private void put(Wave wave, Ahead ahead) {
    if (waves.size() >= MAX_WAVES) {
      waves.clear();
    }
    waves.put(wave, ahead);
  }

  /** The task has taken a step. */
  void changed(Task task) {
    Wave wave = Wave.of(task.swarm(), task.wave());
    Ahead ahead = waves.get(wave);
    if (ahead == null) {
      return;
    }
    if (TaskTable.storedStatus(task.status()).equals(TaskStatus.PENDING.label())) {
      waves.remove(wave);
    } else {
      ahead.tasks.remove(task.id());
    }
  }

  void forget() {
    waves.clear();
  }
}
