package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

/** Replays recorded payloads of real hosts. */
class RecordedSessionsTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  private ObjectNode send(JsonNode payload) {
    Answer answer = api.http().post("/v1/hooks", payload.toString());
    assertThat(answer.status()).isEqualTo(200);
    return (ObjectNode) Api.json(answer.text());
  }

  private JsonNode sendHere(String recording) {
    return send(Recording.of(recording).payload().put("cwd", daemon.project().toString()));
  }

  private void begin(String mode, String recording) {
    ok(swarm.run("mode", "start", mode, "--session", session(recording)));
  }

  private static String session(String recording) {
    return Recording.of(recording).payload().get("session_id").asText();
  }

  @Test
  void every_event_gets_an_answer_that_its_host_accepts() {
    for (Recording recording : Recording.plain()) {
      ObjectNode answer = send(recording.payload());

      assertThat(HostRules.problems(recording.host(), recording.event(), answer))
          .as("%s -> %s", recording, answer)
          .isEmpty();
    }
  }

  @Test
  void without_a_mode_nothing_is_decided() {
    for (String recording : List.of("Stop", "SubagentStop", "PreToolUse", "PermissionRequest")) {
      assertThat(sendHere(recording)).isEqualTo(CONTINUE);
    }
  }

  @Test
  void claude_code_is_kept_working() {
    begin("autopilot", "Stop");

    JsonNode answer = sendHere("Stop");

    assertThat(answer.properties()).hasSize(2);
    assertThat(answer.get("decision").asText()).isEqualTo("block");
    assertThat(answer.get("reason").asText()).startsWith("[swarmd autopilot 1/5]");
  }

  @Test
  void gemini_is_kept_working_and_its_echo_starts_no_mode() {
    begin("ultrawork", "gemini-AfterAgent");

    JsonNode answer = sendHere("gemini-AfterAgent");

    assertThat(answer.properties()).hasSize(2);
    assertThat(answer.get("decision").asText()).isEqualTo("deny");
    assertThat(answer.get("reason").asText()).startsWith("[swarmd ultrawork]");
    ok(swarm.run("cancel", "--session", session("gemini-AfterAgent")));
    ObjectNode echo = Recording.of("gemini-BeforeAgent").payload();
    echo.put("cwd", daemon.project().toString()).set("prompt", answer.get("reason"));
    assertThat(send(echo)).isEqualTo(CONTINUE);
  }

  @Test
  void a_permission_request_without_a_tool_is_denied() {
    ObjectNode request = Recording.of("PermissionRequest").payload();
    request.remove("tool_name");

    assertThat(send(request))
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny",
                 "message":"swarmd could not decide (tool_name is missing), so the request was denied"}}}
                """));
  }

  @Test
  void a_keyword_in_a_prompt_reaches_the_model_of_either_host() {
    for (String recording : List.of("UserPromptSubmit", "gemini-BeforeAgent")) {
      ObjectNode prompt = Recording.of(recording).payload();
      prompt.put("cwd", daemon.project().toString()).put("prompt", "ulw clean up");

      JsonNode specific = send(prompt).get("hookSpecificOutput");

      assertThat(specific.get("hookEventName").asText())
          .isEqualTo(prompt.get("hook_event_name").asText());
      assertThat(specific.get("additionalContext").asText()).contains("ultrawork");
    }
  }
}
