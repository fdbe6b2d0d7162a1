package swarmd.worktrees;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.NamedThreads;
import swarmd.common.Outcome;
import swarmd.git.Git;
import swarmd.git.Git.Failed;
import swarmd.sessions.Project;
import swarmd.sessions.Projects;
import swarmd.sessions.WorkTree;
import swarmd.store.Store;
import swarmd.swarm.BranchRules;
import swarmd.swarm.Claimed;
import swarmd.swarm.CompletionGuard;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks;
import swarmd.text.Cut;
import swarmd.time.Time;

/**
 * The worktrees that tasks have on this workstation: made for a claim, used again by the next
 * holder, removed when the task is finished. Nothing here blocks its caller.
 */
public final class Worktrees implements CompletionGuard {
  private static final Logger log = LoggerFactory.getLogger(Worktrees.class);

  /** Other branches or folders may have the names that tasks should get. */
  private static final int MAX_NAMES = 20;

  private static final int MAX_FILES_NAMED = 5;

  /** When to look again after a folder that somebody was in. */
  private static final Duration LATER = Duration.ofMinutes(1);

  private final Tasks tasks;
  private final Store store;
  private final Places places;
  private final Git git;
  private final Time time;
  private final Executor threads = NamedThreads.unlimited("git");
  private final Map<Long, Worktree> known = new ConcurrentHashMap<>();

  /** Tasks that are landing: their worktrees are in use. */
  private final Set<Long> busy = ConcurrentHashMap.newKeySet();

  /** One at a time for each repository; none of them takes long. */
  private final Map<Path, Object> locks = new ConcurrentHashMap<>();

  public Worktrees(Tasks tasks, Store store, Places places, Git git, Time time) {
    this.tasks = tasks;
    this.store = store;
    this.places = places;
    this.time = time;
    this.git = git;
    store.onCommit(TaskEvent.class, this::onCommit);
  }

  /** Blocks until it is known what worktrees there are. */
  public void start() {
    store.read(snapshot -> snapshot.get(WorktreeQueries.class).all()).join().forEach(this::know);
  }

  private void know(Worktree worktree) {
    known.put(worktree.taskId(), worktree);
  }

  Git git() {
    return git;
  }

  Executor threads() {
    return threads;
  }

  Store store() {
    return store;
  }

  /** The worktrees of this workstation, by the ids of their tasks. */
  public List<Worktree> all() {
    return known.values().stream().sorted((a, b) -> Long.compare(a.taskId(), b.taskId())).toList();
  }

  public Optional<Worktree> of(long taskId) {
    return Optional.ofNullable(known.get(taskId));
  }

  /** The worktree of a task, if it has one on this workstation. */
  public Optional<Path> folderOf(Task task) {
    boolean there = task.inWorktree() || task.waitsToLand();
    return there ? of(task.id()).map(worktree -> Path.of(worktree.folder())) : Optional.empty();
  }

  /** A claimed task, and the folder to work in. */
  public record Prepared(Claimed claimed, Map<Long, Path> folders) {
    public static Prepared without(Claimed claimed) {
      return new Prepared(claimed, Map.of());
    }
  }

  /** Refuses if no worktree can be made in this project. Call it before a claim. */
  public CompletableFuture<Outcome<Project>> usable(Project project) {
    return outcome(
        () -> {
          Repository.at(git, Path.of(project.folder())).currentBranch();
          return project;
        });
  }

  /**
   * Makes the worktree of a task that was just claimed, or finds the one of its earlier holder. If
   * that fails, the task is released, which does not count as an attempt.
   */
  public CompletableFuture<Outcome<Prepared>> prepare(Claimed claimed, Project project) {
    Optional<Task> task = claimed.tasks().stream().findFirst();
    if (task.filter(each -> each.status() == TaskStatus.CLAIMED).isEmpty()) {
      return CompletableFuture.completedFuture(Outcome.ok(Prepared.without(claimed)));
    }
    return made(task.get(), project)
        .exceptionally(Worktrees::failed)
        .thenCompose(
            outcome -> {
              if (outcome instanceof Outcome.Refused<Made> refused) {
                return release(task.get(), refused).thenApply(done -> refused.<Prepared>as());
              }
              Made made = ((Outcome.Ok<Made>) outcome).value();
              return CompletableFuture.completedFuture(
                  Outcome.ok(
                      new Prepared(
                          claimed.with(made.task),
                          Map.of(made.task.id(), Path.of(made.worktree.folder())))));
            });
  }

