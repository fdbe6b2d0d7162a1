package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.InProcessTest;

final class ConflictsTest extends InProcessTest {
  @ParameterizedTest
  @ValueSource(strings = {"renew", "release", "complete", "fail"})
  void an_expired_token_is_refused_even_if_the_task_is_unclaimed(String step) {
    api.add("sweep");
    Held late = api.claim(api.body().put("agent", "late").put("lease_ms", 1_000));
    daemon.time().advance(Duration.ofSeconds(2));

    assertThat(api.refusal(late.path(step), late.proof())).isEqualTo("409 lease_lost");

    Held next = api.claim("next");
    assertThat(api.refusal(late.path(step), late.proof())).isEqualTo("409 lease_lost");
    assertThat(api.complete(next).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @ValueSource(strings = {"renew", "release", "complete", "fail"})
  void an_unknown_token_is_refused(String step) {
    long id = api.add("sweep").get(0);
    api.claim("ann");

    ObjectNode guess = Api.object().put("token", "0".repeat(32));

    assertThat(api.refusal("/v1/tasks/" + id + "/" + step, guess)).isEqualTo("409 lease_lost");
    assertThat(api.history(id)).containsExactly("created", "claimed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"release", "complete", "fail"})
  void repeating_a_finished_step_with_the_same_token_succeeds(String step) {
    long id = api.add("sweep").get(0);
    Held held = api.claim("ann");
    api.step(held, step);
    List<String> history = api.history(id);

    api.step(held, step);

    assertThat(api.history(id)).isEqualTo(history);
  }

  @Test
  void a_finished_task_stays_finished() {
    api.add("sweep");
    Held held = api.claim("ann");
    api.complete(held);

    assertThat(api.refusal(held.path("fail"), held.proof())).isEqualTo("409 already_terminal");
    assertThat(api.refusal(held.path("cancel"), Api.object())).isEqualTo("409 already_terminal");
    assertThat(api.refusal(held.path("retry"), Api.object())).isEqualTo("409 invalid_transition");
    assertThat(api.refusal("/v1/tasks/claim", api.body().put("agent", "b").put("id", held.id())))
        .isEqualTo("409 already_terminal");
  }

  @Test
  void a_task_that_waits_for_another_cannot_be_claimed_by_name() {
    long plan = api.add("plan").get(0);
    ObjectNode body = api.body().put("title", "build");
    body.putArray("depends_on").add(plan);
    long build = Api.ids(api.post("/v1/tasks", body)).get(0);

    assertThat(api.refusal("/v1/tasks/claim", api.body().put("agent", "a").put("id", build)))
        .isEqualTo("409 blocked");
  }

  @ParameterizedTest
  @ValueSource(strings = {"renew", "release", "complete", "fail", "retry", "cancel"})
  void every_step_on_an_unknown_task_is_refused(String step) {
    ObjectNode proof = Api.object().put("token", "0".repeat(32));

    assertThat(api.refusal("/v1/tasks/99/" + step, proof)).isEqualTo("404 not_found");
  }
}
