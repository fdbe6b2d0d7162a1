package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.POST;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.api.TaskJson;
import swarmd.common.Outcome;
import swarmd.json.JsonFields;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.swarm.Actor;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.Tasks;

/** The routes for whole swarms. */
final class SwarmRoutes {
  private final Tasks tasks;
  private final Callers callers;
  private final ProjectCache projects;

  SwarmRoutes(Tasks tasks, Callers callers, ProjectCache projects) {
    this.tasks = tasks;
    this.callers = callers;
    this.projects = projects;
  }

  List<Route> routes() {
    return List.of(
        new Route(POST, "/v1/swarms/{name}/pause", request -> change(request, tasks::pause)),
        new Route(POST, "/v1/swarms/{name}/resume", request -> change(request, tasks::resume)));
  }

  private interface Change {
    CompletableFuture<Outcome<SwarmSummary>> apply(String project, String swarm, Actor actor);
  }

  private CompletionStage<Response> change(Request request, Change change) {
    JsonFields fields = request.json();
    String directory = fields.requiredText(Projects.DIRECTORY);
    fields.rejectUnknown();
    String name = Request.checked(() -> SwarmId.NAME.check(request.variables().get("name")));
    return projects
        .of(directory)
        .thenCombine(
            callers.identify(request.peer()),
            (project, caller) ->
                change.apply(
                    project.orElseThrow(ApiError::of).id(),
                    name,
                    Actor.of(caller, Optional.empty())))
        .thenCompose(changed -> changed)
        .thenApply(outcome -> Response.json(TaskJson.summary(outcome.orElseThrow(ApiError::of))));
  }
}
