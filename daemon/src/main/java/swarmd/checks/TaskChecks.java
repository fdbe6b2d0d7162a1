package swarmd.checks;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import swarmd.checks.CheckLogs.CheckLog;
import swarmd.checks.CheckRecord.Ending;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.HostProcess;
import swarmd.sessions.Project;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.sessions.SubagentRepository;
import swarmd.sessions.WorkTree;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Checked;
import swarmd.swarm.Task;
import swarmd.swarm.TaskChecker;
import swarmd.time.Time;
import swarmd.userhooks.CheckEntry;

/** Runs the checks that tasks need, in the work trees of their holders. */
public final class TaskChecks implements TaskChecker {
  /** How much of the output a refusal has. */
  static final int SHOWN_OUTPUT = 4_000;

  private final Checks checks;
  private final Store store;
  private final ProjectCache projects;
  private final CheckLogs logs;
  private final Function<Task, Optional<Path>> worktrees;
  private final Time time;

  /**
   * @param worktrees finds the folder of a task whose holder works in a worktree
   */
  public TaskChecks(
      Checks checks,
      Store store,
      ProjectCache projects,
      CheckLogs logs,
      Function<Task, Optional<Path>> worktrees,
      Time time) {
    this.checks = checks;
    this.store = store;
    this.projects = projects;
    this.logs = logs;
    this.worktrees = worktrees;
    this.time = time;
  }

  @Override
  public Run start(
      Task task,
      List<String> names,
      Optional<Path> folder,
      Purpose purpose,
      Consumer<String> progress) {
    Verification verification = new Verification(task, names, folder, purpose, progress);
    verification.begin();
    return verification;
  }

  /**
   * The place where the checks run.
   *
   * @param trees each of them has to pass
   */
  private record Place(Project project, List<Path> trees) {}

  /** A check that is still to run, in one work tree. */
  private record Step(CheckEntry check, Path tree) {}

  /**
   * @param touched the files and work trees that the holder may have changed since the claim
   */
  private record Known(Optional<Binding> binding, List<String> touched, List<Project> projects) {}

  /** Not a snapshot: edits are stored a moment later than they happen, but before this. */
  private CompletableFuture<Known> known(Task task) {
    String project = task.swarm().project();
    return store.write(
        transaction -> {
          BindingRepository bindings = transaction.get(BindingRepository.class);
          return new Known(
              task.session().flatMap(bindings::find).filter(each -> isOf(each.project(), project)),
              touched(task, transaction),
              bindings.projects().stream().filter(each -> isOf(each, project)).toList());
        });
  }

  /** A main agent answers for its subagents, a subagent only for itself. */
  private static List<String> touched(Task task, Transaction transaction) {
    if (task.session().isEmpty()) {
      return List.of();
    }
    String project = task.swarm().project();
    String session = task.session().get();
    Optional<String> subagent =
        task.agent()
            .filter(
                agent ->
                    transaction
                        .get(SubagentRepository.class)
                        .find(project, session, agent)
                        .isPresent());
    return transaction
        .get(FileEditRepository.class)
        .touchedSince(project, session, subagent, task.claimedAt().orElse(0L));
  }

  private static boolean isOf(Project project, String id) {
    return project.id().equals(id);
  }

  /** The project that the session is bound to, or else the one where the holder is. */
  private CompletableFuture<Optional<Project>> project(
      Task task, Known known, Optional<Path> folder) {
    String id = task.swarm().project();
    if (known.binding.isPresent()) {
      return CompletableFuture.completedFuture(known.binding.map(Binding::project));
    }
    return at(folder.map(Path::toString), id)
        .thenCompose(
            here ->
                here.isPresent()
                    ? CompletableFuture.completedFuture(here)
                    : at(Optional.of(id).filter(TaskChecks::isFolder), id))
        .thenApply(found -> found.or(() -> known.projects.stream().findFirst()));
  }

