package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A method, a path in which {name} stands for one segment, and the endpoint.
 *
 * @param segments the path's segments
 */
record Route(
    HttpMethod method, String path, List<String> segments, Access access, Endpoint endpoint) {

  /** For the owner only, unless {@link #with} opens it. */
  Route(HttpMethod method, String path, Endpoint endpoint) {
    this(method, path, Router.segments(path), Access.OWNER, endpoint);
  }

  Route with(Access other) {
    return new Route(method, path, segments, other, endpoint);
  }

  static List<Route> allWith(Access access, List<Route> routes) {
    return routes.stream().map(route -> route.with(access)).toList();
  }

  boolean allows(Door door) {
    return access.allows(door);
  }

  /** Answers a request. Called on the event loop: must not block. */
  interface Endpoint {
    CompletionStage<Response> handle(Request request);
  }

  /** The values of the path's variables, or empty if the path does not match. */
  Optional<Map<String, String>> match(List<String> requested) {
    if (segments.size() != requested.size()) {
      return Optional.empty();
    }
    Map<String, String> variables = Map.of();
    for (int i = 0; i < segments.size(); i++) {
      String expected = segments.get(i);
      if (expected.startsWith("{")) {
        variables = variables.isEmpty() ? new HashMap<>() : variables;
        variables.put(expected.substring(1, expected.length() - 1), requested.get(i));
      } else if (!expected.equals(requested.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }
}
