package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.OpenApi;
import swarmd.testing.OpenApi.Operation;
import swarmd.testing.UnixHttp.Answer;

/** schema/openapi.yaml describes exactly what the daemon serves. */
final class OpenApiTest {
  private static final OpenApi OPEN_API = OpenApi.load();
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  static Stream<Operation> operationsWithABody() {
    return OPEN_API.operations().stream().filter(found -> !found.requestExamples().isEmpty());
  }

  @Test
  void the_document_lists_exactly_the_served_routes() {
    assertThat(OPEN_API.operations().stream().map(Operation::toString))
        .containsExactlyInAnyOrderElementsOf(daemon.daemon().router().describe());
  }

  @ParameterizedTest
  @MethodSource("operationsWithABody")
  void every_example_request_is_accepted(Operation operation) {
    for (JsonNode example : operation.requestExamples()) {
      try (Api api = daemon.api()) {
        Prepared prepared = prepare(api, operation, (ObjectNode) example.deepCopy());

        byte[] body = prepared.body.toString().getBytes(StandardCharsets.UTF_8);
        String method = operation.method().toUpperCase(Locale.ROOT);
        Answer answer = api.http().send(method, prepared.path, Map.of(), body);

        // The code of an example is well formed, but only `swarm open` makes one that counts.
        Set<Integer> accepted = example.has("code") ? Set.of(401) : Set.of(200, 201);
        if (operation.path().endsWith("/land")) {
          accepted = Set.of(409); // the task of an example has no branch
        }
        assertThat(accepted).as(example + " -> " + answer.text()).contains(answer.status());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operationsWithABody")
  void every_example_matches_its_schema(Operation operation) {
    for (JsonNode example : operation.requestExamples()) {
      List<JsonNode> schemas = operation.requestSchemas();
      assertThat(schemas.isEmpty() || schemas.stream().anyMatch(schema -> fits(schema, example)))
          .as(example.toString())
          .isTrue();
    }
    for (JsonNode content : operation.answerContents()) {
      assertThat(OPEN_API.problems(content.get("schema"), content.get("example"))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"tasks\":[{\"id\":\"1\"}]}",
        "{\"tasks\":[{\"id\":1,\"colour\":\"red\"}]}",
        "{\"tasks\":[],\"colour\":\"red\"}"
      })
  void an_answer_that_breaks_its_schema_is_noticed(String answer) {
    JsonNode schema = OPEN_API.operation("get", "/v1/tasks").answerSchema(200);

    assertThat(OPEN_API.problems(schema, Api.json(answer))).isNotEmpty();
  }

  private static boolean fits(JsonNode schema, JsonNode value) {
    return OPEN_API.problems(schema, value).isEmpty();
  }

  /** Puts real ids and tokens where the example has made-up ones. */
  private static Prepared prepare(Api api, Operation operation, ObjectNode body) {
    ObjectNode task = Api.object().put("project", "/home/me/shop").put("title", "for an example");
    long id = Api.ids(api.post("/v1/tasks", task)).get(0);
    if (body.has("id")) {
      body.put("id", id);
    }
    if (body.has("token") || body.has("force")) {
      ObjectNode claim = Api.object().put("project", "/home/me/shop").put("agent", "a");
      String token = api.claim(claim.put("id", id)).token();
      if (body.has("token")) {
        body.put("token", token);
      }
    }
    if (operation.path().startsWith("/v1/accounts/")) {
      HostSession session = new HostSession(api.http(), daemon.project(), "s1");
      session.start();
      session.fail("rate_limit", "try again later");
    }
    return new Prepared(
        operation
            .path()
            .replace("{id}", "" + id)
            .replace("{type}", "Stop")
            .replace("{name}", "default"),
        body);
  }

  private record Prepared(String path, ObjectNode body) {}
}
