package swarmd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The description of the API, and whether something keeps to it. */
public final class OpenApi {
  private static final Set<String> METHODS = Set.of("get", "put", "patch", "post", "delete");
  private final JsonNode document;

  private OpenApi(JsonNode document) {
    this.document = document;
  }

  public static OpenApi load() {
    try (InputStream in = OpenApi.class.getResourceAsStream("/openapi.yaml")) {
      return new OpenApi(new YAMLMapper().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (var path : document.get("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          operations.add(new Operation(method.getKey(), path.getKey(), method.getValue()));
        }
      }
    }
    return operations;
  }

  public Operation operation(String method, String path) {
    return operations().stream()
        .filter(found -> found.method().equals(method) && found.path().equals(path))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not documented: " + method + " " + path));
  }

  /** What stands where a reference points to. */
  public JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  /** Every place where the value does not keep to the schema. */
  public List<String> problems(JsonNode schema, JsonNode value) {
    return problems(resolve(schema), value, "the value").toList();
  }

  private Stream<String> problems(JsonNode schema, JsonNode value, String where) {
    if (schema.has("oneOf")) {
      boolean fits =
          stream(schema.get("oneOf")).anyMatch(option -> problems(option, value).isEmpty());
      return fits ? Stream.of() : Stream.of(where + " is none of the alternatives: " + value);
    }
    if (!typeOf(schema.path("type").asText()).test(value)) {
      return Stream.of(where + " is not of type " + schema.get("type") + ": " + value);
    }
    if (schema.has("enum") && stream(schema.get("enum")).noneMatch(value::equals)) {
      return Stream.of(where + " is none of " + schema.get("enum") + ": " + value);
    }
    return value.isArray()
        ? stream(value).flatMap(item -> problems(resolve(schema.get("items")), item, where + "[]"))
        : Stream.concat(missing(schema, value, where), inFields(schema, value, where));
  }

  private static Predicate<JsonNode> typeOf(String type) {
    return switch (type) {
      case "object" -> JsonNode::isObject;
      case "array" -> JsonNode::isArray;
      case "integer" -> JsonNode::isIntegralNumber;
      case "string" -> JsonNode::isTextual;
      default -> throw new AssertionError("type " + type);
    };
  }

  private static Stream<String> missing(JsonNode schema, JsonNode value, String where) {
    return stream(schema.path("required"))
        .filter(name -> !value.has(name.asText()))
        .map(name -> where + " lacks " + name);
  }

  private Stream<String> inFields(JsonNode schema, JsonNode value, String where) {
    JsonNode others = schema.path("additionalProperties");
    return value.properties().stream()
        .flatMap(
            field -> {
              String place = where + "." + field.getKey();
              JsonNode known = schema.path("properties").path(field.getKey());
              JsonNode own = known instanceof MissingNode && others.isObject() ? others : known;
              if (own instanceof MissingNode) {
                return others.asBoolean(true) ? Stream.of() : Stream.of(place + " is unknown");
              }
              return problems(resolve(own), field.getValue(), place);
            });
  }

  static Stream<JsonNode> stream(JsonNode node) {
    return StreamSupport.stream(node.spliterator(), false);
  }

  /** A method on a path. */
  public final class Operation {
    private final String method;
    private final String path;
    private final JsonNode description;

    private Operation(String method, String path, JsonNode description) {
      this.method = method;
      this.path = path;
      this.description = description;
    }

    public String method() {
      return method;
    }

    public String path() {
      return path;
    }

    /** The alternatives for its body; none if it takes none, or any. */
    public List<JsonNode> requestSchemas() {
      JsonNode schema = resolve(body().path("schema"));
      return (schema.has("oneOf") ? stream(schema.get("oneOf")) : Stream.of(schema))
          .map(OpenApi.this::resolve)
          .filter(alternative -> alternative.has("properties"))
          .toList();
    }

    public List<JsonNode> requestExamples() {
      List<JsonNode> examples = new ArrayList<>();
      body().path("examples").forEach(example -> examples.add(example.get("value")));
      if (body().has("example")) {
        examples.add(body().get("example"));
      }
      return examples;
    }

    private JsonNode body() {
      return resolve(description.path("requestBody")).path("content").path("application/json");
    }

    public JsonNode answerSchema(int status) {
      JsonNode response = resolve(description.path("responses").path(Integer.toString(status)));
      return resolve(response.path("content").path("application/json").path("schema"));
    }

    /** Examples of its answers, with the schema each must keep to. */
    public List<JsonNode> answerContents() {
      return stream(description.get("responses"))
          .map(response -> resolve(response).path("content").path("application/json"))
          .filter(content -> content.has("example"))
          .toList();
    }

    @Override
    public String toString() {
      return method.toUpperCase(java.util.Locale.ROOT) + " " + path;
    }
  }
}
