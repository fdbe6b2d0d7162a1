package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import swarmd.json.Json;

/** A request that breaks the protocol. A failure within a tool is a result instead. */
final class RpcError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;
  private final int status;
  private final transient Optional<ObjectNode> data;

  private RpcError(int code, int status, String message, Optional<ObjectNode> data) {
    super(message, null, false, false);
    this.code = code;
    this.status = status;
    this.data = data;
  }

  static RpcError notJson(String message) {
    return new RpcError(-32700, 400, message, Optional.empty());
  }

  static RpcError invalidRequest(String message) {
    return new RpcError(-32600, 400, message, Optional.empty());
  }

  /** Clients of the newer era tell by the status that the server is one, too. */
  static RpcError unknownMethod(String method, Era era) {
    return new RpcError(
        -32601,
        era == Era.STATELESS ? 404 : 200,
        "there is no method '%s'".formatted(method),
        Optional.empty());
  }

  static RpcError invalidParams(String message) {
    return new RpcError(-32602, 200, message, Optional.empty());
  }

  static RpcError failed(String message) {
    return new RpcError(-32603, 200, message, Optional.empty());
  }

  static RpcError headerMismatch(String header, String given, String inBody) {
    return new RpcError(
        -32020,
        400,
        "header %s is '%s', but the body has '%s'".formatted(header, given, inBody),
        Optional.empty());
  }

  static RpcError unsupportedVersion(String requested, List<String> supported) {
    ObjectNode data = Json.object().put("requested", requested);
    supported.forEach(data.putArray("supported")::add);
    return new RpcError(
        -32022,
        400,
        "protocol version '%s' is not supported; use one of %s"
            .formatted(requested, String.join(", ", supported)),
        Optional.of(data));
  }

  /** The status of the HTTP response. */
  int status() {
    return status;
  }

  ObjectNode json() {
    ObjectNode json = Json.object().put("code", code).put("message", getMessage());
    data.ifPresent(more -> json.set("data", more));
    return json;
  }
}
