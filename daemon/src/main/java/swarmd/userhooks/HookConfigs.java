package swarmd.userhooks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.files.FileLanes;
import swarmd.time.Time;
import swarmd.time.TtlCache;
import swarmd.userhooks.Trust.Consent;

/**
 * The cached hooks of every project: an event usually needs no disk access, and a change takes
 * effect within a second.
 */
public final class HookConfigs {
  private static final Logger log = LoggerFactory.getLogger(HookConfigs.class);
  private static final int MAX_PROJECTS = 1_000;

  private final HookFiles files;
  private final Trust trust;
  private final HookOverrides overrides;
  private final TtlCache<Optional<String>, ProjectHooks> cache;
  private final Map<Optional<String>, Loaded> loaded = new ConcurrentHashMap<>();

  /**
   * @param home the folder of the user's settings and the list of trusted projects
   * @param lanes runs everything that reads the file system
   */
  public HookConfigs(Path home, HookOverrides overrides, FileLanes lanes, Time time) {
    files = new HookFiles(home, time);
    trust = new Trust(home.resolve("trust.json"), time);
    this.overrides = overrides;
    cache = new TtlCache<>(this::read, lanes::of, time);
  }

  /**
   * What the list of trusted projects says about one of them.
   *
   * @param problem the reason why the list cannot be used
   */
  record Trusted(Optional<Consent> consent, Optional<String> problem) {}

  /** Hooks with the files they were loaded from. */
  private record Loaded(List<HookFile> files, Trusted trusted, ProjectHooks hooks) {
    /** An unchanged file is the same object, which is cheaper to compare than its content. */
    @SuppressWarnings("ReferenceEquality")
    boolean isCurrent(List<HookFile> found, Trusted nowTrusted) {
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
   * Does not block; the future fails only if too much work is queued.
   *
   * @param project its canonical directory
   */
  public CompletableFuture<ProjectHooks> of(Optional<String> project) {
    return cache.of(project);
  }

  /** The same for somebody who may have changed them just now: they are read again. */
  public CompletableFuture<ProjectHooks> current(Optional<String> project) {
    cache.forget(project);
    return cache.of(project);
  }

  /**
   * The settings as they were read last, or what the environment says if they were never read. Does
   * not block.
   */
  HookConfig lastKnown(Optional<String> project) {
    Loaded known = loaded.get(project);
    return known == null ? HookConfig.merge(List.of(), overrides.defaults()) : known.hooks.config();
  }

  /** The hooks as they are on disk now. */
  public ProjectHooks read(Optional<String> project) {
    List<HookFile> found = files.of(project.map(Path::of));
    Trusted trusted = new Trusted(project.flatMap(trust::consent), trust.problem());
    Loaded known = loaded.get(project);
    if (known != null && known.isCurrent(found, trusted)) {
      return known.hooks;
    }
    if (loaded.size() >= MAX_PROJECTS) {
      loaded.clear();
    }
    ProjectHooks hooks = ProjectHooks.of(project, found, trusted, overrides);
    hooks.problems().stream()
        .filter(problem -> known == null || !known.hooks.problems().contains(problem))
        .forEach(problem -> log.warn("{}", problem));
    loaded.put(project, new Loaded(found, trusted, hooks));
    return hooks;
  }

  public ProjectHooks.State state(String project) {
    return read(Optional.of(project)).trust();
  }

  /**
   * Lets the project's hooks run.
   *
   * @param hash of the hooks that the user has reviewed
   * @return false if they have changed since
   */
  public boolean trust(String project, String hash) throws IOException {
    ProjectHooks hooks = read(Optional.of(project));
    if (!hooks.hash().equals(Optional.of(hash))) {
      return false;
    }
    trust.add(project, hash, hooks.projectJudgesPermissions());
    cache.forget(Optional.of(project));
    return true;
  }

  /** Returns whether the project was trusted. */
  public boolean untrust(String project) throws IOException {
    boolean was = trust.remove(project);
    cache.forget(Optional.of(project));
    return was;
  }

  /** The file with the user's own hooks. */
  public Path userFile() {
    return files.userFile();
  }

  /** The file with a project's shared hooks. */
  public static Path projectFile(String project) {
    return HookFiles.shared(Path.of(project));
  }
}
