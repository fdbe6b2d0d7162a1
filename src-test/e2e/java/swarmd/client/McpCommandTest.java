package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** `swarm mcp` between a client and the daemon. */
final class McpCommandTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}";

  private RunningDaemon daemon;
  private Process server;
  private Writer in;
  private BufferedReader out;

  @BeforeEach
  void start() {
    daemon = RunningDaemon.start();
    Map<String, String> environment = new HashMap<>(daemon.environment());
    environment.put("SWARM_AGENT", "ada");
    server = Programs.start(daemon.project(), environment, RunningDaemon.swarmCommand("mcp"));
    in = server.outputWriter(StandardCharsets.UTF_8);
    out = server.inputReader(StandardCharsets.UTF_8);
  }

  @AfterEach
  void stop() {
    server.destroyForcibly();
    Programs.await(server);
    daemon.close();
  }

  private void send(String message) throws IOException {
    in.write(message + "\n");
    in.flush();
  }

  private void call(int id, String tool, String arguments) throws IOException {
    send(
        "{\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s},\"jsonrpc\":\"2.0\",\"id\":%d}"
            .formatted(tool, arguments, id));
  }

  private JsonNode answer() throws IOException {
    return Api.json(out.readLine());
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/content/0/text").asText();
  }

  @Test
  void the_environment_names_the_agent() throws IOException {
    call(1, "status", "{}");

    assertThat(text(answer())).isEqualTo("you are agent ada");
  }

  @Test
  void a_waiting_claim_keeps_no_other_call_from_its_answer() throws IOException {
    call(1, "task_claim", "{\"wait_ms\":60000}");
    call(2, "status", "{}");

    assertThat(answer().get("id").asInt()).isEqualTo(2);
    call(3, "task_add", "{\"tasks\":[{\"title\":\"parse\"}]}");
    assertThat(new int[] {answer().get("id").asInt(), answer().get("id").asInt()})
        .containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void a_cancelled_claim_is_withdrawn_and_not_answered() throws IOException {
    call(1, "task_claim", "{\"wait_ms\":60000}");
    eventually().until(() -> waitingClaims() == 1);

    send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");

    eventually().until(() -> waitingClaims() == 0);
    send(PING);
    assertThat(answer().get("id").asText()).isEqualTo("p");
  }

  private int waitingClaims() {
    try (Api api = daemon.api()) {
      return api.http()
          .get("/metrics")
          .text()
          .lines()
          .filter(line -> line.startsWith("swarmd_waiting_claims "))
          .mapToInt(line -> (int) Double.parseDouble(line.split(" ")[1]))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void it_starts_a_daemon_in_place_of_one_that_was_killed() throws IOException {
    send(PING);
    assertThat(answer().has("result")).isTrue();

    daemon.kill();
    send(PING);

    assertThat(answer().has("result")).isTrue();
  }

  @Test
  void what_is_not_a_message_gets_the_protocol_s_error() throws IOException {
    send("{");

    JsonNode answer = answer();
    assertThat(answer.at("/error/code").asInt()).isEqualTo(-32700);
    assertThat(answer.get("id").isNull()).isTrue();
  }

  @Test
  void it_answers_what_was_sent_and_ends_with_its_input() throws IOException {
    send("");
    send(PING);
    in.close();

    assertThat(answer().get("id").asText()).isEqualTo("p");
    assertThat(out.readLine()).isNull();
    assertThat(Programs.await(server)).isZero();
  }
}
