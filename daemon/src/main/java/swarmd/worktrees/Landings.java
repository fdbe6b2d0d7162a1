package swarmd.worktrees;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Project;
import swarmd.sessions.WorkTree;
import swarmd.swarm.Actor;
import swarmd.swarm.BranchRules;
import swarmd.swarm.Checked;
import swarmd.swarm.Task;
import swarmd.swarm.TaskBranch;
import swarmd.swarm.TaskChecker;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.Tasks;
import swarmd.text.Cut;
import swarmd.worktrees.Git.Failed;
import swarmd.worktrees.Git.Result;

/**
 * Lands the work of tasks that are done: merges their branches, in the order of the tasks, into the
 * branch that they began from, and runs their checks on the result before that branch moves. A task
 * whose work does not fit is given back with a note.
 *
 * <p>All of this happens in the task's own worktree. The branch that others use moves in one step
 * at the end, so after a crash the next request finds it as it was, or finished.
 */
public final class Landings {
  private static final Logger log = LoggerFactory.getLogger(Landings.class);

  /** More than anybody waits for in earnest. */
  private static final int MAX_WAITING = 100;

  /** Somebody commits to the target each time: more often than that cannot be chance. */
  private static final int MAX_ROUNDS = 3;

  private static final int MAX_COMMITS_NAMED = 5;
  private static final int SHORT_COMMIT = 12;

  private final Tasks tasks;
  private final Worktrees worktrees;
  private final TaskChecker checker;
  private final Way way;
  private final Map<Path, ReentrantLock> locks = new ConcurrentHashMap<>();

  /** How a branch becomes a part of another one. */
  public enum Way {
    MERGE,
    REBASE;

    /** Parses the setting's value. */
    public static Way of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }

    private String verb() {
      return this == MERGE ? "merge" : "rebase";
    }

