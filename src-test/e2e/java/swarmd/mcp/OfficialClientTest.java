package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.McpTool;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** The official TypeScript SDK's client and inspector talk to the installed programs. */
@Tag("hosts")
class OfficialClientTest {
  private static final Path MODULES =
      Path.of(System.getProperty("swarmd.mcp")).resolve("node_modules");
  private static final String LAUNCHER = System.getProperty("swarmd.dist") + "/bin/swarm";

  private RunningDaemon daemon;

  @BeforeEach
  void start() {
    boolean installed =
        Programs.exist("node") && Files.exists(MODULES.resolve("@modelcontextprotocol/inspector"));
    String missing =
        "The official MCP client is not in %s. Install it with: npm install --prefix build/mcp --ignore-scripts @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/inspector@2.12.0"
            .formatted(MODULES.getParent());
    if (!installed) {
      System.out.println(missing); // Gradle does not show why a test is skipped
    }
    assumeTrue(installed, missing);
    daemon = RunningDaemon.start();
  }

  @AfterEach
  void stop() {
    if (daemon != null) {
      daemon.close();
    }
  }

  private JsonNode drive(String... arguments) throws IOException {
    Path script = daemon.root().resolve("client.mjs");
    try (var source = OfficialClientTest.class.getResourceAsStream("/mcp/client.mjs")) {
      Files.write(script, source.readAllBytes());
    }
    Programs.Result result =
        run(
            Stream.concat(
                Stream.of("node", script.toString(), MODULES.toString()), Stream.of(arguments)));
    assertThat(result.exit()).as(result.toString()).isZero();
    return Api.json(result.out());
  }

  private Programs.Result run(Stream<String> words) {
    return Programs.run(daemon.project(), daemon.environment(), words.toArray(String[]::new));
  }

  private void check(JsonNode seen) {
    assertThat(seen.at("/server/name").asText()).isEqualTo("swarmd");
    assertThat(seen.get("instructions").asText()).contains("task_claim");
    assertThat(seen.get("tools"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(Stream.of(McpTool.values()).map(McpTool::label).toList());
    assertThat(McpClient.text(seen.get("claim"))).startsWith("task 1  parse");
    assertThat(McpClient.text(seen.get("refused"))).isEqualTo("there is no task 2; see: task_list");
    assertThat(seen.at("/refused/isError").asBoolean()).isTrue();
    assertThat(seen.get("unknown").asText()).contains("there is no tool 'no_such_tool'");
    assertThat(McpClient.text(seen.get("status"))).contains("you hold it");
    assertThat(seen.get("waiting").asText()).isEqualTo("cancelled");
    assertThat(McpClient.text(seen.get("done"))).contains("[done by");
    assertThat(McpClient.text(seen.get("after"))).contains("complete");
    try (Api api = daemon.api()) {
      assertThat(api.show(1).at("/task/result").asText()).isEqualTo("by the official client");
      long added = api.add("nobody waits for this").get(0);
      eventually()
          .untilAsserted(
              () -> assertThat(api.show(added).at("/task/status").asText()).isEqualTo("pending"));
    }
  }

  private void add(String title) {
    try (Api api = daemon.api()) {
      api.add(title);
    }
  }

  @Test
  void it_works_by_standard_input_and_output() throws IOException {
    add("parse");

    check(drive("stdio", LAUNCHER));
  }

  @Test
  void it_works_by_http_with_the_token_for_it() throws IOException {
    add("parse");
    JsonNode access = Api.json(Files.readString(daemon.home().resolve("http.json")));

    check(
        drive(
            "http",
            "http://127.0.0.1:%d/mcp".formatted(access.get("port").asInt()),
            access.get("mcp_token").asText(),
            daemon.project().toString()));
  }

  @Test
  void the_inspector_lists_and_calls_the_tools() {
    assertThat(inspect("--method", "tools/list").out()).contains("\"task_claim\"");
    assertThat(inspect("--method", "tools/call", "--tool-name", "status").out())
        .contains("you are agent");
  }

  private Programs.Result inspect(String... options) {
    List<String> words = new ArrayList<>();
    words.add(MODULES.resolve(".bin/mcp-inspector").toString());
    words.add("--cli");
    daemon
        .environment()
        .forEach((name, value) -> words.addAll(List.of("-e", name + "=" + value))); // passes none
    words.addAll(List.of(options));
    words.addAll(List.of("--", LAUNCHER, "mcp"));
    Programs.Result result = run(words.stream());
    assertThat(result.exit()).as(result.toString()).isZero();
    return result;
  }
}
