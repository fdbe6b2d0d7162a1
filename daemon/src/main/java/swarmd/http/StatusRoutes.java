package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import swarmd.api.StatusJson;
import swarmd.json.Json;
import swarmd.sessions.ProjectCache;
import swarmd.status.StatusReader;

/** The routes for status and health. */
final class StatusRoutes {
  private final StatusReader reader;
  private final ProjectCache projects;
  private final Supplier<CompletableFuture<Optional<String>>> damage;

  /**
   * @param damage checks the whole database
   */
  StatusRoutes(
      StatusReader reader,
      ProjectCache projects,
      Supplier<CompletableFuture<Optional<String>>> damage) {
    this.reader = reader;
    this.projects = projects;
    this.damage = damage;
  }

  List<Route> routes() {
    Response healthy = Response.json(Json.object().put("status", "ok"));
    return List.of(
        new Route(GET, "/v1/status", this::status),
        new Route(GET, "/v1/check", request -> check()),
        new Route(GET, "/healthz", request -> CompletableFuture.completedFuture(healthy)));
  }

  private CompletionStage<Response> status(Request request) {
    return ProjectParameter.of(request, projects)
        .thenCompose(reader::read)
        .thenApply(status -> Response.json(StatusJson.of(status)));
  }

  private CompletionStage<Response> check() {
    return damage
        .get()
        .thenApply(
            found -> {
              ObjectNode answer = Json.object().put("ok", found.isEmpty());
              found.ifPresent(problem -> answer.put("problem", problem));
              return Response.json(answer);
            });
  }
}
