package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.usage.UsageProblem;

/** Finds the endpoint for a request. Fixed paths take precedence over those with variables. */
public final class Router {
  private static final Pattern PLAIN =
      Pattern.compile("/(?:[a-z0-9]+/)*(?:[a-z0-9]+(?:\\.[a-z]+)?)?");

  private final List<Route> routes;
  private final Map<Integer, List<Route>> bySegments;

  Router(List<Route> routes) {
    this.routes =
        routes.stream()
            .sorted((a, b) -> Boolean.compare(a.path().contains("{"), b.path().contains("{")))
            .toList();
    bySegments =
        this.routes.stream().collect(Collectors.groupingBy(route -> route.segments().size()));
  }

  /** All routes as "METHOD path". */
  public List<String> describe() {
    return routes.stream().map(route -> route.method() + " " + route.path()).sorted().toList();
  }

  List<Route> routes() {
    return routes;
  }

  /** The path of a request's target, decoded: rights and routes must not read it differently. */
  static String path(String target) {
    return new QueryStringDecoder(target).path();
  }

  /** Why a request may not come through this door. Nothing else compares doors with routes. */
  Optional<ApiError> refusal(Door door, HttpMethod method, String target) {
    Optional<Route> route = requested(method, target);
    if (door == Door.STRANGER) {
      boolean open = isPlain(target) && route.filter(r -> r.allows(door)).isPresent();
      return open ? Optional.empty() : Optional.of(ApiError.unauthorized());
    }
    return route.filter(r -> !r.allows(door)).map(r -> ApiError.wrongDoor(door, r));
  }

  /** Without a query, and with nothing that could be read in two ways. */
  private static boolean isPlain(String target) {
    return PLAIN.matcher(target).matches();
  }

  private Optional<Route> requested(HttpMethod method, String target) {
    try {
      return withMethod(matching(segments(path(target))), method);
    } catch (IllegalArgumentException malformed) {
      return Optional.empty(); // leads nowhere, as the next reader will say
    }
  }

  private static Optional<Route> withMethod(List<Route> routes, HttpMethod method) {
    return routes.stream().filter(route -> route.method().equals(method)).findFirst();
  }

  CompletionStage<Response> route(Request request) {
    List<String> segments = segments(request.path());
    List<Route> found = matching(segments);
    Optional<Route> route = withMethod(found, request.method());
    if (route.isPresent()) {
      Map<String, String> variables = route.get().match(segments).orElseThrow();
      return route.get().endpoint().handle(request.withVariables(variables));
    }
    throw found.isEmpty()
        ? ApiError.notFound("there is nothing at " + request.path() + likelyPath(request.path()))
        : ApiError.methodNotAllowed(
            found.stream()
                .map(known -> known.method().name())
                .sorted()
                .collect(
                    Collectors.joining(
                        ", ",
                        "%s does not support %s; it supports "
                            .formatted(request.path(), request.method()),
                        "")));
  }

  private String likelyPath(String typed) {
    return UsageProblem.suggested(typed, routes.stream().map(Route::path).toList())
        .orElse("; all paths are in docs/reference/api.md");
  }

  /** A fixed path hides the routes with variables, whatever the method. */
  private List<Route> matching(List<String> segments) {
    List<Route> found = new ArrayList<>();
    for (Route route : bySegments.getOrDefault(segments.size(), List.of())) {
      Optional<Map<String, String>> variables = route.match(segments);
      boolean hidden = !found.isEmpty() && !found.get(0).path().contains("{");
      if (variables.isPresent() && (variables.get().isEmpty() || !hidden)) {
        found.add(route);
      }
    }
    return found;
  }

  static List<String> segments(String path) {
    return Stream.of(path.split("/")).filter(segment -> !segment.isEmpty()).toList();
  }
}
