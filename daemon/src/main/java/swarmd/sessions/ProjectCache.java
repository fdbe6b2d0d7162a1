package swarmd.sessions;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import swarmd.common.Outcome;
import swarmd.files.FileLanes;
import swarmd.files.LaneThreads;
import swarmd.time.Time;

/** Remembers for a while which project a folder belongs to, so that few requests touch the disk. */
public final class ProjectCache {
  private static final Duration FRESH = Duration.ofSeconds(30);
  private static final int MAX_ENTRIES = 1_000;

  private final FileLanes files;
  private final UnaryOperator<Project> naming;
  private final Time time;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /**
   * @param files runs what reads the file system
   */
  public ProjectCache(FileLanes files, Time time) {
    this(files, UnaryOperator.identity(), time);
  }

  /**
   * @param naming gives projects other names; reads the disk
   */
  public ProjectCache(FileLanes files, UnaryOperator<Project> naming, Time time) {
    this.files = files;
    this.naming = naming;
    this.time = time;
  }

  /** Does not block; fails if the folder does not respond or too much waits for it. */
  public CompletableFuture<Outcome<Project>> of(String directory) {
    Entry entry = entries.get(directory);
    if (entry != null && time.monotonicMillis() - entry.at < FRESH.toMillis()) {
      return CompletableFuture.completedFuture(entry.project);
    }
    try {
      return limited(
          directory, CompletableFuture.supplyAsync(() -> look(directory), files.of(directory)));
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Requests that wait for their project have no other time limit. */
  private CompletableFuture<Outcome<Project>> limited(
      String directory, CompletableFuture<Outcome<Project>> look) {
    if (look.isDone()) {
      return look;
    }
    Time.Cancellable limit =
        time.after(
            LaneThreads.UNRESPONSIVE,
            () ->
                look.completeExceptionally(
                    new RejectedExecutionException(
                        "the files in " + directory + " do not respond")));
    look.whenComplete((found, failure) -> limit.cancel());
    return look;
  }

  /** The same, but reads the disk at once. */
  public Outcome<Project> look(String directory) {
    Outcome<Project> project = Projects.of(directory).map(naming);
    if (entries.size() >= MAX_ENTRIES) {
      entries.clear();
    }
    entries.put(directory, new Entry(project, time.monotonicMillis()));
    return project;
  }

  private record Entry(Outcome<Project> project, long at) {}
}
