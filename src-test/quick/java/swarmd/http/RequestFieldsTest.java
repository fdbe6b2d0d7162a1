package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.OpenApi;
import swarmd.testing.OpenApi.Operation;
import swarmd.testing.UnixHttp.Answer;

/** The daemon checks request fields as the OpenAPI document describes them. */
final class RequestFieldsTest {
  private static final OpenApi OPEN_API = OpenApi.load();

  /** Without one of these, a request means something else: one task, or a release by the holder. */
  private static final Set<String> CHOOSE_A_SCHEMA = Set.of("tasks", "force");

  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  /** Not MCP's, which has errors of its own and lets clients send more than it knows. */
  static Stream<Operation> operationsWithFields() {
    return OPEN_API.operations().stream()
        .filter(found -> !found.requestSchemas().isEmpty())
        .filter(found -> !found.path().equals("/mcp"));
  }

  @ParameterizedTest
  @MethodSource("operationsWithFields")
  void an_undocumented_field_is_refused_and_all_documented_ones_are_named(Operation operation) {
    Set<String> documented = new TreeSet<>();
    operation.requestSchemas().forEach(schema -> documented.addAll(names(schema)));
    ObjectNode body = operation.requestExamples().get(0).deepCopy();

    String complaint = complaint(operation, body.put("undocumented", 1));

    assertThat(complaint).contains("unknown field 'undocumented'");
    assertThat(knownFields(complaint)).containsExactlyInAnyOrderElementsOf(documented);
  }

  @Test
  void the_fields_of_each_of_many_tasks_are_documented() {
    JsonNode addMany = OPEN_API.operation("post", "/v1/tasks").requestSchemas().get(1);
    JsonNode newTask = OPEN_API.resolve(addMany.at("/properties/tasks/items"));
    ObjectNode body = Api.object().put("project", "/p");
    body.withArray("tasks").addObject().put("title", "x").put("undocumented", 1);

    String complaint = complaint(OPEN_API.operation("post", "/v1/tasks"), body);

    assertThat(complaint).contains("unknown field 'tasks[0].undocumented'");
    assertThat(knownFields(complaint)).containsExactlyInAnyOrderElementsOf(names(newTask));
  }

  private static List<String> names(JsonNode schema) {
    List<String> names = new ArrayList<>();
    schema.get("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> knownFields(String complaint) {
    return List.of(complaint.substring(complaint.indexOf("known fields: ") + 14).split(", "));
  }

  @ParameterizedTest
  @MethodSource("operationsWithFields")
  void a_required_field_that_is_missing_is_named(Operation operation) {
    for (JsonNode schema : operation.requestSchemas()) {
      for (JsonNode name : schema.path("required")) {
        if (!CHOOSE_A_SCHEMA.contains(name.asText())) {
          ObjectNode body = example(operation, schema);
          body.remove(name.asText());
          assertThat(complaint(operation, body)).contains("'" + name.asText() + "' is missing");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operationsWithFields")
  void a_value_that_the_schema_forbids_is_refused_and_its_field_named(Operation operation) {
    for (JsonNode schema : operation.requestSchemas()) {
      for (var property : schema.get("properties").properties()) {
        for (JsonNode wrong : wrongValues(OPEN_API.resolve(property.getValue()))) {
          ObjectNode body = example(operation, schema).set(property.getKey(), wrong);
          assertThat(complaint(operation, body)).contains(property.getKey());
        }
      }
    }
  }

  private static ObjectNode example(Operation operation, JsonNode schema) {
    return operation.requestExamples().stream()
        .filter(example -> OPEN_API.problems(schema, example).isEmpty())
        .findFirst()
        .orElseThrow()
        .deepCopy();
  }

  private static List<JsonNode> wrongValues(JsonNode schema) {
    ObjectNode wrong = Api.object();
    switch (schema.get("type").asText()) {
      case "string" -> {
        wrong.put("number", 7).put("flag", true).putArray("list");
        if (schema.path("maxLength").asInt(Integer.MAX_VALUE) < 2_000_000) {
          wrong.put("long", "/".repeat(schema.get("maxLength").asInt() + 1));
        }
        if (schema.path("minLength").asInt() > 0) {
          wrong.put("empty", "").put("blank", " \t\n");
        }
      }
      case "integer" -> {
        wrong.put("text", "7").put("fraction", 1.5).put("huge", 1e300).putObject("object");
        if (schema.has("minimum")) {
          wrong.put("small", schema.get("minimum").asLong() - 1);
        }
        if (schema.has("maximum")) {
          wrong.put("large", schema.get("maximum").asLong() + 1);
        }
      }
      case "array" -> {
        wrong.put("text", "x").putObject("object").put("0", "x");
        wrong.putArray("wrong items").addObject();
        for (int i = 0; i <= schema.get("maxItems").asInt(); i++) {
          wrong.withArray("too many").add("x");
        }
        if (schema.path("minItems").asInt() > 0) {
          wrong.putArray("none");
        }
      }
      case "object" -> {
        wrong.put("text", "x").putArray("list").add("x");
        wrong.putObject("wrong value").put("x", 7);
      }
      case "boolean" -> wrong.put("text", "true").put("number", 1);
      default -> throw new AssertionError(schema);
    }
    List<JsonNode> values = new ArrayList<>();
    wrong.forEach(values::add);
    return values;
  }

  private static String complaint(Operation operation, ObjectNode body) {
    try (Api api = daemon.api()) {
      Answer answer =
          api.http()
              .send(
                  operation.method().toUpperCase(Locale.ROOT),
                  operation.path().replace("{id}", "1").replace("{name}", "default"),
                  Map.of("Content-Type", "application/json"),
                  body.toString().getBytes(StandardCharsets.UTF_8));
      assertThat(Api.refusal(answer))
          .as("%s %s -> %s", operation, body, answer.text())
          .isEqualTo("400 invalid_request");
      return Api.json(answer.text()).at("/error/message").asText();
    }
  }
}
