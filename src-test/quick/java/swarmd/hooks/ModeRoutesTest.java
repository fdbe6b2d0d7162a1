package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

/** Modes over HTTP and on the command line. */
class ModeRoutesTest extends InProcessTest {

  private Answer mode(String method, String mode, String session, String body) {
    return api.http()
        .send(
            method,
            "/v1/modes/%s?project=%s&session=%s".formatted(mode, daemon.project(), session),
            Map.of(),
            body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_second_exclusive_mode_in_the_project_is_refused_and_names_the_first() {
    assertThat(mode("PUT", "swarm", "one", "{}").status()).isEqualTo(200);

    Answer refused = mode("PUT", "pipeline", "two", "{\"stages\":[\"a\"]}");

    assertThat(Api.refusal(refused)).isEqualTo("409 mode_conflict");
    assertThat(refused.text()).contains("session one").contains("swarm mode stop swarm");
    assertThat(swarm.run("mode", "start", "pipeline", "--session", "two").exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"autopilot", "ultrapilot", "swarm", "pipeline"})
  void an_exclusive_mode_is_refused_beside_each_of_the_others(String active) {
    assertThat(mode("PUT", active, "one", "").status()).isEqualTo(200);

    for (String other : new String[] {"autopilot", "ultrapilot", "swarm", "pipeline"}) {
      if (!other.equals(active)) {
        for (String session : new String[] {"one", "two"}) {
          assertThat(Api.refusal(mode("PUT", other, session, "")))
              .as("%s in session %s", other, session)
              .isEqualTo("409 mode_conflict");
        }
      }
    }
    assertThat(api.get("/v1/modes").get("modes").findValuesAsText("mode")).containsExactly(active);
  }

  @Test
  void an_exclusive_mode_in_another_project_is_no_conflict() {
    mode("PUT", "swarm", "one", "{}");

    Answer elsewhere =
        api.http()
            .send(
                "PUT", "/v1/modes/pipeline?project=/elsewhere&session=two", Map.of(), new byte[0]);

    assertThat(elsewhere.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"autopilot", "ultrapilot", "swarm", "pipeline", "ultraqa", "ralph", "ultrawork"})
  void ralph_ultraqa_and_ultrawork_combine_with_every_mode_in_any_order(String other) {
    for (String mode : List.of("ralph", "ultrawork", "ultraqa", other)) {
      assertThat(mode("PUT", mode, "one", "").status()).as(mode).isEqualTo(200);
    }
    for (String mode : List.of("ralph", "ultrawork", "ultraqa")) {
      mode("DELETE", mode, "one", "");
      assertThat(mode("PUT", mode, "one", "").status()).as(mode).isEqualTo(200);
      assertThat(mode("PUT", mode, "two", "").status()).as(mode).isEqualTo(200);
    }
  }

  @Test
  void of_ralph_and_ultraqa_the_first_in_the_order_holds() {
    mode("PUT", "ultraqa", "one", "");
    mode("PUT", "ralph", "one", "");
    HostSession session = new HostSession(api.http(), daemon.project(), "one");

    assertThat(session.held()).startsWith("[swarmd ralph");
    mode("DELETE", "ralph", "one", "");
    assertThat(session.held()).startsWith("[swarmd ultraqa");
  }

  @Test
  void a_stale_mode_does_not_conflict_with_others() {
    mode("PUT", "swarm", "one", "");

    daemon.time().advance(java.time.Duration.ofHours(3));

    assertThat(mode("PUT", "pipeline", "two", "").status()).isEqualTo(200);
    new HostSession(api.http(), daemon.project(), "one").useTool();
    assertThat(api.get("/v1/modes").get("modes").findValuesAsText("mode"))
        .containsExactly("pipeline");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ralph|one|{\"iterations\":3}|400 invalid_request",
        "ralph|one|{\"max_iterations\":\"many\"}|400 invalid_request",
        "autopilot|one|{\"phase\":\"asleep\"}|400 invalid_request",
        "ralph|../one|{}|400 invalid_request",
        "golf|one|{}|404 not_found",
        "ralph|one|[1]|400 invalid_request"
      })
  void an_invalid_request_is_refused(String mode, String session, String body, String refusal) {
    assertThat(Api.refusal(mode("PUT", mode, session, body))).isEqualTo(refusal);
  }

  @Test
  void an_inactive_mode_cannot_be_changed() {
    assertThat(Api.refusal(mode("PATCH", "ralph", "one", "{}"))).isEqualTo("404 not_found");
    assertThat(swarm.run("mode", "set", "ralph", "--session", "one", "--verified").exit())
        .isEqualTo(1);
  }

  @Test
  void a_mode_is_changed_through_its_fields() {
    mode("PUT", "autopilot", "one", "{\"prompt\":\"build me a shop\"}");
    mode("PATCH", "autopilot", "one", "{\"phase\":\"qa\"}");

    var state = api.get("/v1/modes?session=one").at("/modes/0/state");

    assertThat(state.get("phase").asText()).isEqualTo("qa");
    assertThat(state.get("prompt").asText()).isEqualTo("build me a shop");
  }

  @Test
  void deleting_ends_the_mode_and_reports_whether_it_was_active() {
    mode("PUT", "ralph", "one", "");
    mode("PUT", "ultrawork", "one", "");
    mode("PUT", "ralph", "two", "");

    assertThat(Api.json(mode("DELETE", "ralph", "one", "").text()).get("modes")).hasSize(1);
    assertThat(Api.json(mode("DELETE", "ralph", "one", "").text()).get("modes")).isEmpty();

    assertThat(api.get("/v1/modes").get("modes")).hasSize(2);
  }

  @Test
  void commands_in_an_agents_shell_apply_to_its_session() {
    swarm.with("CLAUDE_CODE_SESSION_ID", "mine");

    ok(swarm.run("mode", "start", "ultrawork"));

    assertThat(ok(swarm.run("mode", "list")).out()).contains("ultrawork").contains("mine");
    assertThat(ok(swarm.run("cancel")).out()).isEqualTo("ended ultrawork of session mine\n");
  }

  @Test
  void a_user_must_name_the_session_unless_there_is_only_one() {
    assertThat(swarm.run("mode", "start", "ralph").err()).contains("--session");
  }
}
