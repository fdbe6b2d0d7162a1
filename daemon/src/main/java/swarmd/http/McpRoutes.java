package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import swarmd.json.Json;
import swarmd.mcp.Answer;
import swarmd.mcp.McpServer;
import swarmd.mcp.Origin;

/** Receives the messages of clients of the Model Context Protocol. */
final class McpRoutes {
  private final McpServer server;

  McpRoutes(McpServer server) {
    this.server = server;
  }

  List<Route> routes() {
    return List.of(new Route(HttpMethod.POST, "/mcp", this::answer));
  }

  private CompletionStage<Response> answer(Request request) {
    McpServer.Headers headers =
        new McpServer.Headers(
            request.header("MCP-Protocol-Version"),
            request.header("Mcp-Method"),
            request.header("Mcp-Name"));
    return server
        .answer(request.body(), headers, origin(request), request.disconnected())
        .thenApply(McpRoutes::response);
  }

  private static Origin origin(Request request) {
    return new Origin(
        request.peer(),
        request.header("Swarm-Client"),
        request.header("Swarm-Session").stream().flatMap(ids -> Stream.of(ids.split(","))).toList(),
        request.header("Swarm-Agent"),
        request.header("Swarm-Project-Dir"));
  }

  private static Response response(Answer answer) {
    return new Response.Whole(
        answer.status(),
        "application/json",
        answer.body().map(Json::bytes).orElseGet(() -> new byte[0]),
        Map.of(),
        answer.unsent());
  }
}
