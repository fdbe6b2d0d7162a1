package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A method and a path, in which {name} stands for one segment, and what answers it.
 *
 * @param own the path's segments
 */
record Route(HttpMethod method, String path, List<String> own, Endpoint endpoint) {

  Route(HttpMethod method, String path, Endpoint endpoint) {
    this(method, path, Router.segments(path), endpoint);
  }

  /** Answers a request. Called on the event loop: must not block. */
  interface Endpoint {
    CompletionStage<Response> handle(Request request);
  }

  /** What stands for the path's variables, if the path matches. */
  Optional<Map<String, String>> match(List<String> segments) {
    if (own.size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> variables = Map.of();
    for (int i = 0; i < own.size(); i++) {
      String expected = own.get(i);
      if (expected.startsWith("{")) {
        variables = variables.isEmpty() ? new HashMap<>() : variables;
        variables.put(expected.substring(1, expected.length() - 1), segments.get(i));
      } else if (!expected.equals(segments.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(variables);
  }
}
