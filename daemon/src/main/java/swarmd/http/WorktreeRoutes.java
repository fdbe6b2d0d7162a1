package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.POST;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.api.TaskJson;
import swarmd.api.WorktreeJson;
import swarmd.common.Outcome;
import swarmd.json.JsonFields;
import swarmd.sessions.Callers;
import swarmd.sessions.Project;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.swarm.Actor;
import swarmd.worktrees.Landings;
import swarmd.worktrees.Worktrees;

/** The routes that run git, or tell of its worktrees: on the socket alone. */
final class WorktreeRoutes {
  private static final byte[] EMPTY = {'{', '}'};

  private final Worktrees worktrees;
  private final Landings landings;
  private final Callers callers;
  private final ProjectCache projects;

  WorktreeRoutes(Worktrees worktrees, Landings landings, Callers callers, ProjectCache projects) {
    this.worktrees = worktrees;
    this.landings = landings;
    this.callers = callers;
    this.projects = projects;
  }

  List<Route> routes() {
    return List.of(
        new Route(POST, "/v1/tasks/{id}/land", this::land),
        new Route(GET, "/v1/worktrees", this::list));
  }

  /** Goes on if the client goes away; repeating it then joins or finds the result. */
  private CompletionStage<Response> land(Request request) {
    long id = request.taskId();
    JsonFields fields = request.body().length == 0 ? JsonFields.of(EMPTY) : request.json();
    Optional<String> directory = fields.text(Projects.DIRECTORY);
    fields.rejectUnknown();
    CompletableFuture<Optional<Project>> project =
        directory
            .map(
                folder ->
                    projects
                        .of(folder)
                        .thenApply(found -> Optional.of(found.orElseThrow(ApiError::of))))
            .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
    return project
        .thenCombine(
            callers.identify(request.peer()),
            (found, caller) ->
                new Landings.Request(id, found, Actor.of(caller, Optional.empty()), progress -> {}))
        .thenCompose(landings::land)
        .thenApply(outcome -> Response.json(TaskJson.task(value(outcome))));
  }

  private CompletionStage<Response> list(Request request) {
    return worktrees
        .remaining()
        .thenApply(remaining -> Response.json(WorktreeJson.list(worktrees.all(), remaining)));
  }

  private static <T> T value(Outcome<T> outcome) {
    return outcome.orElseThrow(ApiError::of);
  }
}
