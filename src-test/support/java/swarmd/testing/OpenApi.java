package swarmd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The description of the API; checks requests and answers against its schemas. */
public final class OpenApi {
  private static final Set<String> METHODS = Set.of("get", "put", "patch", "post", "delete");

  /** Each OpenAPI version has its own dialect of JSON Schema. */
  private static final Map<String, Dialect> DIALECTS =
      Map.of("3.0", Dialects.getOpenApi30(), "3.1", Dialects.getOpenApi31());

  private final JsonNode document;
  private final SchemaRegistry registry;

  private OpenApi(JsonNode document) {
    this.document = document;
    registry = SchemaRegistry.withDialect(dialect(document.get("openapi").asText()));
  }

  private static Dialect dialect(String version) {
    return DIALECTS.entrySet().stream()
        .filter(entry -> version.startsWith(entry.getKey() + "."))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError("unknown version of OpenAPI: " + version));
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

  /** Follows a reference; any other node is returned as it is. */
  public JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
  }

  /** Every place where the value does not match the schema. */
  public List<String> problems(JsonNode schema, JsonNode value) {
    ObjectNode root = schema.deepCopy();
    root.set("components", document.get("components")); // the target of its references
    return registry.getSchema(root).validate(value).stream().map(Error::toString).toList();
  }

  private static Stream<JsonNode> stream(JsonNode node) {
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

    /** The names of the tokens that open it on 127.0.0.1. */
    public Set<String> security() {
      Set<String> names = new TreeSet<>();
      JsonNode all = description.has("security") ? description : document;
      all.get("security").forEach(scheme -> scheme.fieldNames().forEachRemaining(names::add));
      return names;
    }

    /** The alternatives for its body; empty if it has none or accepts any. */
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

    /** Examples of its answers, each with its schema. */
    public List<JsonNode> answerContents() {
      return stream(description.get("responses"))
          .map(response -> resolve(response).path("content").path("application/json"))
          .filter(content -> content.has("example"))
          .toList();
    }

    @Override
    public String toString() {
      return method.toUpperCase(Locale.ROOT) + " " + path;
    }
  }
}
