package swarmd.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.json.JsonFields;

/**
 * A whole request.
 *
 * @param variables what stood for the {names} of the route's path
 * @param gone done when the client has closed the connection
 */
record Request(
    HttpMethod method,
    String path,
    Map<String, String> query,
    Map<String, String> variables,
    HttpHeaders headers,
    byte[] body,
    CompletableFuture<Void> gone) {

  Request withVariables(Map<String, String> found) {
    return new Request(method, path, query, found, headers, body, gone);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
  }

  /** A number in the path or the query, within bounds. */
  long number(String name, Optional<String> value, long otherwise, long min, long max) {
    if (value.isEmpty()) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(value.get());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // answered below, like a number out of bounds
    }
    throw ApiError.invalid(
        "%s must be a number from %d to %d, not '%s'".formatted(name, min, max, value.get()));
  }

  long taskId() {
    return number("the task id", Optional.of(variables.get("id")), 0, 1, Long.MAX_VALUE);
  }

  JsonFields json() {
    return JsonFields.of(body);
  }
}
