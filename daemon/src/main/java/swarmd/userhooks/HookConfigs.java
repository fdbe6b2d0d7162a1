package swarmd.userhooks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/**
 * The hooks of every project, kept ready: an event costs no look at the disk, and a change counts
 * after a second at most.
 */
public final class HookConfigs {
  private static final Logger log = LoggerFactory.getLogger(HookConfigs.class);
  private static final int MAX_PROJECTS = 1_000;

  private final HookFiles files;
  private final Trust trust;
  private final HookOverrides overrides;
  private final TtlCache<Optional<String>, ProjectHooks> looks;
  private final Map<Optional<String>, Made> made = new ConcurrentHashMap<>();

  /**
   * @param home where the user's settings are, and what is trusted
   * @param background runs what reads the file system
   */
  public HookConfigs(Path home, HookOverrides overrides, Executor background, Time time) {
    files = new HookFiles(home, time);
    trust = new Trust(home.resolve("trust.json"), time);
    this.overrides = overrides;
    looks = new TtlCache<>(this::read, background, time);
  }

  /** What was made of which files. */
  private record Made(List<HookFile> files, Optional<String> trusted, ProjectHooks hooks) {
    /** What has not changed is the same object, and comparing all of it would cost more. */
    @SuppressWarnings("ReferenceEquality")
    boolean isOf(List<HookFile> found, Optional<String> nowTrusted) {
      if (files.size() != found.size() || !trusted.equals(nowTrusted)) {
        return false;
      }
      for (int i = 0; i < found.size(); i++) {
        if (files.get(i) != found.get(i)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Does not block; fails only if too much is waiting to be done.
   *
   * @param project its canonical directory
   */
  public CompletableFuture<ProjectHooks> of(Optional<String> project) {
    return looks.of(project);
  }

  /** The current configuration. Accesses the disk. */
  public ProjectHooks read(Optional<String> project) {
    List<HookFile> found = files.of(project.map(Path::of));
    Optional<String> trusted = project.flatMap(trust::trusted);
    Made known = made.get(project);
    if (known != null && known.isOf(found, trusted)) {
      return known.hooks;
    }
    if (made.size() >= MAX_PROJECTS) {
      made.clear();
    }
    ProjectHooks hooks = ProjectHooks.of(project, found, trusted, overrides);
    hooks.problems().stream()
        .filter(problem -> known == null || !known.hooks.problems().contains(problem))
        .forEach(problem -> log.warn("{}", problem));
    made.put(project, new Made(found, trusted, hooks));
    return hooks;
  }

  public ProjectHooks.State state(String project) {
    return read(Optional.of(project)).trust();
  }

  /**
   * Lets the project's hooks run.
   *
   * @param hash of those that the person has seen
   * @return false if they are others by now
   */
  public boolean trust(String project, String hash) throws IOException {
    if (!read(Optional.of(project)).hash().equals(Optional.of(hash))) {
      return false;
    }
    trust.add(project, hash);
    looks.forget(Optional.of(project));
    return true;
  }

  /** Whether they were trusted. */
  public boolean untrust(String project) throws IOException {
    boolean was = trust.remove(project);
    looks.forget(Optional.of(project));
    return was;
  }

  /** Where the user's own hooks are. */
  public Path userFile() {
    return files.userFile();
  }

  /** Where a project's hooks are. */
  public static Path projectFile(String project) {
    return HookFiles.shared(Path.of(project));
  }
}
