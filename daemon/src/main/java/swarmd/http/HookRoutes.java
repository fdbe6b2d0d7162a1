package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import swarmd.json.Json;

/** Answers hosts' hook events. A host ignores anything but a 200, so there is no other status. */
final class HookRoutes {
  private static final String PATH = "/v1/hooks";
  private static final Response CONTINUE = Response.json(Json.object().put("continue", true));

  private HookRoutes() {}

  /** What to say where a request cannot be taken in at all: hooks go on. */
  static Response.Whole refusal(String path, ApiError error) {
    return (Response.Whole) (path.startsWith(PATH) ? CONTINUE : error.response());
  }

  static List<Route> routes() {
    Route.Endpoint endpoint = request -> CompletableFuture.completedFuture(CONTINUE);
    return List.of(
        new Route(HttpMethod.POST, PATH, endpoint),
        new Route(HttpMethod.POST, PATH + "/{type}", endpoint));
  }
}