  private static <T> Outcome<T> failed(Throwable failure) {
    Throwable cause = Cause.of(failure);
    if (!(cause instanceof Store.Unavailable)) {
      log.error("A worktree could not be made", cause);
    }
    return Outcome.refused(
        ErrorCode.BLOCKED, "the worktree could not be recorded: " + cause.getMessage());
  }

  /** A task, and where it is. */
  private record Made(Task task, Worktree worktree) {}

  private CompletableFuture<Outcome<Made>> made(Task task, Project project) {
    return store
        .read(snapshot -> BranchRules.before(snapshot.get(TaskQueries.class), task))
        .thenCompose(before -> outcome(() -> make(task, project, before)))
        .thenCompose(
            outcome -> {
              if (outcome instanceof Outcome.Refused<Branched> refused) {
                return CompletableFuture.completedFuture(refused.<Made>as());
              }
              Branched branched = ((Outcome.Ok<Branched>) outcome).value();
              // first, so that nobody else can write there before the holder knows of it
              return put(branched.worktree)
                  .thenCompose(
                      stored ->
                          tasks.startBranch(
                              task.id(),
                              task.lease().map(Lease::token).orElseThrow(),
                              branched.worktree.branch(),
                              branched.target,
                              branched.note()))
                  .thenApply(started -> started.map(after -> new Made(after, branched.worktree)));
            });
  }

  private CompletableFuture<?> release(Task task, Outcome.Refused<?> why) {
    String token = task.lease().map(Lease::token).orElseThrow();
    return tasks
        .release(
            task.id(),
            token,
            Optional.of("its worktree could not be made: " + Cut.toLine(500, why.message())))
        .handle(
            (released, failure) -> {
              if (failure != null) {
                log.warn(
                    "Task {} stays claimed until its lease ends: {}",
                    task.id(),
                    Cause.of(failure).getMessage());
              }
              return true;
            });
  }

  /** The task's worktree is not to be removed until it has landed. */
  void begin(long taskId) {
    busy.add(taskId);
  }

  void end(long taskId) {
    busy.remove(taskId);
  }

  CompletableFuture<Boolean> put(Worktree worktree) {
    know(worktree);
    return store.write(
        transaction -> {
          transaction.get(WorktreeRepository.class).put(worktree);
          return true;
        });
  }

  /**
   * The folder in which tasks of a repository land; the names of tasks' own folders begin with a
   * number.
   */
  Path landingFolder(Repository repository) {
    return Projects.canonical(places.of(repository.main())).resolve("landing");
  }

  /** A worktree, and the branch that it lands in. */
  record Branched(Worktree worktree, String target) {
    String note() {
      return "branch %s for %s in %s".formatted(worktree.branch(), target, worktree.folder());
    }
  }

