package swarmd.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Finds the endpoint for a request. Fixed paths take precedence over those with variables. */
public final class Router {
  private final List<Route> routes;

  Router(List<Route> routes) {
    this.routes =
        routes.stream()
            .sorted((a, b) -> Boolean.compare(a.path().contains("{"), b.path().contains("{")))
            .toList();
  }

  /** All routes as "METHOD path". */
  public List<String> describe() {
    return routes.stream().map(route -> route.method() + " " + route.path()).sorted().toList();
  }

  CompletionStage<Response> route(Request request) {
    List<String> segments = segments(request.path());
    boolean pathExists = false;
    boolean fixedPathMatched = false;
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(segments);
      if (variables.isEmpty() || fixedPathMatched && !variables.get().isEmpty()) {
        continue; // a fixed path hides the routes with variables, whatever the method
      }
      if (route.method().equals(request.method())) {
        return route.endpoint().handle(request.withVariables(variables.get()));
      }
      pathExists = true;
      fixedPathMatched |= variables.get().isEmpty();
    }
    throw pathExists
        ? ApiError.methodNotAllowed(request.path() + " does not support " + request.method())
        : ApiError.notFound("there is nothing at " + request.path());
  }

  static List<String> segments(String path) {
    return Stream.of(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }
}
