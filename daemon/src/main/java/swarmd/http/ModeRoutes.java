package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.DELETE;
import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.PATCH;
import static io.netty.handler.codec.http.HttpMethod.PUT;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.api.ModeJson;
import swarmd.common.Outcome;
import swarmd.json.Json;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeRequests;
import swarmd.modes.ModeRequests.Wish;
import swarmd.modes.Modes;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.SessionId;
import swarmd.time.Time;

/** The routes for modes. */
final class ModeRoutes {
  private final Modes modes;
  private final ModeRequests requests;
  private final Callers callers;
  private final ProjectCache projects;
  private final Time time;

  ModeRoutes(
      Modes modes, ModeRequests requests, Callers callers, ProjectCache projects, Time time) {
    this.modes = modes;
    this.requests = requests;
    this.callers = callers;
    this.projects = projects;
    this.time = time;
  }

  /** The page may end modes, so that a person can let a session stop; it cannot start any. */
  List<Route> routes() {
    return List.of(
        new Route(GET, "/v1/modes", this::list).with(Access.PAGE),
        new Route(PUT, "/v1/modes/{mode}", request -> change(request, requests::start)),
        new Route(PATCH, "/v1/modes/{mode}", request -> change(request, requests::change)),
        new Route(DELETE, "/v1/modes/{mode}", request -> end(request, Optional.of(mode(request))))
            .with(Access.PAGE),
        new Route(DELETE, "/v1/modes", request -> end(request, Optional.empty()))
            .with(Access.PAGE));
  }

  private CompletionStage<Response> list(Request request) {
    Optional<String> session = request.parameter("session");
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> modes.list(project, session))
        .thenApply(found -> Response.json(ModeJson.modes(found, time.millis())));
  }

  private interface Change {
    CompletableFuture<Outcome<ActiveMode>> apply(Wish wish, Map<String, ?> fields);
  }

  private CompletionStage<Response> change(Request request, Change change) {
    Mode mode = mode(request);
    String session = session(request);
    Map<String, ?> fields =
        request.body().length == 0 ? Map.of() : Json.parseObject(request.body());
    return project(request)
        .thenCombine(
            callers.identify(request.peer()),
            (project, caller) -> new Wish(project, session, mode, caller, Optional.empty()))
        .thenCompose(wish -> change.apply(wish, fields))
        .thenApply(
            outcome ->
                Response.json(ModeJson.mode(outcome.orElseThrow(ApiError::of), time.millis())));
  }

  private CompletionStage<Response> end(Request request, Optional<Mode> mode) {
    String session = session(request);
    return project(request)
        .thenCombine(
            callers.identify(request.peer()),
            (project, caller) -> requests.end(project, Optional.of(session), mode, caller))
        .thenCompose(ended -> ended)
        .thenApply(
            outcome ->
                Response.json(ModeJson.modes(outcome.orElseThrow(ApiError::of), time.millis())));
  }

  private CompletableFuture<String> project(Request request) {
    return ProjectParameter.of(request, projects)
        .thenApply(
            project ->
                project.orElseThrow(
                    () ->
                        ApiError.invalid(
                            "parameter 'project' is missing; it must be a directory")));
  }

  private static String session(Request request) {
    String session =
        request
            .parameter("session")
            .orElseThrow(
                () -> ApiError.invalid("parameter 'session' is missing; it must be a session id"));
    return Request.checked(() -> SessionId.check(session));
  }

  private static Mode mode(Request request) {
    String name = request.variables().get("mode");
    return Mode.of(name)
        .orElseThrow(
            () ->
                ApiError.notFound(
                    "there is no mode '%s'; the modes are %s"
                        .formatted(
                            name,
                            Stream.of(Mode.values())
                                .map(Mode::label)
                                .collect(Collectors.joining(", ")))));
  }
}
