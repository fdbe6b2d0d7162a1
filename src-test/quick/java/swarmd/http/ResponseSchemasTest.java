package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.OpenApi;
import swarmd.testing.UnixHttp.Answer;

/** Every response in a task's life matches its schema in the OpenAPI document. */
final class ResponseSchemasTest {
  private static final OpenApi OPEN_API = OpenApi.load();

  @Test
  void every_answer_has_the_documented_shape() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Api api = daemon.api()) {
      JsonNode added = checked(api, 201, "POST", "/v1/tasks", "/v1/tasks", everything(api));
      String task = "/v1/tasks/" + added.at("/tasks/0/id");
      checked(api, 200, "POST", "/v1/tasks/claim", "/v1/tasks/claim", claim(api));
      checked(api, 200, "POST", "/v1/tasks/claim", "/v1/tasks/claim", claim(api));
      ObjectNode again = claim(api).put("request_id", "r");
      String token =
          checked(api, 200, "POST", "/v1/tasks/claim", "/v1/tasks/claim", again)
              .at("/tasks/0/lease/token")
              .asText();
      ObjectNode proof = Api.object().put("token", token);
      ObjectNode agent = api.body().put("agent", "a");
      checked(api, 200, "GET", "/v1/status", "/v1/status", Api.object());
      checked(api, 200, "POST", "/v1/agents/heartbeat", "/v1/agents/heartbeat", agent);
      ObjectNode message = api.body().put("to", "a").put("text", "hello");
      checked(api, 201, "POST", "/v1/messages", "/v1/messages", message);
      checked(api, 404, "POST", "/v1/messages", "/v1/messages", message.put("to", "nobody"));
      checked(api, 400, "POST", "/v1/messages", "/v1/messages", api.body());
      checked(api, 200, "GET", "/v1/messages", "/v1/messages", Api.object());
      checked(api, 200, "POST", "/v1/tasks/{id}/renew", task + "/renew", proof);
      checked(api, 409, "POST", "/v1/tasks/{id}/retry", task + "/retry", Api.object());
      checked(api, 200, "POST", "/v1/tasks/{id}/fail", task + "/fail", proof.put("error", "e"));
      checked(api, 200, "POST", "/v1/tasks/{id}/retry", task + "/retry", Api.object());
      ObjectNode change = Api.object().put("title", "u");
      checked(api, 200, "PATCH", "/v1/tasks/{id}", task, change);
      checked(api, 400, "PATCH", "/v1/tasks/{id}", task, Api.object());
      checked(api, 200, "POST", "/v1/tasks/{id}/cancel", task + "/cancel", Api.object());
      checked(api, 409, "PATCH", "/v1/tasks/{id}", task, Api.object().put("wave", 5));
      checked(api, 200, "POST", "/v1/tasks/{id}/reopen", task + "/reopen", Api.object());
      checked(api, 409, "POST", "/v1/tasks/{id}/reopen", task + "/reopen", Api.object());
      ObjectNode waiting = api.body().put("title", "w").put("swarm", "s").put("wave", 3);
      waiting.putArray("depends_on").add(1);
      checked(api, 201, "POST", "/v1/tasks", "/v1/tasks", waiting);
      checked(api, 200, "GET", "/v1/tasks/{id}", "/v1/tasks/2", Api.object());
      checked(api, 200, "GET", "/v1/tasks/{id}", task, Api.object());
      checked(api, 200, "GET", "/v1/tasks", "/v1/tasks", Api.object());
      checked(api, 400, "POST", "/v1/tasks", "/v1/tasks", Api.object());
      checked(api, 404, "GET", "/v1/tasks/{id}", "/v1/tasks/99", Api.object());
      checked(api, 200, "GET", "/v1/status", "/v1/status", Api.object());
      checked(api, 200, "GET", "/v1/events/latest", "/v1/events/latest", Api.object());
      checked(api, 200, "GET", "/v1/hooks/events", "/v1/hooks/events", Api.object());
      checked(api, 200, "GET", "/v1/hooks/latency", "/v1/hooks/latency", Api.object());
      checked(api, 200, "GET", "/healthz", "/healthz", Api.object());
      checked(api, 200, "POST", "/v1/hooks", "/v1/hooks", Api.object());
      checked(api, 200, "POST", "/v1/hooks/{type}", "/v1/hooks/ralph", Api.object());
    }
  }

  private static ObjectNode everything(Api api) {
    ObjectNode body = api.body().put("title", "t").put("description", "d").put("swarm", "s");
    body.put("key", "k").put("priority", 1).put("wave", 2).put("max_attempts", 3);
    body.putArray("files").add("src/**");
    body.putArray("tags").add("java");
    return body;
  }

  private static ObjectNode claim(Api api) {
    return api.body().put("agent", "a").put("session", "s").put("request_id", "r");
  }

  private static JsonNode checked(
      Api api, int status, String method, String template, String path, ObjectNode body) {
    byte[] bytes =
        method.equals("GET") ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);

    Answer answer = api.http().send(method, path, Map.of(), bytes);

    assertThat(answer.status()).as(answer.text()).isEqualTo(status);
    assertThat(answer.headers()).containsEntry("content-type", "application/json");
    JsonNode schema =
        OPEN_API.operation(method.toLowerCase(Locale.ROOT), template).answerSchema(status);
    JsonNode json = Api.json(answer.text());
    assertThat(OPEN_API.problems(schema, json)).as(method + " " + path).isEmpty();
    return json;
  }
}
