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
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.git.Git.Failed;
import swarmd.git.Git.Result;
import swarmd.git.GitTree;
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

/**
 * Lands the work of tasks that are done: merges their branches, in the order of the tasks, into the
 * branch that they began from, and runs their checks on the result before that branch moves. A task
 * whose work does not fit is given back with a note.
 *
 * <p>All of this happens in a work tree of swarmd's own, one for each repository, so nothing that
 * an agent or the person has is touched. The branch that others use moves in one step at the end,
 * so after a crash the next request finds it as it was, or finished.
 */
public final class Landings {
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
   * @param actor lands the task
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
    private final Repository repository;

    Landing(Task task, Project project, Request request) throws Failed {
      this.task = task;
      this.project = project;
      this.request = request;
      branch = task.branch().orElseThrow().name();
      target = task.branch().orElseThrow().target();
      repository = Repository.at(worktrees.git(), Path.of(project.folder()));
    }

    Outcome<Task> run() throws Failed {
      worktrees.begin(task.id());
      try {
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
        worktrees.end(task.id());
        await(worktrees.tidyUp(task.id()));
      }
    }

    /** Empty if the target has moved meanwhile. */
    private Optional<Outcome<Task>> attempt() throws Failed {
      String work = work();
      String base =
          repository
              .tip(target)
              .orElseThrow(
                  () ->
                      new Failed(
                          "branch '%s', which task %d lands in, is gone; make it again: git branch %1$s"
                              .formatted(target, task.id())));
      refuseIfUncommitted();
      if (repository.contains(base, work)) {
        return Optional.of(landed(base, "%s has all of %s".formatted(target, branch)));
      }
      Optional<Path> place = repository.placeOf(target);
      if (place.isPresent()) {
        refuseIfInTheWay(place.get(), base, work);
      }
      Path folder = worktrees.landingFolder(repository);
      GitTree landing = repository.landing(folder, way == Way.MERGE ? base : work);
      List<String> conflicts =
          way == Way.MERGE
              ? repository.merge(landing, work, message())
              : repository.rebase(landing, base);
      if (!conflicts.isEmpty()) {
        return Optional.of(conflict(conflicts, base, work));
      }
      String result = Repository.head(landing);
      Optional<Outcome<Task>> failure = check(landing, result);
      if (failure.isPresent()) {
        return failure;
      }
      if (!result.equals(base) && !move(place, base, result)) {
        return Optional.empty();
      }
      if (way == Way.REBASE) {
        repository.noteLanded(branch, work);
      }
      return Optional.of(
          landed(result, "%s into %s as %s".formatted(branch, target, shortened(result))));
    }

    private String work() throws Failed {
      Optional<String> own = repository.tip(branch);
      return (own.isPresent() ? own : repository.fetchedTip(branch, target))
          .orElseThrow(
              () ->
                  new Failed(
                      "branch '%s' of task %d is not in %s; land it on %s, or fetch the branch first"
                          .formatted(
                              branch,
                              task.id(),
                              project.folder(),
                              task.workstation().orElse("the workstation that has it"))));
    }

    private void refuseIfUncommitted() throws Failed {
      Optional<Path> folder =
          worktrees
              .of(task.id())
              .map(each -> Path.of(each.folder()))
              .filter(repository::isWorktree);
      List<String> open = folder.isPresent() ? repository.uncommitted(folder.get()) : List.of();
      if (!open.isEmpty()) {
        throw new Failed(
            "the worktree %s of task %d has uncommitted work: %s; commit or delete it there, then land again"
                .formatted(folder.get(), task.id(), Worktrees.named(open)));
      }
    }

    private String message() {
      return "Merge task %d: %s".formatted(task.id(), Cut.toLine(60, task.title()));
    }

    /** Looks before anything is merged, because checks take their time. */
    private void refuseIfInTheWay(Path place, String base, String work) throws Failed {
      Optional<String> unfinished = repository.unfinished(place);
      if (unfinished.isPresent()) {
        throw new Failed(
            "%s is in the middle of a %s; finish it there, or end it: git %2$s --abort; then land task %d again"
                .formatted(place, unfinished.get(), task.id()));
      }
      List<String> changed = new ArrayList<>(repository.uncommitted(place));
      List<String> wanted = repository.changed(base, work);
      changed.removeIf(
          file ->
              wanted.stream()
                  .noneMatch(
                      name -> name.equals(file) || file.endsWith("/") && name.startsWith(file)));
      if (!changed.isEmpty()) {
        throw new Failed(
            "%s has uncommitted changes in files that task %d changes: %s; commit or stash them, then land again"
                .formatted(place, task.id(), Worktrees.named(changed)));
      }
      List<String> ignored = repository.inTheWay(place, wanted);
      if (!ignored.isEmpty()) {
        throw new Failed(
            "%s has files of its own where task %d adds some: %s; move them away, then land again"
                .formatted(place, task.id(), Worktrees.named(ignored)));
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
      Outcome<Task> sent = await(tasks.sendBack(task.id(), note, request.actor()));
      return sent instanceof Outcome.Refused<Task> ? sent : refusal;
    }

    /** Present if the result must not become the target. */
    private Optional<Outcome<Task>> check(GitTree landing, String result) throws Failed {
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
                      Optional.of(landing.top()),
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
      List<String> written = Repository.changedTracked(landing);
      if (!Repository.head(landing).equals(result) || !written.isEmpty()) {
        throw new Failed(
            "files in %s were changed while the checks of task %d ran%s; land it again, and ignore what checks write"
                .formatted(
                    landing.top(),
                    task.id(),
                    written.isEmpty() ? "" : ": " + Worktrees.named(written)));
      }
      return Optional.empty();
    }

    /** False if the target is no longer where it was. */
    private boolean move(Optional<Path> place, String base, String result) throws Failed {
      if (place.isEmpty()) {
        return repository.moveBranch(target, result, base, "swarmd: land task " + task.id());
      }
      Path tree = place.get();
      if (!WorkTree.around(tree).flatMap(WorkTree::branch).equals(Optional.of(target))) {
        return false;
      }
      Result moved = repository.fastForward(tree, result);
      Optional<String> now = repository.tip(target);
      if (now.equals(Optional.of(base))) {
        throw new Failed(
            "task %d could not land in %s, which has not changed: %s"
                .formatted(task.id(), tree, oneLine(moved)));
      }
      return now.isPresent() && repository.contains(now.get(), result);
    }

    /** Git lists files on lines of their own. */
    private String oneLine(Result result) {
      return Cut.toLine(
          500,
          String.join(
                  " ",
                  result
                      .err()
                      .lines()
                      .map(String::strip)
                      .filter(line -> !line.startsWith("hint:"))
                      .toList())
              .replaceFirst("^(fatal|error): ", ""));
    }

    private Outcome<Task> landed(String commit, String note) {
      return await(tasks.land(task.id(), commit, note, request.actor()));
    }
  }

  /** As people see commits. */
  static String shortened(String commit) {
    return commit.substring(0, Math.min(SHORT_COMMIT, commit.length()));
  }
}
