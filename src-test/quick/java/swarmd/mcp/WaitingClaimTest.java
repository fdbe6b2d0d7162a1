package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;

/** A claim waits for work without holding a thread, and until nobody waits for it. */
final class WaitingClaimTest extends McpTest {
  private static final Duration PATIENCE = Duration.ofSeconds(59);
  private static final String WAIT = "{\"wait_ms\":59000}";

  private UnixHttp begin(McpClient client) {
    return client.begin(client.callMessage("task_claim", Api.json(WAIT)));
  }

  private void awaitClaims(int number) {
    eventually().until(() -> daemon.time().countDueIn(PATIENCE) == number);
  }

  @Test
  void it_gets_a_task_that_is_added_meanwhile() {
    try (UnixHttp connection = begin(mcp)) {
      awaitClaims(1);
      api.add("parse");

      assertThat(connection.read().text()).contains("task 1  parse");
    }
  }

  @Test
  void a_hundred_of_them_keep_nobody_from_calling() {
    List<UnixHttp> connections = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        connections.add(begin(agent("session-" + i)));
      }
      awaitClaims(100);

      assertThat(mcp.text("status", "{}")).contains(AGENT);
    } finally {
      connections.forEach(UnixHttp::close);
    }
    awaitClaims(0);
  }

  @Test
  void a_client_that_goes_away_withdraws_it() {
    UnixHttp connection = begin(mcp);
    awaitClaims(1);

    connection.close();

    awaitClaims(0);
    api.add("parse");
    assertThat(agent("other").text("task_claim", "{}")).contains("task 1");
  }

  @Test
  void the_client_cancels_it_by_its_id() {
    McpClient client = mcp.with("Swarm-Client", "1-1");
    ObjectNode claim = client.callMessage("task_claim", Api.json(WAIT));
    try (UnixHttp connection = client.begin(claim)) {
      awaitClaims(1);

      cancel(mcp.with("Swarm-Client", "another"), claim.get("id"));
      cancel(client, claim.get("id"));

      UnixHttp.Answer answer = connection.read();
      assertThat(answer.status()).isEqualTo(202);
      assertThat(answer.body()).isEmpty();
    }
    awaitClaims(0);
  }

  private static void cancel(McpClient client, JsonNode id) {
    ObjectNode message = Api.object().put("jsonrpc", "2.0");
    message.put("method", "notifications/cancelled").putObject("params").set("requestId", id);
    assertThat(client.post(message.toString()).status()).isEqualTo(202);
  }

  @Test
  void a_repeated_call_of_the_same_client_gets_the_same_task() {
    api.add("parse", "print");
    McpClient client = mcp.with("Swarm-Client", "1-1");
    ObjectNode claim = client.callMessage("task_claim", Api.object());

    client.result(claim);
    daemon.restart();

    assertThat(McpClient.text(agentAgain().result(claim))).contains("task 1  parse");
  }

  private McpClient agentAgain() {
    return agent(SESSION).with("Swarm-Client", "1-1");
  }
}