    private String past() {
      return verb() + "d";
    }
  }

  public Landings(Tasks tasks, Worktrees worktrees, TaskChecker checker, Way way) {
    this.tasks = tasks;
    this.worktrees = worktrees;
    this.checker = checker;
    this.way = way;
  }

  /**
   * A request to land a task.
   *
   * @param project where its repository is on this workstation, if the caller knows
   * @param actor who wants it
   * @param progress receives a line for people at each step; must not block
   */
  public record Request(
      long id, Optional<Project> project, Actor actor, Consumer<String> progress) {}

  /** The tasks of a project that wait to land, in their order. */
  public CompletableFuture<List<Task>> waiting(String project) {
    return tasks
        .current()
        .thenCompose(
            known ->
                worktrees
                    .store()
                    .read(
                        snapshot -> BranchRules.toLand(snapshot.get(TaskQueries.class), project)));
  }

  /**
   * Lands the task, or refuses: {@code LAND_CONFLICT} and {@code CHECK_FAILED} with an output mean
   * that it was given back, everything else that nothing has changed. Goes on if nobody waits for
   * it any more. Repeating it after it has landed changes nothing.
   */
  public CompletableFuture<Outcome<Task>> land(Request request) {
    Task.ID.check(request.id());
    return tasks
        .current()
        .thenCompose(known -> ready(request.id()))
        .thenCompose(
            ready -> {
              if (ready instanceof Outcome.Refused<Task> refused) {
                return repeated(request.id())
                    .thenApply(landed -> landed.<Outcome<Task>>map(Outcome::ok).orElse(refused));
              }
              Task task = ((Outcome.Ok<Task>) ready).value();
              return worktrees
                  .<Outcome<Task>>outcome(() -> landInTurn(task, request))
                  .thenApply(outcome -> outcome.flatMap(result -> result));
            });
  }

  private CompletableFuture<Outcome<Task>> ready(long id) {
    return worktrees
        .store()
        .read(snapshot -> BranchRules.ready(snapshot.get(TaskQueries.class), id));
  }

  private CompletableFuture<Optional<Task>> repeated(long id) {
    return worktrees
        .store()
        .read(
            snapshot ->
                snapshot
                    .get(TaskQueries.class)
                    .find(id)
                    .filter(task -> task.branch().flatMap(TaskBranch::landed).isPresent()));
  }

  /** One at a time in each repository. Blocks. */
  private Outcome<Task> landInTurn(Task task, Request request) throws Failed {
    Project project = project(task, request);
    ReentrantLock lock =
        locks.computeIfAbsent(Path.of(project.folder()), each -> new ReentrantLock());
    if (lock.getQueueLength() >= MAX_WAITING) {
      throw new Failed("%d tasks wait to land already; try again later".formatted(MAX_WAITING));
    }
    lock.lock();
    try {
      Outcome<Task> ready = await(ready(task.id())); // others have landed meanwhile
      if (ready instanceof Outcome.Refused<Task> refused) {
        return await(repeated(task.id())).<Outcome<Task>>map(Outcome::ok).orElse(refused);
      }
      return new Landing(task, project, request).run();
    } finally {
      lock.unlock();
    }
  }

  private Project project(Task task, Request request) throws Failed {
    String id = task.swarm().project();
    return worktrees
        .of(task.id())
        .map(known -> new Project(id, known.repository()))
        .or(() -> request.project().filter(project -> project.id().equals(id)))
        .orElseThrow(
            () ->
                new Failed(
                    "the repository of task %d is not known here; run the command in it"
                        .formatted(task.id())));
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** The way of one task. Every method blocks. */
  private final class Landing {
    private final Task task;
    private final Request request;
    private final Project project;
    private final String branch;
    private final String target;
    private Repository repository;
    private Worktree worktree;
    private Path folder;

    Landing(Task task, Project project, Request request) {
      this.task = task;
      this.project = project;
      this.request = request;
      branch = task.branch().orElseThrow().name();
      target = task.branch().orElseThrow().target();
    }

    Outcome<Task> run() throws Failed {
      repository = Repository.at(worktrees.git(), Path.of(project.folder()));
      if (repository.tip(branch).isEmpty() && repository.remoteTip(branch).isEmpty()) {
        throw new Failed(
            "branch '%s' of task %d is not in %s; land it on %s, or fetch the branch first"
                .formatted(
                    branch,
                    task.id(),
                    project.folder(),
                    task.workstation().orElse("the workstation that has it")));
      }
      worktrees.begin(task.id());
      try {
        worktree = worktrees.make(task, project, List.of()).worktree();
        folder = Path.of(worktree.folder());
        await(worktrees.put(worktree));
        for (int round = 0; round < MAX_ROUNDS; round++) {
          Optional<Outcome<Task>> result = attempt();
          if (result.isPresent()) {
            return result.get();
          }
        }
        throw new Failed(
            "branch '%s' moves all the time; land task %d again later"
                .formatted(target, task.id()));
      } finally {
        undo();
        worktrees.end(task.id());
        await(worktrees.tidyUp(task.id()));
      }
    }

    /** Empty if the target has moved meanwhile. */
    private Optional<Outcome<Task>> attempt() throws Failed {
      String work = repository.tip(branch).orElseThrow();
      String base =
          repository
              .tip(target)
              .orElseThrow(
                  () ->
                      new Failed(
                          "branch '%s', which task %d lands in, is gone; make it again: git branch %1$s"
                              .formatted(target, task.id())));
      List<String> open = repository.uncommitted(folder);
      if (!open.isEmpty()) {
        throw new Failed(
            "the worktree %s of task %d has uncommitted work: %s; commit or delete it there, then land again"
                .formatted(folder, task.id(), Worktrees.named(open)));
      }
      if (repository.contains(base, work)) {
        return Optional.of(landed(base, "%s has all of %s".formatted(target, branch)));
      }
      Optional<Path> place = repository.placeOf(target);
      refuseIfInTheWay(place, base, work);
      begin();
      List<String> conflicts =
          way == Way.MERGE
              ? repository.merge(folder, base, work, message())
              : repository.rebase(folder, base, work);
      if (!conflicts.isEmpty()) {
        return Optional.of(conflict(conflicts, base, work));
      }
      String result = repository.head(folder);
      Optional<Outcome<Task>> failure = check(result);
      if (failure.isPresent()) {
        return failure;
      }
      return move(place, base, work, result)
          ? Optional.of(
              landed(result, "%s into %s as %s".formatted(branch, target, shortened(result))))
          : Optional.empty();
    }

    private String message() {
      return "Merge task %d: %s".formatted(task.id(), Cut.toLine(60, task.title()));
    }

    /** Looks before anything is merged, because checks take their time. */
    private void refuseIfInTheWay(Optional<Path> place, String base, String work) throws Failed {
      if (place.isEmpty()) {
        return;
      }
      List<String> changed = new ArrayList<>(repository.uncommitted(place.get()));
      List<String> wanted = repository.changed(base, work);
      changed.removeIf(
          file ->
              wanted.stream()
                  .noneMatch(
                      name -> name.equals(file) || file.endsWith("/") && name.startsWith(file)));
      if (!changed.isEmpty()) {
        throw new Failed(
            "%s has uncommitted changes in files that task %d changes: %s; commit or stash them, then land again"
                .formatted(place.get(), task.id(), Worktrees.named(changed)));
      }
    }

    /** From here on, whatever is in the worktree is swarmd's own. */
    private void begin() {
      worktree = worktree.landing(true);
      await(worktrees.put(worktree));
    }

    /** Leaves the worktree as it was, for the task's next holder or to be removed. */
    private void undo() {
      if (worktree == null || !worktree.landing()) {
        return;
      }
      try {
        repository.restore(folder, branch, Optional.empty());
        worktree = worktree.landing(false);
        await(worktrees.put(worktree));
      } catch (Failed e) {
        log.warn("The worktree {} is restored when it is used again", folder, e);
      }
    }

    private Outcome<Task> conflict(List<String> files, String base, String work) throws Failed {
      String note =
          "%s does not %s with %s: conflicts in %s\n%s is at %s\n%s is at %s\n%sIn the worktree run: git %s %s; resolve the conflicts, commit, and complete the task again."
              .formatted(
                  branch,
                  way.verb(),
                  target,
                  Worktrees.named(files),
                  branch,
                  repository.describe(work),
                  target,
                  repository.describe(base),
                  others(files, base, work),
                  way.verb(),
                  target);
      return sentBack(
          note,
          Outcome.refused(
              ErrorCode.LAND_CONFLICT,
              "task %d has not landed: %s conflicts with %s in %s; it is open again for its next holder"
                  .formatted(task.id(), branch, target, Worktrees.named(files))));
    }

    private String others(List<String> files, String base, String work) throws Failed {
      List<String> commits = repository.log(work, base, files, MAX_COMMITS_NAMED);
      return commits.isEmpty()
          ? ""
          : "commits of %s in these files:\n%s\n".formatted(target, String.join("\n", commits));
    }

    private Outcome<Task> sentBack(String note, Outcome<Task> refusal) {
      undo();
      Outcome<Task> sent = await(tasks.sendBack(task.id(), note, request.actor()));
      return sent instanceof Outcome.Refused<Task> ? sent : refusal;
    }

    /** Present if the result must not become the target. */
    private Optional<Outcome<Task>> check(String result) throws Failed {
      List<String> names =
          await(
              worktrees
                  .store()
                  .read(snapshot -> snapshot.get(TaskQueries.class).requiredChecks(task)));
      if (names.isEmpty()) {
        return Optional.empty();
      }
      Outcome<Checked> checked =
          await(
              checker
                  .start(
                      task,
                      names,
                      Optional.of(folder),
                      TaskChecker.Purpose.LAND,
                      request.progress())
                  .result());
      if (checked instanceof Outcome.Refused<Checked> refused) {
        return Optional.of(
            refused
                .output()
                .map(
                    output ->
                        sentBack(
                            "%s, %s with %s, fails: %s\n%s"
                                .formatted(branch, way.past(), target, refused.message(), output),
                            refused.as()))
                .orElseGet(refused::as));
      }
      List<String> written = repository.changedTracked(folder);
      if (!repository.head(folder).equals(result) || !written.isEmpty()) {
        throw new Failed(
            "files in %s were changed while the checks of task %d ran%s; land it again, and ignore what checks write"
                .formatted(
                    folder, task.id(), written.isEmpty() ? "" : ": " + Worktrees.named(written)));
      }
      return Optional.empty();
    }

    /** False if the target is no longer where it was. */
    private boolean move(Optional<Path> place, String base, String work, String result)
        throws Failed {
      if (way == Way.REBASE
          && !repository.moveBranch(branch, result, work, "swarmd: rebase of task " + task.id())) {
        throw new Failed(
            "branch '%s' was changed while task %d landed; land it again"
                .formatted(branch, task.id()));
      }
      if (place.isEmpty()) {
        return repository.moveBranch(target, result, base, "swarmd: land task " + task.id());
      }
      Path tree = place.get();
      if (!WorkTree.around(tree).flatMap(WorkTree::branch).equals(Optional.of(target))) {
        return false;
      }
      Result moved = repository.fastForward(tree, result);
      if (!moved.ok() && repository.tip(target).equals(Optional.of(base))) {
        throw new Failed(
            "task %d could not land in %s, which has not changed: %s"
                .formatted(task.id(), tree, oneLine(moved)));
      }
      return moved.ok();
    }

    /** Git lists files on lines of their own. */
    private String oneLine(Result result) {
      return Cut.toLine(
          500,
          String.join(" ", result.err().strip().lines().map(String::strip).toList())
              .replaceFirst("^(fatal|error): ", ""));
    }

    private Outcome<Task> landed(String commit, String note) {
      undo();
      return await(tasks.land(task.id(), commit, note, request.actor()));
    }
  }

  /** As people see commits. */
  static String shortened(String commit) {
    return commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
  }
}
