package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Answers hosts' hook events. A host ignores anything but a 200, so there is no other status. */
final class HookRoutes {
  static final Response CONTINUE = Response.json(Json.object().put("continue", true));

  private HookRoutes() {}

  static List<Route> routes() {
    Route.Endpoint endpoint = request -> CompletableFuture.completedFuture(CONTINUE);
    return List.of(
        new Route(HttpMethod.POST, "/v1/hooks", endpoint),
        new Route(HttpMethod.POST, "/v1/hooks/{type}", endpoint));
  }
}
