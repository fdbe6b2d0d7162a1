package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.PATCH;
import static io.netty.handler.codec.http.HttpMethod.POST;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.api.BulkJson;
import swarmd.api.NewTasks;
import swarmd.api.TaskJson;
import swarmd.api.TaskSpecJson;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;
import swarmd.sessions.Account;
import swarmd.sessions.Callers;
import swarmd.sessions.Project;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.swarm.Actor;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.Completion;
import swarmd.swarm.Completions;
import swarmd.swarm.Lease;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskChange;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.TaskText;
import swarmd.swarm.Tasks;
import swarmd.worktrees.Worktree;
import swarmd.worktrees.Worktrees;

/** The routes for tasks. */
final class TaskRoutes {
  private static final String FORCE = "force";
  private static final String WORKTREE = "worktree";

  private static final TextLength FOLDER = TextLength.upTo(4_096, "folder");

  private final Tasks tasks;
  private final Completions completions;
  private final Worktrees worktrees;
  private final Callers callers;
  private final ProjectCache projects;
  private final Duration defaultLease;
  private final Executor background;

  TaskRoutes(
      Tasks tasks,
      Completions completions,
      Worktrees worktrees,
      Callers callers,
      ProjectCache projects,
      Duration defaultLease,
      Executor background) {
    this.tasks = tasks;
    this.completions = completions;
    this.worktrees = worktrees;
    this.callers = callers;
    this.projects = projects;
    this.defaultLease = defaultLease;
    this.background = background;
  }

  List<Route> routes() {
    return List.of(
        new Route(POST, "/v1/tasks", this::add),
        new Route(GET, "/v1/tasks", this::list),
        new Route(GET, "/v1/tasks/{id}", this::show),
        new Route(PATCH, "/v1/tasks/{id}", this::edit),
        new Route(POST, "/v1/tasks/claim", this::claim),
        new Route(POST, "/v1/tasks/{id}/renew", this::renew),
        new Route(POST, "/v1/tasks/{id}/release", this::release),
        new Route(POST, "/v1/tasks/{id}/complete", this::complete),
        new Route(POST, "/v1/tasks/{id}/fail", this::fail),
        new Route(POST, "/v1/tasks/{id}/retry", request -> decide(request, tasks::retry)),
        new Route(POST, "/v1/tasks/{id}/cancel", request -> decide(request, tasks::cancel)),
        new Route(POST, "/v1/tasks/{id}/reopen", request -> decide(request, tasks::reopen)),
        new Route(POST, "/v1/tasks/bulk", this::bulk),
        new Route(POST, "/v1/agents/heartbeat", this::heartbeat));
  }

  private CompletionStage<Response> add(Request request) {
    JsonFields fields = request.json();
    String project = project(fields);
    List<NewTask> added = NewTasks.read(fields, Optional.empty());
    return inProject(project, found -> tasks.add(found, added))
        .thenApplyAsync(
            outcome -> Response.json(201, TaskJson.tasks(value(outcome))), this::inBackground);
  }

  /** Falls back to the calling thread, so that stored tasks are never reported as refused. */
  private void inBackground(Runnable action) {
    try {
      background.execute(action);
    } catch (RejectedExecutionException e) {
      action.run();
    }
  }

  private CompletionStage<Response> claim(Request request) {
    JsonFields fields = request.json();
    String directory = project(fields);
    String agent = fields.requiredText(ClaimRequest.AGENT);
    Optional<String> session = fields.text(ClaimRequest.SESSION);
    Optional<Long> id = fields.number(Task.ID);
    int limit = fields.integer(ClaimRequest.LIMIT, 1);
    List<String> files = fields.texts(ClaimRequest.FILES, ClaimRequest.FILE);
    List<String> tags = fields.texts(TaskSpec.TAGS, TaskSpec.TAG);
    Optional<String> swarm = fields.text(SwarmId.NAME);
    Duration lease = fields.duration(ClaimRequest.LEASE).orElse(defaultLease);
    Duration patience = fields.duration(ClaimRequest.WAIT).orElse(Duration.ZERO);
    Optional<String> requestId = fields.text(ClaimRequest.REQUEST_ID);
    boolean worktree = fields.flag(WORKTREE);
    Optional<String> account = fields.text(Account.LABEL);
    fields.rejectUnknown();
    if (worktree) {
      refuseWorktree(request, limit);
    }
    return projects
        .of(directory)
        .thenCompose(
            found ->
                worktree
                    ? worktrees.usable(value(found))
                    : CompletableFuture.completedFuture(found))
        .thenCompose(
            found -> {
              Project project = value(found);
              return cancelOnDisconnect(
                      request,
                      tasks.claim(
                          new ClaimRequest(
                              project.id(),
                              agent,
                              session,
                              id,
                              limit,
                              files,
                              tags,
                              swarm,
                              lease,
                              patience,
                              requestId,
                              account)))
                  .thenCompose(
                      claimed ->
                          worktree
                              ? worktrees.prepare(value(claimed), project)
                              : CompletableFuture.completedFuture(
                                  claimed.map(Worktrees.Prepared::without)));
            })
        .thenCompose(outcome -> claimed(value(outcome), requestId));
  }

