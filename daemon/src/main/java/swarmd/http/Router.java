package swarmd.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Finds the endpoint for a request. Fixed paths go before those with variables. */
public final class Router {
  private final List<Route> routes;

  Router(List<Route> routes) {
    this.routes =
        routes.stream()
            .sorted((a, b) -> Boolean.compare(a.path().contains("{"), b.path().contains("{")))
            .toList();
  }

  /** What is served, as "METHOD path". */
  public List<String> describe() {
    return routes.stream().map(route -> route.method() + " " + route.path()).sorted().toList();
  }

  CompletionStage<Response> route(Request request) {
    List<String> segments = segments(request.path());
    boolean pathKnown = false;
    boolean fixed = false;
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(segments);
      if (variables.isEmpty() || fixed && !variables.get().isEmpty()) {
        continue; // a fixed path stands for itself, whatever its last segment could be elsewhere
      }
      if (route.method().equals(request.method())) {
        return route.endpoint().handle(request.withVariables(variables.get()));
      }
      pathKnown = true;
      fixed |= variables.get().isEmpty();
    }
    throw pathKnown
        ? ApiError.methodNotAllowed(request.path() + " does not take " + request.method())
        : ApiError.notFound("there is nothing at " + request.path());
  }

  static List<String> segments(String path) {
    return Stream.of(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }
}
