package swarmd.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.common.InvalidValue;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;
import swarmd.sessions.Peer;
import swarmd.swarm.Task;

/**
 * A complete request.
 *
 * @param variables the values of the {names} in the route's path
 * @param disconnected completes when the client closes the connection
 * @param peer the client, as the system knows it
 */
record Request(
    HttpMethod method,
    String path,
    Map<String, String> query,
    Map<String, String> variables,
    HttpHeaders headers,
    byte[] body,
    CompletableFuture<Void> disconnected,
    Peer peer) {

  /** From a client that the system does not know. */
  Request(
      HttpMethod method,
      String path,
      Map<String, String> query,
      Map<String, String> variables,
      HttpHeaders headers,
      byte[] body,
      CompletableFuture<Void> disconnected) {
    this(method, path, query, variables, headers, body, disconnected, Peer.UNKNOWN);
  }

  Request withVariables(Map<String, String> found) {
    return new Request(method, path, query, found, headers, body, disconnected, peer);
  }

  Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(value -> !value.isEmpty());
  }

  Optional<String> text(TextLength limit) {
    return parameter(limit.field()).map(text -> checked(() -> limit.check(text)));
  }

  Optional<Long> number(NumberRange limit) {
    return parameter(limit.field()).map(text -> number(text, limit));
  }

  /** The values of a parameter that is separated by commas. */
  List<String> list(String name) {
    return parameter(name).map(text -> List.of(text.split(",", -1))).orElse(List.of());
  }

  boolean flag(String name) {
    return parameter(name)
        .map(
            text ->
                switch (text) {
                  case "true" -> true;
                  case "false" -> false;
                  default ->
                      throw ApiError.invalid(
                          "parameter '%s' must be true or false, not '%s'".formatted(name, text));
                })
        .orElse(false);
  }

  static long number(String text, NumberRange limit) {
    return checked(() -> limit.check(wholeNumber(text, limit.field())));
  }

  private static long wholeNumber(String text, String name) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new InvalidValue(name, "must be a whole number, not '" + text + "'");
    }
  }

  /** Adds the name of the parameter to the error if the value is invalid. */
  static <T> T checked(Supplier<T> value) {
    try {
      return value.get();
    } catch (InvalidValue e) {
      throw ApiError.invalid("parameter '%s' %s".formatted(e.field(), e.problem()));
    }
  }

  /** The task id from the path. */
  long taskId() {
    return number(variables.get(Task.ID.field()), Task.ID);
  }

  /** Clients send UTF-8 from their environment, but Netty reads headers as Latin-1. */
  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name))
        .map(
            value ->
                new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8))
        .filter(value -> !value.isBlank());
  }

  JsonFields json() {
    return JsonFields.of(body);
  }
}
