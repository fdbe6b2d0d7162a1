package swarmd.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import swarmd.common.Outcome;
import swarmd.time.Time;

/** Remembers for a while which project a folder belongs to, so that few requests touch the disk. */
public final class ProjectCache {
  private static final Duration FRESH = Duration.ofSeconds(30);
  private static final int MAX_ENTRIES = 1_000;

  private final Executor files;
  private final Time time;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * @param files runs what reads the file system
   */
  public ProjectCache(Executor files, Time time) {
    this.files = files;
    this.time = time;
  }

  /** Does not block; fails if too much is waiting to be done. */
  public CompletableFuture<Outcome<Project>> of(String directory) {
    Entry entry = entries.get(directory);
    if (entry != null && time.monotonicMillis() - entry.at < FRESH.toMillis()) {
      return CompletableFuture.completedFuture(entry.project);
    }
    try {
      return CompletableFuture.supplyAsync(() -> look(directory), files);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Outcome<Project> look(String directory) {
    Outcome<Project> project = Projects.of(directory);
    if (entries.size() >= MAX_ENTRIES) {
      entries.clear();
    }
    entries.put(directory, new Entry(project, time.monotonicMillis()));
    return project;
  }

  private record Entry(Outcome<Project> project, long at) {}
}
