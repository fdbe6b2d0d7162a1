package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.POST;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import swarmd.api.NewTasks;
import swarmd.api.TaskJson;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.Lease;
import swarmd.swarm.NewTask;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskState;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks;

/** The routes for tasks. */
final class TaskRoutes {
  private final Tasks tasks;
  private final ProjectCache projects;
  private final Duration defaultLease;
  private final Executor background;

  TaskRoutes(Tasks tasks, ProjectCache projects, Duration defaultLease, Executor background) {
    this.tasks = tasks;
    this.projects = projects;
    this.defaultLease = defaultLease;
    this.background = background;
  }

  List<Route> routes() {
    return List.of(
        new Route(POST, "/v1/tasks", this::add),
        new Route(GET, "/v1/tasks", this::list),
        new Route(GET, "/v1/tasks/{id}", this::show),
        new Route(POST, "/v1/tasks/claim", this::claim),
        new Route(POST, "/v1/tasks/{id}/renew", this::renew),
        new Route(POST, "/v1/tasks/{id}/release", this::release),
        new Route(POST, "/v1/tasks/{id}/complete", this::complete),
        new Route(POST, "/v1/tasks/{id}/fail", this::fail),
        new Route(POST, "/v1/tasks/{id}/retry", request -> task(tasks.retry(request.taskId()))),
        new Route(POST, "/v1/tasks/{id}/cancel", request -> task(tasks.cancel(request.taskId()))),
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
    Optional<String> swarm = fields.text(SwarmId.NAME);
    Duration lease = fields.duration(ClaimRequest.LEASE).orElse(defaultLease);
    Duration patience = fields.duration(ClaimRequest.WAIT).orElse(Duration.ZERO);
    Optional<String> requestId = fields.text(ClaimRequest.REQUEST_ID);
    fields.rejectUnknown();
    return inProject(
            directory,
            project ->
                cancelOnDisconnect(
                    request,
                    tasks.claim(
                        new ClaimRequest(
                            project, agent, session, id, limit, files, swarm, lease, patience,
                            requestId))))
        .thenApply(outcome -> claimed(value(outcome), requestId));
  }

  /** A client with a request id can ask for its claim again; without one, nobody knows of it. */
  private Response claimed(Claimed claimed, Optional<String> requestId) {
    return requestId.isPresent()
        ? Response.json(TaskJson.claimed(claimed))
        : Response.json(TaskJson.claimed(claimed), () -> tasks.giveBack(claimed));
  }

  /** Cancels the claim if the client disconnects. */
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

  private CompletionStage<Response> release(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> note = finalText(fields, TaskEvent.NOTE);
    return task(tasks.release(request.taskId(), token, note));
  }

  private CompletionStage<Response> complete(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> result = finalText(fields, TaskState.RESULT);
    return task(tasks.complete(request.taskId(), token, result));
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
        .thenApply(found -> found.orElseThrow(() -> ApiError.notFound("there is no task " + id)))
        .thenApply(found -> Response.json(TaskJson.history(found)));
  }

  private CompletionStage<Response> list(Request request) {
    Optional<TaskStatus> status =
        request
            .parameter("status")
            .map(
                label ->
                    TaskStatus.of(label)
                        .orElseThrow(() -> ApiError.invalid("unknown status '" + label + "'")));
    long after = request.number(TaskFilter.AFTER).orElse(0L);
    int limit =
        request.number(TaskFilter.LIMIT).map(Math::toIntExact).orElse(TaskFilter.DEFAULT_LIMIT);
    Optional<String> swarm = request.text(SwarmId.NAME);
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> tasks.list(new TaskFilter(project, swarm, status, after, limit)))
        .thenApply(found -> Response.json(TaskJson.tasks(found)));
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
