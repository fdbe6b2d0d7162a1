package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

final class WaitingClaimRouteTest extends InProcessTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Sends a claim that waits, and returns once the daemon has registered it. */
  private UnixHttp waiting(String agent) {
    long before = daemon.time().countDueIn(PATIENCE);
    UnixHttp http = daemon.connect().write(claim(agent));
    eventually().until(() -> daemon.time().countDueIn(PATIENCE) > before);
    return http;
  }

  private byte[] claim(String agent) {
    ObjectNode claim = api.body().put("agent", agent).put("wait_ms", PATIENCE.toMillis());
    byte[] body = claim.put("lease_ms", 60_000).toString().getBytes(StandardCharsets.UTF_8);
    return UnixHttp.request("POST", "/v1/tasks/claim", Map.of(), body);
  }

  @Test
  void a_waiting_claim_is_answered_when_a_task_is_added() {
    try (UnixHttp http = waiting("ann")) {
      long id = api.add("sweep").get(0);

      JsonNode claimed = Api.json(http.read().text());

      assertThat(Api.ids(claimed)).containsExactly(id);
      assertThat(claimed.at("/tasks/0/agent").asText()).isEqualTo("ann");
    }
  }

  @Test
  void a_waiting_claim_is_answered_when_a_task_is_released() {
    api.add("sweep");
    Api.Held held = api.claim("bob");
    try (UnixHttp http = waiting("ann")) {
      api.step(held, "release");

      assertThat(Api.ids(Api.json(http.read().text()))).containsExactly(held.id());
    }
  }

  @Test
  void a_waiting_claim_is_answered_when_a_lease_expires() {
    api.add("sweep");
    api.claim(api.body().put("agent", "bob").put("lease_ms", 30_000));
    try (UnixHttp http = waiting("ann")) {
      daemon.time().advance(Duration.ofSeconds(31));

      assertThat(http.read().text()).contains("\"agent\":\"ann\"");
    }
  }

  @Test
  void a_claim_that_times_out_returns_a_reason() {
    try (UnixHttp http = waiting("ann")) {
      daemon.time().advance(Duration.ofSeconds(60));

      JsonNode claimed = Api.json(http.read().text());

      assertThat(claimed.get("tasks")).isEmpty();
      assertThat(claimed.get("message").asText()).contains("in time");
    }
  }

  @Test
  void a_waiting_claim_is_answered_when_the_last_task_is_done() {
    api.add("sweep");
    Api.Held held = api.claim("bob");
    try (UnixHttp http = waiting("ann")) {
      api.complete(held);

      assertThat(Api.json(http.read().text()))
          .isEqualTo(
              Api.json(
                  """
                  {"tasks":[],"reason":"complete","message":"complete: all tasks are finished"}
                  """));
    }
  }

  @Test
  void a_client_that_disconnects_while_waiting_claims_nothing() {
    waiting("ann").close();
    eventually().until(() -> !daemon.time().isDueIn(PATIENCE));

    long id = api.add("sweep").get(0);

    assertThat(api.claim("bob").id()).isEqualTo(id);
    assertThat(api.history(id)).containsExactly("created", "claimed");
  }

  @Test
  void a_client_that_disconnects_before_its_answer_holds_the_task_only_until_the_lease_expires() {
    long id = api.add("sweep").get(0);
    try (UnixHttp http = daemon.connect()) {
      http.write(claim("leaver"));
      eventually().until(() -> status(id).equals("claimed"));
    }
    daemon.time().advance(Duration.ofSeconds(61));

    eventually().until(() -> status(id).equals("pending"));
  }

  private String status(long id) {
    return api.show(id).at("/task/status").asText();
  }

  @Test
  void a_hundred_waiting_claims_get_one_task_each() {
    List<UnixHttp> agents = new ArrayList<>();
    try {
      IntStream.range(0, 100).forEach(i -> agents.add(waiting("agent " + i)));

      api.add(IntStream.range(0, 60).mapToObj(i -> "t" + i).toArray(String[]::new));
      IntStream.range(60, 100).forEach(i -> api.add("t" + i));

      List<Long> claimed =
          agents.stream().flatMap(http -> Api.ids(Api.json(http.read().text())).stream()).toList();
      assertThat(claimed).hasSize(100).doesNotHaveDuplicates();
    } finally {
      agents.forEach(UnixHttp::close);
    }
  }
}