  /** Runs what starts git, and turns its failures into refusals. */
  <T> CompletableFuture<Outcome<T>> outcome(Callable<T> work) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return Outcome.ok(work.call());
          } catch (Failed e) {
            return Outcome.refused(ErrorCode.BLOCKED, e.getMessage());
          } catch (InvalidPathException e) {
            return Outcome.refused(ErrorCode.BLOCKED, "a path is unusable: " + e.getMessage());
          } catch (RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        threads);
  }

  /**
   * Blocks.
   *
   * @param before tasks that it builds on and that have not landed
   */
  Branched make(Task task, Project project, List<Task> before) throws Failed {
    Path main = Path.of(project.folder());
    synchronized (locks.computeIfAbsent(main, each -> new Object())) {
      Repository repository = Repository.at(git, main);
      Optional<TaskBranch> unlanded = task.branch().filter(branch -> branch.landed().isEmpty());
      String target = unlanded.isPresent() ? unlanded.get().target() : repository.currentBranch();
      if (repository.tip(target).isEmpty()) {
        throw new Failed(
            "branch '%s', which task %d lands in, is gone; make it again: git branch %1$s"
                .formatted(target, task.id()));
      }
      Optional<Worktree> present =
          of(task.id()).filter(worktree -> worktree.repository().equals(main.toString()));
      if (present.isPresent()
          && unlanded.map(TaskBranch::name).equals(present.map(Worktree::branch))) {
        Path folder = Path.of(present.get().folder());
        if (repository.isWorktree(folder)) {
          return new Branched(usedAgain(repository, present.get()), target);
        }
      }
      String branch = branch(repository, task, unlanded, target);
      Path folder = folder(repository, task, branch);
      add(repository, task, branch, folder, target, before);
      return new Branched(
          new Worktree(
              task.id(),
              project.id(),
              main.toString(),
              Projects.canonical(folder).toString(),
              branch,
              Optional.empty()),
          target);
    }
  }

  /** As its last holder has left it, but on its branch. */
  private static Worktree usedAgain(Repository repository, Worktree worktree) throws Failed {
    Path folder = Path.of(worktree.folder());
    Optional<String> current = WorkTree.around(folder).flatMap(WorkTree::branch);
    if (!current.equals(Optional.of(worktree.branch()))) {
      if (!repository.uncommitted(folder).isEmpty()) {
        throw new Failed(
            "%s has uncommitted work and is not on its branch; commit the work, then run: git -C %1$s switch %s"
                .formatted(folder, worktree.branch()));
      }
      repository.checkOut(folder, worktree.branch());
    }
    return worktree;
  }

  /** A branch that no task is known to have is somebody's own, unless it has no commits. */
  private static String branch(
      Repository repository, Task task, Optional<TaskBranch> unlanded, String target)
      throws Failed {
    if (unlanded.isPresent()) {
      return unlanded.get().name();
    }
    if (repository.tip(BranchName.FOLDER).isPresent()) {
      throw new Failed(
          "there is a branch '%s', so git cannot make branches named %1$s/...; rename it: git branch -m %1$s NEW-NAME"
              .formatted(BranchName.FOLDER));
    }
    String base = repository.tip(target).orElseThrow();
    for (int number = 1; number <= MAX_NAMES; number++) {
      String name = BranchName.of(task) + (number == 1 ? "" : "-" + number);
      Optional<String> tip = repository.tip(name);
      if (tip.isEmpty() || repository.contains(base, tip.get())) {
        return name;
      }
    }
    throw new Failed(
        "there are branches named %s to %1$s-%d already; delete those you do not need: git branch -d"
            .formatted(BranchName.of(task), MAX_NAMES));
  }

  private Path folder(Repository repository, Task task, String branch) throws Failed {
    Optional<Path> checkedOut = repository.placeOf(branch).filter(Files::exists);
    if (checkedOut.isPresent()) {
      return checkedOut.get();
    }
    Path all = places.of(repository.main());
    for (int number = 1; number <= MAX_NAMES; number++) {
      Path folder = all.resolve(BranchName.folder(task) + (number == 1 ? "" : "-" + number));
      repository.removeUnfinished(folder);
      if (!Files.exists(folder)) {
        return folder;
      }
    }
    throw new Failed(
        "%s exists already; move it away".formatted(all.resolve(BranchName.folder(task))));
  }

  private static void add(
      Repository repository,
      Task task,
      String branch,
      Path folder,
      String target,
      List<Task> before)
      throws Failed {
    if (repository.isWorktree(folder)) {
      repository.removeUnfinished(folder);
    }
    if (Files.exists(folder)) {
      if (folder.equals(repository.main())) {
        throw new Failed(
            "branch '%s' is checked out in the main work tree; run there: git switch %s"
                .formatted(branch, target));
      }
      return; // made for the same branch by a claim that was not acknowledged
    }
    if (repository.tip(branch).isPresent()) {
      repository.addWorktree(folder, branch);
      return;
    }
    Optional<String> fetched =
        task.branch().map(TaskBranch::name).equals(Optional.of(branch))
            ? repository.fetchedTip(branch, target)
            : Optional.empty();
    repository.addWorktree(
        folder, branch, fetched.isPresent() ? fetched.get() : repository.tip(target).orElseThrow());
    if (fetched.isPresent()) {
      return;
    }
    for (Task each : before) {
      String name = each.branch().orElseThrow().name();
      Optional<String> tip = repository.tip(name);
      if (tip.isEmpty()) {
        continue; // on another workstation
      }
      List<String> conflicts =
          repository.merge(
              folder,
              tip.get(),
              "Merge task %d: %s".formatted(each.id(), Cut.toLine(60, each.title())));
      if (!conflicts.isEmpty()) {
        repository.removeWorktree(folder); // which nobody was given yet
        repository.deleteBranch(branch, repository.tip(branch).orElseThrow());
        throw new Failed(
            "task %d builds on tasks whose branches conflict in %s; land them first: swarm task land %d"
                .formatted(task.id(), named(conflicts), before.get(0).id()));
      }
    }
  }

  /** "a.txt, b.txt and 3 more". */
  static String named(List<String> files) {
    String first =
        String.join(
            ", ",
            files.stream().limit(MAX_FILES_NAMED).map(file -> Cut.toLine(200, file)).toList());
    int more = files.size() - MAX_FILES_NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  @Override
  public CompletableFuture<Optional<String>> obstacle(long id, String token) {
    Optional<Worktree> worktree = of(id);
    if (worktree.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return store
        .read(snapshot -> snapshot.get(TaskQueries.class).find(id))
        .thenCompose(
            task ->
                task.filter(each -> each.inWorktree() && isHeldWith(each, token)).isPresent()
                    ? outcome(() -> uncommitted(worktree.get()))
                        .thenApply(
                            found ->
                                found instanceof Outcome.Refused<List<String>> refused
                                    ? Optional.of(refused.message())
                                    : describe(
                                        worktree.get(), ((Outcome.Ok<List<String>>) found).value()))
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  private static boolean isHeldWith(Task task, String token) {
    return task.lease().map(Lease::token).equals(Optional.of(token));
  }

  private List<String> uncommitted(Worktree worktree) throws Failed {
    Path folder = Path.of(worktree.folder());
    Repository repository = Repository.at(git, Path.of(worktree.repository()));
    if (!repository.isWorktree(folder)) {
      throw new Failed(
          "its worktree %s is gone; claim it again to get a new one: swarm task release %d, then: swarm task claim %2$d --worktree"
              .formatted(folder, worktree.taskId()));
    }
    return repository.uncommitted(folder);
  }

  private static Optional<String> describe(Worktree worktree, List<String> files) {
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d %s in its worktree %s %s not committed: %s; commit %s there and complete the task again"
                .formatted(
                    files.size(),
                    files.size() == 1 ? "file" : "files",
                    worktree.folder(),
                    files.size() == 1 ? "is" : "are",
                    named(files),
                    files.size() == 1 ? "it" : "them"));
  }

  private void onCommit(List<TaskEvent> events) {
    if (known.isEmpty()) {
      return;
    }
    for (TaskEvent event : events) {
      boolean ends =
          event.kind() == TaskEvent.Kind.CANCELLED || event.kind() == TaskEvent.Kind.LANDED;
      if (ends && event.taskId().filter(known::containsKey).isPresent()) {
        tidyUp(event.taskId().get());
      }
    }
  }

  /** Removes the worktrees of finished tasks, as far as nothing would be lost. */
  public CompletableFuture<Void> tidyUp() {
    return CompletableFuture.allOf(
        known.keySet().stream().map(this::tidyUp).toArray(CompletableFuture<?>[]::new));
  }

  /** The same for one task. */
  CompletableFuture<Void> tidyUp(long id) {
    return of(id).isEmpty()
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.runAsync(() -> removeIfFinished(id), threads)
            .exceptionally(
                failure -> {
                  log.warn("The worktree of task {} stays", id, Cause.of(failure));
                  return null;
                });
  }

  /** A task that is not in the database may be on its way there. */
  static boolean isFinished(Task task) {
    return task.status() == TaskStatus.CANCELLED
        || task.status() == TaskStatus.DONE && !task.waitsToLand();
  }

  /** Looks at the task while no worktree can be made: it may have been opened and claimed again. */
  private void removeIfFinished(long id) {
    Optional<Worktree> worktree = of(id);
    if (worktree.isEmpty()) {
      return;
    }
    Path main = Path.of(worktree.get().repository());
    synchronized (locks.computeIfAbsent(main, each -> new Object())) {
      Optional<Task> task = store.read(snapshot -> snapshot.get(TaskQueries.class).find(id)).join();
      if (!busy.contains(id) && task.filter(Worktrees::isFinished).isPresent()) {
        remove(worktree.get(), task.get());
      }
    }
  }

  private void remove(Worktree worktree, Task task) {
    Optional<String> why = whyKept(worktree, task);
    if (why.isPresent()) {
      put(worktree.keptBecause(why.get()));
      return;
    }
    known.remove(worktree.taskId());
    store.write(
        transaction -> {
          transaction.get(WorktreeRepository.class).remove(worktree.taskId());
          return true;
        });
  }

  private Optional<String> whyKept(Worktree worktree, Task task) {
    try {
      return removed(worktree, task);
    } catch (Failed e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Empty if it was removed. */
  private Optional<String> removed(Worktree worktree, Task task) throws Failed {
    Path folder = Path.of(worktree.folder());
    if (Files.exists(folder) && FolderUse.isUsed(folder)) {
      time.after(LATER, () -> tidyUp(worktree.taskId()));
      return Optional.of("a process works in it");
    }
    if (!Files.exists(Path.of(worktree.repository()))) {
      return Files.exists(folder)
          ? Optional.of("its repository %s is gone".formatted(worktree.repository()))
          : Optional.empty();
    }
    Repository repository = Repository.at(git, Path.of(worktree.repository()));
    if (repository.isWorktree(folder)) {
      List<String> files = repository.uncommitted(folder);
      if (!files.isEmpty()) {
        return Optional.of("it has uncommitted work: " + named(files));
      }
      if (repository.hasSubmodules(folder)) {
        return Optional.of("it has submodules");
      }
    }
    Optional<String> tip = repository.tip(worktree.branch());
    Optional<String> target = task.branch().map(TaskBranch::target);
    Optional<String> base =
        target.isPresent() ? repository.tip(target.get()) : Optional.of(repository.head());
    if (tip.isPresent()
        && (base.isEmpty() || !repository.hasLanded(worktree.branch(), tip.get(), base.get()))) {
      return Optional.of(
          "its branch %s has commits that have not landed".formatted(worktree.branch()));
    }
    repository.removeWorktree(folder);
    if (tip.isPresent()) {
      repository.deleteBranch(worktree.branch(), tip.get());
    }
    repository.forgetLanded(worktree.branch());
    return Optional.empty();
  }

  /** Those of finished tasks, which the person has to see to. */
  public CompletableFuture<List<Worktree>> remaining() {
    List<Worktree> all = all();
    return store.read(
        snapshot ->
            all.stream()
                .filter(
                    worktree ->
                        snapshot
                            .get(TaskQueries.class)
                            .find(worktree.taskId())
                            .filter(Worktrees::isFinished)
                            .isPresent())
                .toList());
  }
}