  /** A worktree needs git, and only the socket may run programs. */
  private static void refuseWorktree(Request request, int limit) {
    if (request.peer().link().isPresent()) {
      throw ApiError.forbidden("only the Unix socket may claim with a worktree; leave it out");
    }
    if (limit > 1) {
      throw ApiError.invalid("field 'limit' must be 1 for a claim with a worktree");
    }
  }

  /** A client with a request id can ask for its claim again; without one, nobody knows of it. */
  private CompletionStage<Response> claimed(
      Worktrees.Prepared prepared, Optional<String> requestId) {
    Claimed claimed = prepared.claimed();
    return tasks
        .handoffs(claimed)
        .thenApply(handoffs -> TaskJson.claimed(claimed, handoffs, prepared.folders()))
        .thenApply(
            json ->
                requestId.isPresent()
                    ? Response.json(json)
                    : Response.json(json, () -> tasks.giveBack(claimed)));
  }

  /** Cancels what the client waits for if it disconnects. */
  private static <T> CompletableFuture<T> cancelOnDisconnect(
      Request request, CompletableFuture<T> waiting) {
    if (!waiting.isDone()) {
      request.disconnected().thenRun(() -> waiting.cancel(false));
    }
    return waiting;
  }

  private CompletionStage<Response> renew(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    fields.rejectUnknown();
    return tasks
        .renew(request.taskId(), token)
        .thenApply(outcome -> Response.json(TaskJson.task(value(outcome))));
  }

  /** With "force" instead of a token, a person takes the task from its holder. */
  private CompletionStage<Response> release(Request request) {
    JsonFields fields = request.json();
    boolean force = fields.flag(FORCE);
    Optional<String> token = force ? Optional.empty() : Optional.of(token(fields));
    Optional<String> note = finalText(fields, TaskEvent.NOTE);
    return token
        .map(proof -> task(tasks.release(request.taskId(), proof, note)))
        .orElseGet(() -> decide(request, (id, actor) -> tasks.takeBack(id, note, actor)));
  }

  private CompletionStage<Response> edit(Request request) {
    TaskChange change = TaskSpecJson.readChange(request.json());
    return decide(request, (id, actor) -> tasks.edit(id, change, actor));
  }

  /** One step of all tasks that a filter finds. */
  private CompletionStage<Response> bulk(Request request) {
    JsonFields fields = request.json();
    String directory = project(fields);
    BulkJson.Bulk bulk = BulkJson.read(fields);
    return projects
        .of(directory)
        .thenCombine(
            callers.identify(request.peer()),
            (project, caller) ->
                tasks.takeAll(
                    bulk.filter(value(project).id()),
                    bulk.step(),
                    bulk.dryRun(),
                    Actor.of(caller, Optional.empty())))
        .thenCompose(taken -> taken)
        .thenApply(outcome -> Response.json(TaskJson.tasks(value(outcome))));
  }

  /** A change that needs no token and records who made it. */
  private interface Decision {
    CompletableFuture<Outcome<Task>> apply(long id, Actor actor);
  }

  private CompletionStage<Response> decide(Request request, Decision decision) {
    long id = request.taskId();
    return callers
        .identify(request.peer())
        .thenCompose(caller -> task(decision.apply(id, Actor.of(caller, Optional.empty()))));
  }

  private CompletionStage<Response> complete(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<Path> folder = fields.text(FOLDER).map(TaskRoutes::folder);
    Optional<String> result = finalText(fields, TaskState.RESULT);
    Completion completion = new Completion(request.taskId(), token, result, folder, progress -> {});
    return task(cancelOnDisconnect(request, completions.complete(completion)));
  }

