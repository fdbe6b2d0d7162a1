package swarmd.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.store.Store;

/** An error response. The only place that maps errors to HTTP statuses. */
final class ApiError extends RuntimeException {
  private static final Logger log = LoggerFactory.getLogger(ApiError.class);
  private static final long serialVersionUID = 1;

  private final int status;
  private final String code;
  private final transient Optional<String> output;

  private ApiError(int status, String code, String message) {
    this(status, code, message, Optional.empty());
  }

  private ApiError(int status, String code, String message, Optional<String> output) {
    super(message, null, false, false);
    this.status = status;
    this.code = code;
    this.output = output;
  }

  static ApiError invalid(String message) {
    return new ApiError(400, "invalid_request", message);
  }

  static ApiError unauthorized() {
    return new ApiError(
        401,
        "unauthorized",
        "send the page_token from http.json as 'Authorization: Bearer TOKEN', or use the socket");
  }

  static ApiError wrongCode() {
    return new ApiError(
        401,
        "unauthorized",
        "this code is wrong, was used already or is older than a minute; get a new one with: swarm"
            + " open");
  }

  static ApiError wrongDoor(Door door, Route route) {
    String allowed =
        switch (route.access()) {
          case PAGE -> "the page_token from http.json or the Unix socket";
          case HOOKS -> "the hook_token from http.json or the Unix socket";
          case MCP -> "the mcp_token from http.json or the Unix socket";
          case OWNER, ANYONE -> "the Unix socket";
        };
    return forbidden(
        "%s may not %s %s; use %s".formatted(door.title(), route.method(), route.path(), allowed));
  }

  static ApiError forbidden(String message) {
    return new ApiError(403, "forbidden", message);
  }

  static ApiError notFound(String message) {
    return new ApiError(404, "not_found", message);
  }

  static ApiError methodNotAllowed(String message) {
    return new ApiError(405, "method_not_allowed", message);
  }

  static ApiError timedOut() {
    return new ApiError(408, "request_timeout", "the request did not arrive in time");
  }

  static ApiError tooLarge(long limit) {
    return new ApiError(
        413, "too_large", "the body is larger than " + limit + " bytes; send it in parts");
  }

  static ApiError overloaded(String message) {
    return new ApiError(503, "overloaded", message);
  }

  static ApiError of(Outcome.Refused<?> refused) {
    return new ApiError(
        statusOf(refused.error()),
        refused.error().name().toLowerCase(Locale.ROOT),
        refused.message(),
        refused.output());
  }

  private static int statusOf(ErrorCode error) {
    return switch (error) {
      case INVALID_REQUEST -> 400;
      case FORBIDDEN -> 403;
      case NOT_FOUND -> 404;
      case TOO_MANY -> 429;
      case LEASE_LOST,
          ALREADY_TERMINAL,
          BLOCKED,
          INVALID_TRANSITION,
          MODE_CONFLICT,
          NOT_VERIFIED,
          CHECK_FAILED,
          UNCOMMITTED_WORK,
          LAND_CONFLICT ->
          409;
    };
  }

  /** Maps any failure to an error response. */
  static ApiError of(Throwable failure) {
    Throwable cause = Cause.of(failure);
    if (cause instanceof ApiError error) {
      return error;
    }
    if (cause instanceof InvalidInput || cause instanceof InvalidValue) {
      return invalid(cause.getMessage());
    }
    if (cause instanceof CancellationException) {
      return overloaded("the request was cancelled");
    }
    if (cause instanceof RejectedExecutionException) {
      return overloaded("too many requests are waiting; try again in a moment");
    }
    if (cause instanceof Store.Unavailable) {
      return overloaded(cause.getMessage());
    }
    log.error("A request failed", cause);
    return new ApiError(500, "internal", "swarmd failed: " + cause + "; see the log for details");
  }

  Response response() {
    ObjectNode body = Json.object();
    ObjectNode error = body.putObject("error").put("code", code).put("message", getMessage());
    output.ifPresent(text -> error.put("output", text));
    return Response.json(status, body);
  }
}
