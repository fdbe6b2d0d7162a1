package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.McpTool;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** The messages of both eras of the protocol, and those that break it. */
final class ProtocolTest extends McpTest {

  @ParameterizedTest
  @CsvSource({
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2024-11-05, 2025-11-25",
    "2099-01-01, 2025-11-25"
  })
  void initialize_agrees_on_a_version(String offered, String agreed) {
    JsonNode result = mcp.request("initialize", Api.object().put("protocolVersion", offered));

    assertThat(result.get("protocolVersion").asText()).isEqualTo(agreed);
    assertThat(result.at("/serverInfo/name").asText()).isEqualTo(McpTool.SERVER);
    assertThat(result.at("/capabilities/tools").isObject()).isTrue();
    assertThat(result.get("instructions").asText()).contains("task_claim");
  }

  @Test
  void discover_names_the_versions_of_both_eras() {
    JsonNode result = mcp.request("server/discover", stateless());

    assertThat(result.get("supportedVersions"))
        .extracting(JsonNode::asText)
        .containsExactly("2026-07-28", "2025-11-25", "2025-06-18");
    assertThat(result.get("resultType").asText()).isEqualTo("complete");
    assertThat(result.get("ttlMs").asLong()).isPositive();
  }

  private static ObjectNode stateless() {
    ObjectNode params = Api.object();
    params.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    return params;
  }

  @Test
  void the_list_has_every_tool_with_a_schema() {
    JsonNode tools = mcp.request("tools/list", Api.object()).get("tools");

    assertThat(tools)
        .extracting(tool -> tool.get("name").asText())
        .containsExactlyElementsOf(Stream.of(McpTool.values()).map(McpTool::label).toList());
    assertThat(tools)
        .allSatisfy(
            tool -> {
              assertThat(tool.get("description").asText()).endsWith(".");
              assertThat(tool.at("/inputSchema/type").asText()).isEqualTo("object");
            });
  }

  @Test
  void a_result_of_the_newer_era_says_that_it_is_complete() {
    assertThat(mcp.request("tools/list", stateless()).get("resultType").asText())
        .isEqualTo("complete");
    assertThat(mcp.request("tools/list", Api.object()).has("resultType")).isFalse();
    ObjectNode call = stateless().put("name", "status");
    assertThat(mcp.request("tools/call", call).get("resultType").asText()).isEqualTo("complete");
  }

  @Test
  void ping_is_answered() {
    assertThat(mcp.request("ping", Api.object())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":9}}",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/of-the-future\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"
      })
  void what_needs_no_answer_gets_none(String message) {
    Answer answer = mcp.post(message);

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "{                                                             | 400 | -32700",
        "                                                              | 400 | -32700",
        "[]                                                            | 400 | -32600",
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]           | 400 | -32600",
        "\"ping\"                                                      | 400 | -32600",
        "{\"id\":1,\"method\":\"ping\"}                                | 400 | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}         | 400 | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}          | 400 | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1}                                | 400 | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]} | 400 | -32600",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"prompts/list\"}    | 200 | -32601",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}      | 200 | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}} | 200"
            + " | -32602",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"status\",\"arguments\":[]}}"
            + " | 200 | -32602"
      })
  void a_message_that_breaks_the_protocol_gets_an_error(String body, int status, int code) {
    Answer answer = mcp.post(body == null ? "" : body);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(Api.json(answer.text()).at("/error/code").asInt()).isEqualTo(code);
    assertThat(Api.json(answer.text()).get("jsonrpc").asText()).isEqualTo("2.0");
  }

  @Test
  void a_body_that_is_not_utf_8_or_too_deep_is_not_read() {
    byte[] latin = "{\"jsonrpc\":\"2.0\",\"id\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Api.json(mcp.post(latin).text()).at("/error/message").asText())
        .contains("not valid UTF-8");
    assertThat(mcp.error("[".repeat(1_000) + "]".repeat(1_000)).get("code").asInt())
        .isEqualTo(-32700);
  }

  @Test
  void an_unknown_version_is_refused_with_those_that_are_known() {
    Answer answer =
        mcp.with("MCP-Protocol-Version", "1999-01-01")
            .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");

    assertThat(answer.status()).isEqualTo(400);
    JsonNode error = Api.json(answer.text()).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(-32022);
    assertThat(error.at("/data/supported")).extracting(JsonNode::asText).contains("2025-11-25");
  }

  @ParameterizedTest
  @CsvSource({"MCP-Protocol-Version, 2025-11-25", "Mcp-Method, tools/list", "Mcp-Name, task_add"})
  void a_header_that_contradicts_the_body_is_refused(String header, String value) {
    JsonNode message = mcp.message("tools/call", stateless().put("name", "status"));

    Answer answer = mcp.with(header, value).post(message.toString());

    assertThat(answer.status()).isEqualTo(400);
    assertThat(Api.json(answer.text()).at("/error/code").asInt()).isEqualTo(-32020);
  }

  @Test
  void an_unknown_method_of_the_newer_era_is_404() {
    Answer answer = mcp.post(mcp.message("prompts/list", stateless()).toString());

    assertThat(answer.status()).isEqualTo(404);
    assertThat(Api.json(answer.text()).at("/error/code").asInt()).isEqualTo(-32601);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void there_is_no_stream_and_no_session_to_end(String method) {
    try (UnixHttp http = daemon.connect()) {
      assertThat(http.send(method, "/mcp", Map.of(), new byte[0]).status()).isEqualTo(405);
    }
  }

  @Test
  void a_client_on_the_loopback_address_needs_the_token_for_it() {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    McpClient loopback =
        new McpClient(
            () -> UnixHttp.loopback(daemon.daemon().info().httpPort()),
            Map.of("Host", "127.0.0.1"));
    assertThat(loopback.post(ping).status()).isEqualTo(401);
    assertThat(bearer(loopback, daemon.daemon().tokens().hooks()).post(ping).status())
        .isEqualTo(403);
    assertThat(bearer(loopback, daemon.daemon().tokens().mcp()).post(ping).status()).isEqualTo(200);
  }

  private static McpClient bearer(McpClient client, String token) {
    return client.with("Authorization", "Bearer " + token);
  }

  @Test
  void the_lists_of_names_and_schemas_are_short_enough_for_a_model() {
    JsonNode tools = mcp.request("tools/list", Api.object()).get("tools");

    List<Integer> lengths =
        StreamSupport.stream(tools.spliterator(), false)
            .map(tool -> tool.get("description").asText().length())
            .toList();
    assertThat(lengths).allSatisfy(length -> assertThat(length).isLessThan(300));
    assertThat(tools.toString()).hasSizeLessThan(16_000);
  }
}