  private static Path folder(String text) {
    try {
      Path folder = Path.of(text);
      if (folder.isAbsolute()) {
        return folder;
      }
    } catch (InvalidPathException e) {
      // the same answer
    }
    throw ApiError.invalid("field 'folder' must be an absolute path, not '%s'".formatted(text));
  }

  private CompletionStage<Response> fail(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> error = finalText(fields, TaskState.ERROR);
    return task(tasks.fail(request.taskId(), token, error));
  }

  private CompletionStage<Response> heartbeat(Request request) {
    JsonFields fields = request.json();
    String directory = project(fields);
    String agent = fields.requiredText(ClaimRequest.AGENT);
    fields.rejectUnknown();
    return inProject(directory, project -> tasks.heartbeat(project, agent).thenApply(Outcome::ok))
        .thenApply(outcome -> Response.json(TaskJson.tasks(value(outcome))));
  }

  private CompletionStage<Response> show(Request request) {
    long id = request.taskId();
    return tasks
        .show(id)
        .thenApply(found -> found.orElseThrow(() -> ApiError.notFound(TaskText.noSuchTask(id))))
        .thenApply(
            found ->
                Response.json(TaskJson.history(found, worktrees.of(id).map(Worktree::folder))));
  }

  private CompletionStage<Response> list(Request request) {
    Set<TaskStatus> statuses =
        request.list("status").stream().map(TaskRoutes::status).collect(Collectors.toSet());
    Optional<String> agent = request.text(ClaimRequest.AGENT);
    List<String> tags = request.list(TaskSpec.TAGS.field());
    Optional<Integer> wave = request.number(TaskSpec.WAVE).map(Math::toIntExact);
    Optional<String> search = request.text(TaskFilter.SEARCH);
    Order order = request.parameter("sort").map(TaskRoutes::order).orElse(Order.ID);
    boolean reverse = request.flag("reverse");
    boolean brief = request.flag("brief");
    long after = request.number(TaskFilter.AFTER).orElse(0L);
    long offset = request.number(TaskFilter.OFFSET).orElse(0L);
    int limit =
        request.number(TaskFilter.LIMIT).map(Math::toIntExact).orElse(TaskFilter.DEFAULT_LIMIT);
    Optional<String> swarm = request.text(SwarmId.NAME);
    return ProjectParameter.of(request, projects)
        .thenApply(
            project ->
                Request.checked(
                    () ->
                        new TaskFilter(
                            project, swarm, statuses, agent, tags, wave, search, order, reverse,
                            after, limit)))
        .thenCompose(
            filter ->
                brief
                    ? tasks.listBrief(filter, offset).thenApply(TaskJson::briefTasks)
                    : tasks.list(filter, offset).thenApply(TaskJson::tasks))
        .thenApply(found -> Response.json(found));
  }

  private static TaskStatus status(String label) {
    return TaskStatus.of(label)
        .orElseThrow(
            () -> unknown("status", label, Stream.of(TaskStatus.values()).map(TaskStatus::label)));
  }

  private static Order order(String label) {
    return Order.of(label)
        .orElseThrow(() -> unknown("sort", label, Stream.of(Order.values()).map(Order::label)));
  }

  private static ApiError unknown(String parameter, String value, Stream<String> known) {
    return ApiError.invalid(
        "parameter '%s' must be one of %s, not '%s'"
            .formatted(parameter, known.collect(Collectors.joining(", ")), value));
  }

  private static String project(JsonFields fields) {
    return fields.requiredText(Projects.DIRECTORY);
  }

  private static String token(JsonFields fields) {
    return fields.requiredText(Lease.TOKEN);
  }

  private static Optional<String> finalText(JsonFields fields, TextLength limit) {
    Optional<String> text = fields.text(limit);
    fields.rejectUnknown();
    return text;
  }

  private <T> CompletableFuture<Outcome<T>> inProject(
      String directory, Function<String, CompletableFuture<Outcome<T>>> work) {
    return projects.of(directory).thenCompose(project -> work.apply(value(project).id()));
  }

  private static CompletionStage<Response> task(CompletableFuture<Outcome<Task>> outcome) {
    return outcome.thenApply(done -> Response.json(TaskJson.task(value(done))));
  }

  private static <T> T value(Outcome<T> outcome) {
    return outcome.orElseThrow(ApiError::of);
  }
}
