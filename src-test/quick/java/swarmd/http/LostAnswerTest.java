package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;

/** A client that loses an answer gets it again; a claim that nobody knows of is given back. */
final class LostAnswerTest extends InProcessTest {
  private static final int CLIENTS = 40;

  private static byte[] request(String path, ObjectNode body) {
    return UnixHttp.request(
        "POST", path, Map.of(), body.toString().getBytes(StandardCharsets.UTF_8));
  }

  private byte[] claim(int client) {
    return request("/v1/tasks/claim", withId(client));
  }

  private ObjectNode withId(int client) {
    return api.body().put("agent", "agent " + client).put("request_id", "r" + client);
  }

  private List<Long> addTasks(int count) {
    return api.add(IntStream.range(0, count).mapToObj(i -> "task " + i).toArray(String[]::new));
  }

  private String status(long id) {
    return api.show(id).at("/task/status").asText();
  }

  /** Requests on a connection that is closed again are all processed, in order, before this. */
  private void settle() {
    eventually().until(() -> api.connections() == 1);
    api.add("marker"); // its write comes after all theirs
  }

  @Test
  void claims_of_clients_that_hang_up_at_once_are_there_when_they_ask_again() {
    addTasks(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      daemon.connect().write(claim(i)).close();
    }
    settle();

    List<Api.Held> again = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      again.add(api.claim(withId(i)));
    }

    assertThat(again).extracting(Api.Held::id).doesNotHaveDuplicates();
    assertThat(again).allSatisfy(held -> api.complete(held));
    assertThat(again)
        .allSatisfy(
            held ->
                assertThat(api.history(held.id()))
                    .containsExactly("created", "claimed", "completed"));
  }

  @Test
  void a_repetition_whose_client_hangs_up_does_not_release_the_claim() {
    addTasks(CLIENTS);
    List<Api.Held> first = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      first.add(api.claim(withId(i)));
    }
    for (int i = 0; i < CLIENTS; i++) {
      daemon.connect().write(claim(i)).close();
    }
    settle();

    assertThat(first)
        .allSatisfy(
            held -> assertThat(api.history(held.id())).containsExactly("created", "claimed"));
    assertThat(first).allSatisfy(held -> api.complete(held));
  }

  @Test
  void a_claim_without_an_id_that_nobody_received_is_given_back() {
    List<Long> ids = addTasks(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
      daemon.connect().write(request("/v1/tasks/claim", api.body().put("agent", "a"))).close();
    }

    settle(); // a client may also have hung up before its claim was made
    eventually().until(() -> count("released", ids) == count("claimed", ids));
    assertThat(count("released", ids)).isPositive();
    assertThat(api.titles("?status=claimed")).isEmpty();
  }

  private long count(String kind, List<Long> ids) {
    return ids.stream().flatMap(id -> api.history(id).stream()).filter(kind::equals).count();
  }

  @Test
  void a_claim_that_was_received_is_kept_when_the_client_hangs_up() {
    long id = api.add("sweep").get(0);
    try (UnixHttp http = daemon.connect()) {
      http.write(request("/v1/tasks/claim", api.body().put("agent", "a"))).read();
    }
    settle();

    assertThat(api.history(id)).containsExactly("created", "claimed");
  }

  @Test
  void an_answer_that_was_sent_only_in_part_was_not_received() {
    ObjectNode large = api.body().put("title", "t").put("description", "x".repeat(1_000_000));
    long id = Api.ids(api.post("/v1/tasks", large)).get(0);
    try (UnixHttp http = daemon.connect()) {
      http.write(request("/v1/tasks/claim", api.body().put("agent", "a"))).readHead();
    }

    eventually().until(() -> status(id).equals("pending"));
    assertThat(api.history(id)).containsExactly("created", "claimed", "released");
  }

  @Test
  void repeating_a_step_with_its_own_token_succeeds() {
    addTasks(3);
    for (String step : List.of("complete", "fail", "release")) {
      Api.Held held = api.claim("ann");
      daemon.connect().write(request(held.path(step), held.proof())).close();
      settle();

      JsonNode first = api.step(held, step);
      JsonNode second = api.step(held, step);

      assertThat(second).isEqualTo(first);
      assertThat(api.history(held.id())).hasSize(3);
    }
  }
}
