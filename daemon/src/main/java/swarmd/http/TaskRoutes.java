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
import swarmd.json.JsonFields;
import swarmd.sessions.ProjectCache;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.NewTask;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;
import swarmd.swarm.Tasks;

/** Tasks over HTTP. */
final class TaskRoutes {
  private static final int MAX_PATH = 4_096;
  private static final int MAX_CLAIM = 1_000;
  private static final int MAX_LIST = 1_000;
  private static final long MIN_LEASE_MS = 100;
  private static final long MAX_LEASE_MS = Duration.ofHours(24).toMillis();

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
            outcome -> Response.json(201, TaskJson.tasks(value(outcome))), this::writeSoon);
  }

  /** Elsewhere if there is room: tasks that are stored are never reported as refused. */
  private void writeSoon(Runnable writing) {
    try {
      background.execute(writing);
    } catch (RejectedExecutionException e) {
      writing.run();
    }
  }

  private CompletionStage<Response> claim(Request request) {
    JsonFields fields = request.json();
    String directory = project(fields);
    String agent = fields.requiredText("agent", NewTasks.MAX_NAME);
    Optional<String> session = fields.text("session", NewTasks.MAX_NAME);
    Optional<Long> id = fields.number("id", 1, Long.MAX_VALUE);
    int limit = (int) fields.number("limit", 1, 1, MAX_CLAIM);
    List<String> files = fields.texts("files", MAX_LIST, MAX_PATH);
    Optional<String> swarm = fields.text("swarm", NewTasks.MAX_NAME);
    long lease = fields.number("lease_ms", defaultLease.toMillis(), MIN_LEASE_MS, MAX_LEASE_MS);
    long wait = fields.number("wait_ms", 0, 0, ClaimRequest.MAX_PATIENCE.toMillis());
    Optional<String> requestId = fields.name("request_id", NewTasks.MAX_NAME);
    fields.refuseOthers();
    return inProject(
            directory,
            project ->
                untilGone(
                    request,
                    tasks.claim(
                        new ClaimRequest(
                            project,
                            agent,
                            session,
                            id,
                            limit,
                            files,
                            swarm,
                            Duration.ofMillis(lease),
                            Duration.ofMillis(wait),
                            requestId))))
        .thenApply(outcome -> Response.json(TaskJson.claimed(value(outcome))));
  }

  /** A client that is gone does not want its task any more. */
  private static <T> CompletableFuture<T> untilGone(Request request, CompletableFuture<T> waiting) {
    if (!waiting.isDone()) {
      request.gone().thenRun(() -> waiting.cancel(false));
    }
    return waiting;
  }

  private CompletionStage<Response> renew(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    fields.refuseOthers();
    return tasks
        .renew(request.taskId(), token)
        .thenApply(outcome -> Response.json(TaskJson.task(value(outcome))));
  }

  private CompletionStage<Response> release(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> note = text(fields, "note");
    return task(tasks.release(request.taskId(), token, note));
  }

  private CompletionStage<Response> complete(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> result = text(fields, "result");
    return task(tasks.complete(request.taskId(), token, result));
  }

  private CompletionStage<Response> fail(Request request) {
    JsonFields fields = request.json();
    String token = token(fields);
    Optional<String> error = text(fields, "error");
    return task(tasks.fail(request.taskId(), token, error));
  }

  private CompletionStage<Response> heartbeat(Request request) {
    JsonFields fields = request.json();
    String directory = project(fields);
    String agent = fields.requiredText("agent", NewTasks.MAX_NAME);
    fields.refuseOthers();
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
    long after = request.number("after", request.parameter("after"), 0, 0, Long.MAX_VALUE);
    int limit = (int) request.number("limit", request.parameter("limit"), 100, 1, MAX_LIST);
    Optional<String> swarm = request.parameter("swarm");
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> tasks.list(new TaskFilter(project, swarm, status, after, limit)))
        .thenApply(found -> Response.json(TaskJson.tasks(found)));
  }

  private static String project(JsonFields fields) {
    return fields.requiredText("project", MAX_PATH);
  }

  private static String token(JsonFields fields) {
    return fields.requiredText("token", NewTasks.MAX_NAME);
  }

  private static Optional<String> text(JsonFields fields, String name) {
    Optional<String> text = fields.text(name, NewTasks.MAX_TEXT);
    fields.refuseOthers();
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
