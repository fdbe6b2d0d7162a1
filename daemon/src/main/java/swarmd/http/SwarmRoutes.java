package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.POST;
import static io.netty.handler.codec.http.HttpMethod.PUT;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.api.TaskJson;
import swarmd.common.Outcome;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;
import swarmd.swarm.Actor;
import swarmd.swarm.ClaimLimits;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskSpec;
import swarmd.swarm.Tasks;

/** The routes for whole swarms. */
final class SwarmRoutes {
  private static final TextLength TAG = TextLength.notBlank(TaskSpec.TAG.max(), "tag").onOneLine();

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
        new Route(
            POST,
            "/v1/swarms/{name}/pause",
            request -> pauseOrResume(request, tasks::pause, tasks::pauseTag)),
        new Route(
            POST,
            "/v1/swarms/{name}/resume",
            request -> pauseOrResume(request, tasks::resume, tasks::resumeTag)),
        new Route(PUT, "/v1/swarms/{name}/checks", this::require),
        new Route(POST, "/v1/swarms/{name}/limit", this::limit));
  }

  private CompletionStage<Response> pauseOrResume(Request request, Change all, TagChange tagged) {
    JsonFields fields = request.json();
    Optional<String> tag = fields.text(TAG);
    return change(
        request,
        fields,
        (project, swarm, actor) ->
            tag.isPresent()
                ? tagged.apply(project, swarm, tag.get(), actor)
                : all.apply(project, swarm, actor));
  }

  private CompletionStage<Response> limit(Request request) {
    JsonFields fields = request.json();
    Optional<String> tag = fields.text(TAG);
    int most = Math.toIntExact(fields.requiredNumber(ClaimLimits.MOST));
    return change(
        request, fields, (project, swarm, actor) -> tasks.limit(project, swarm, tag, most, actor));
  }

  private interface Change {
    CompletableFuture<Outcome<SwarmSummary>> apply(String project, String swarm, Actor actor);
  }

  private interface TagChange {
    CompletableFuture<Outcome<SwarmSummary>> apply(
        String project, String swarm, String tag, Actor actor);
  }

  private CompletionStage<Response> require(Request request) {
    JsonFields fields = request.json();
    List<String> checks = fields.requiredTexts(TaskSpec.CHECKS, TaskSpec.CHECK);
    return change(
        request, fields, (project, swarm, actor) -> tasks.require(project, swarm, checks, actor));
  }

  private CompletionStage<Response> change(Request request, JsonFields fields, Change change) {
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