  private static boolean isFolder(String text) {
    try {
      return Path.of(text).isAbsolute();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private CompletableFuture<Optional<Project>> at(Optional<String> folder, String id) {
    return folder
        .map(
            path ->
                projects
                    .of(path)
                    .thenApply(
                        found ->
                            found instanceof Outcome.Ok<Project> ok
                                ? Optional.of(ok.value()).filter(each -> isOf(each, id))
                                : Optional.<Project>empty()))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  /**
   * All work trees in which the holder has edited files or run commands that may write since the
   * claim. If there are none, that of its host's process, which a command of the agent's cannot
   * change. If that is unknown, too, the main one as well as the one where the command was typed,
   * so that nobody can choose a clean one instead. Reads the disk.
   */
  private static List<Path> trees(Project project, Known known, Optional<Path> folder) {
    Path main = Path.of(project.folder());
    List<Path> touched =
        known.touched.stream()
            .flatMap(path -> WorkTree.ofProject(main, Path.of(path)).stream())
            .distinct()
            .toList();
    if (!touched.isEmpty()) {
      return touched;
    }
    return known
        .binding
        .flatMap(Binding::process)
        .flatMap(TaskChecks::folderOf)
        .map(path -> List.of(WorkTree.topOf(main, path)))
        .orElseGet(
            () ->
                Stream.concat(
                        folder.map(Projects::canonical).stream()
                            .flatMap(path -> WorkTree.ofProject(main, path).stream()),
                        Stream.of(main))
                    .distinct()
                    .toList());
  }

  /** The current folder of a host's process, where the system tells. */
  private static Optional<Path> folderOf(HostProcess process) {
    try {
      return Optional.of(Path.of("/proc", Long.toString(process.pid()), "cwd").toRealPath());
    } catch (IOException goneOrUnknown) {
      return Optional.empty();
    }
  }

  private final class Verification implements Run {
    private final Task task;
    private final List<String> names;
    private final Optional<Path> folder;
    private final Purpose purpose;
    private final Consumer<String> progress;
    private final CompletableFuture<Outcome<Checked>> result = new CompletableFuture<>();
    private final List<CheckRecord> passed = new ArrayList<>();

    /** Of each work tree. */
    private final Map<String, CheckRecord> last = new HashMap<>();

    private volatile boolean inSeveralTrees;
    private Optional<CheckRun> current = Optional.empty();
    private boolean stopped;

    Verification(
        Task task,
        List<String> names,
        Optional<Path> folder,
        Purpose purpose,
        Consumer<String> progress) {
      this.task = task;
      this.names = names;
      this.folder = folder;
      this.purpose = purpose;
      this.progress = progress;
    }

    @Override
    public CompletableFuture<Outcome<Checked>> result() {
      return result;
    }

    @Override
    public CompletableFuture<Boolean> stillHolds() {
      List<CheckRecord> ended;
      synchronized (this) {
        ended = List.copyOf(last.values());
      }
      return ended.stream()
          .map(
              record ->
                  record.digestAfter().isPresent()
                      ? checks.unchanged(Path.of(record.folder()), record.digestAfter())
                      : CompletableFuture.completedFuture(false))
          .reduce((one, other) -> one.thenCombine(other, Boolean::logicalAnd))
          .orElseGet(() -> CompletableFuture.completedFuture(false));
    }

    @Override
    public void stop() {
      Optional<CheckRun> running;
      synchronized (this) {
        stopped = true;
        running = current;
      }
      running.ifPresent(CheckRun::stop);
    }

    void begin() {
      known(task)
          .thenCompose(
              known ->
                  project(task, known, folder)
                      .thenCompose(
                          project -> {
                            if (project.isEmpty()) {
                              return refuse(
                                  "the folder of project %s is not known here; run the command in it"
                                      .formatted(task.swarm().project()));
                            }
                            return CompletableFuture.supplyAsync(
                                    () -> new Place(project.get(), trees(project.get(), known)),
                                    checks.readers())
                                .thenCompose(this::find);
                          }))
          .whenComplete(
              (done, failure) -> {
                if (failure != null) {
                  result.completeExceptionally(Cause.of(failure));
                }
              });
    }

    /**
     * A task that lands is checked where it was merged, one with a worktree only there, because
     * only its branch lands. Reads the disk.
     */
    private List<Path> trees(Project project, Known known) {
      return (purpose == Purpose.LAND ? folder : worktrees.apply(task))
          .map(List::of)
          .orElseGet(() -> TaskChecks.trees(project, known, folder));
    }

    private CompletableFuture<Void> refuse(String message) {
      result.complete(
          Outcome.refused(
              ErrorCode.CHECK_FAILED,
              "task %d %s: %s".formatted(task.id(), purpose.failure(), message)));
      return CompletableFuture.completedFuture(null);
    }

    /** None runs unless all can. */
    private CompletableFuture<Void> find(Place place) {
      CompletableFuture<Outcome<List<CheckEntry>>> found =
          CompletableFuture.completedFuture(Outcome.ok(List.of()));
      for (String name : names) {
        found =
            found.thenCombine(
                checks.find(place.project, name),
                (before, next) ->
                    before.flatMap(
                        entries ->
                            next.map(
                                entry ->
                                    Stream.concat(entries.stream(), Stream.of(entry)).toList())));
      }
      return found.thenCompose(
          outcome -> {
            if (outcome instanceof Outcome.Refused<List<CheckEntry>> refused) {
              return refuse(refused.message());
            }
            CheckLog log = logs.open(task.id(), time.millis());
            result.whenComplete((done, failure) -> log.close());
            inSeveralTrees = place.trees.size() > 1;
            List<CheckEntry> entries = ((Outcome.Ok<List<CheckEntry>>) outcome).value();
            run(
                place.trees.stream()
                    .flatMap(tree -> entries.stream().map(entry -> new Step(entry, tree)))
                    .toList(),
                place.project,
                log);
            return CompletableFuture.completedFuture(null);
          });
    }

    private void run(List<Step> left, Project project, CheckLog log) {
      if (left.isEmpty()) {
        result.complete(Outcome.ok(checked()));
        return;
      }
      CheckEntry check = left.get(0).check;
      Path tree = left.get(0).tree;
      log.add("== check '%s' of task %d in %s ==\n".formatted(check.name(), task.id(), tree));
      progress.accept(
          "check '%s' is running in %s; output: %s".formatted(check.name(), tree, log.file()));
      CheckRun run;
      synchronized (this) {
        if (stopped) {
          result.completeExceptionally(ended(check));
          return;
        }
        run =
            checks.start(
                new CheckRequest(
                    check,
                    project.id(),
                    tree,
                    task.session(),
                    task.agent().orElse("somebody"),
                    task.claimedAt()),
                log::add);
        current = Optional.of(run);
      }
      run.result()
          .whenComplete(
              (record, failure) -> {
                if (failure != null) {
                  result.completeExceptionally(
                      run.result().isCancelled() || isStopped() ? ended(check) : Cause.of(failure));
                  return;
                }
                log.add("== %s ==\n".formatted(Checks.describe(record)));
                follow(record, left.subList(1, left.size()), project, log, check);
              });
    }

    private void follow(
        CheckRecord record, List<Step> left, Project project, CheckLog log, CheckEntry check) {
      synchronized (this) {
        last.put(record.folder(), record);
      }
      if (record.passed()) {
        passed.add(record);
        run(left, project, log);
      } else if (record.ending() == Ending.STOPPED) {
        result.completeExceptionally(ended(check));
      } else {
        result.complete(failed(record, log));
      }
    }

    private synchronized boolean isStopped() {
      return stopped;
    }

    private Throwable ended(CheckEntry check) {
      return new Store.Unavailable(
          "check '%s' was stopped; %s task %d again"
              .formatted(check.name(), purpose == Purpose.LAND ? "land" : "complete", task.id()));
    }

    private Outcome<Checked> failed(CheckRecord record, CheckLog log) {
      OutputTail tail = new OutputTail(SHOWN_OUTPUT);
      tail.add(record.output());
      return Outcome.refused(
          ErrorCode.CHECK_FAILED,
          "task %d %s: %s%s; %s; the whole output is in %s"
              .formatted(
                  task.id(),
                  purpose.failure(),
                  Checks.describe(record),
                  inSeveralTrees ? " in " + record.folder() : "",
                  purpose.advice(),
                  log.file()),
          tail.text());
    }

    private Checked checked() {
      Optional<TreeState> tree = passed.get(0).tree();
      return new Checked(
          passed.stream().map(CheckRecord::name).distinct().toList(),
          tree.map(TreeState::commit),
          tree.map(TreeState::changed).orElse(0));
    }
  }
}
