package swarmd.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** docs/reference/api.md, from schema/openapi.yaml. */
final class ApiPage {
  private static final Set<String> METHODS = Set.of("get", "put", "patch", "post", "delete");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode document;
  private final StringBuilder text = new StringBuilder();

  private ApiPage(JsonNode document) {
    this.document = document;
  }

  static String text() {
    try (InputStream in = ApiPage.class.getResourceAsStream("/openapi.yaml")) {
      ApiPage page = new ApiPage(new YAMLMapper().readTree(in));
      page.write();
      return page.text.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() {
    text.append("# HTTP API\n\n");
    text.append(
        "`./gradlew docs` writes this page from `schema/openapi.yaml`, which has every field.\n\n");
    text.append(document.at("/info/description").asText().strip()).append('\n');
    errors();
    for (JsonNode tag : document.get("tags")) {
      String name = tag.get("name").asText();
      text.append("\n## ").append(capitalised(name)).append('\n');
      text.append(tag.get("description").asText()).append('\n');
      for (Map.Entry<String, JsonNode> path : document.get("paths").properties()) {
        for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
          if (METHODS.contains(method.getKey())
              && method.getValue().at("/tags/0").asText().equals(name)) {
            operation(method.getKey(), path, method.getValue());
          }
        }
      }
    }
  }

  /** The errors that several operations share, once. */
  private void errors() {
    Set<String> rows = new TreeSet<>();
    for (JsonNode path : document.get("paths")) {
      for (Map.Entry<String, JsonNode> method : path.properties()) {
        if (METHODS.contains(method.getKey())) {
          for (var response : method.getValue().get("responses").properties()) {
            if (isSharedError(response)) {
              rows.add(row(response.getKey(), response.getValue()));
            }
          }
        }
      }
    }
    text.append("\n## Errors\n");
    text.append("An error is `{\"error\":{\"code\":\"…\",\"message\":\"…\"}}`.\n");
    text.append("\n| status | meaning |\n|---|---|\n");
    rows.forEach(text::append);
  }

  private static boolean isSharedError(Map.Entry<String, JsonNode> response) {
    return response.getKey().matches("[45]..") && response.getValue().has("$ref");
  }

  private void operation(String method, Map.Entry<String, JsonNode> path, JsonNode operation) {
    text.append("\n### %s %s\n".formatted(method.toUpperCase(Locale.ROOT), path.getKey()));
    text.append(sentence(operation.get("summary").asText()));
    text.append(' ').append(access(operation)).append('\n');
    if (operation.has("description")) {
      text.append('\n').append(operation.get("description").asText().strip()).append('\n');
    }
    List<JsonNode> parameters = new ArrayList<>();
    path.getValue().path("parameters").forEach(parameters::add);
    operation.path("parameters").forEach(parameters::add);
    if (!parameters.isEmpty()) {
      text.append("\n| parameter | in | meaning |\n|---|---|---|\n");
      parameters.stream().map(this::resolve).forEach(this::parameter);
    }
    body(operation);
    responses(operation);
  }

  private static String sentence(String summary) {
    return summary.endsWith(".") ? summary : summary + ".";
  }

  private String access(JsonNode operation) {
    JsonNode schemes =
        operation.has("security") ? operation.get("security") : document.get("security");
    List<String> tokens = new ArrayList<>();
    schemes.forEach(scheme -> scheme.fieldNames().forEachRemaining(tokens::add));
    return tokens.isEmpty()
        ? ""
        : "On 127.0.0.1: "
            + tokens.stream()
                .map(token -> token.equals("pageToken") ? "page token" : "hook token")
                .collect(Collectors.joining(" or "))
            + ".";
  }

  private void parameter(JsonNode parameter) {
    text.append(
        "| `%s` | %s | %s |\n"
            .formatted(
                parameter.get("name").asText(),
                parameter.get("in").asText(),
                description(parameter, parameter.path("schema"))));
  }

  private void body(JsonNode operation) {
    JsonNode content = resolve(operation.path("requestBody")).at("/content/application~1json");
    JsonNode schema = resolve(content.path("schema"));
    List<JsonNode> alternatives = new ArrayList<>();
    if (schema.has("oneOf")) {
      schema.get("oneOf").forEach(alternatives::add);
    } else if (schema.has("properties")) {
      alternatives.add(schema);
    }
    for (JsonNode alternative : alternatives) {
      fields(resolve(alternative));
    }
    List<JsonNode> examples = new ArrayList<>();
    content.path("examples").forEach(example -> examples.add(example.get("value")));
    if (content.has("example")) {
      examples.add(content.get("example"));
    }
    if (!examples.isEmpty()) {
      text.append("```json\n");
      examples.forEach(example -> text.append(json(example)).append('\n'));
      text.append("```\n");
    }
  }

  private void fields(JsonNode schema) {
    Set<String> required =
        StreamSupport.stream(schema.path("required").spliterator(), false)
            .map(JsonNode::asText)
            .collect(Collectors.toSet());
    text.append("\n| field | meaning |\n|---|---|\n");
    for (Map.Entry<String, JsonNode> field : schema.get("properties").properties()) {
      String name = "`" + field.getKey() + "`";
      text.append(
          "| %s | %s |\n"
              .formatted(
                  required.contains(field.getKey()) ? name + ", required" : name,
                  description(field.getValue(), resolve(field.getValue()))));
    }
  }

  /** What a field or parameter means, its form and its limits. */
  private String description(JsonNode described, JsonNode schemaOrReference) {
    JsonNode schema = resolve(schemaOrReference);
    List<String> parts = new ArrayList<>();
    String meaning =
        described.has("description")
            ? described.get("description").asText()
            : schema.path("description").asText();
    if (!meaning.isBlank()) {
      parts.add(meaning.strip().replaceAll("\\s+", " ").replace("|", "\\|"));
    }
    if (schema.has("enum")) {
      List<String> values = new ArrayList<>();
      schema.get("enum").forEach(value -> values.add("`" + value.asText() + "`"));
      parts.add("one of " + String.join(", ", values));
    }
    limits(schema, parts);
    return parts.isEmpty() ? schema.path("type").asText() : String.join("; ", parts);
  }

  private static void limits(JsonNode schema, List<String> parts) {
    if (schema.has("minimum") && schema.has("maximum")) {
      parts.add(schema.get("minimum").asText() + " to " + schema.get("maximum").asText());
    } else if (schema.has("minimum")) {
      parts.add("at least " + schema.get("minimum").asText());
    }
    if (schema.has("maxLength")) {
      parts.add("at most " + schema.get("maxLength").asText() + " characters");
    }
    if (schema.has("default")) {
      parts.add("default `" + schema.get("default").asText() + "`");
    }
  }

  private void responses(JsonNode operation) {
    text.append("\n| status | answer |\n|---|---|\n");
    List<String> errors = new ArrayList<>();
    for (Map.Entry<String, JsonNode> response : operation.get("responses").properties()) {
      if (isSharedError(response)) {
        errors.add(response.getKey());
      } else {
        text.append(row(response.getKey(), response.getValue()));
      }
    }
    if (!errors.isEmpty()) {
      text.append("| %s | [errors](#errors) |\n".formatted(String.join(", ", errors)));
    }
  }

  private String row(String status, JsonNode response) {
    String description = resolve(response).get("description").asText().strip();
    return "| %s | %s |\n".formatted(status, description.replaceAll("\\s+", " "));
  }

  private JsonNode resolve(JsonNode node) {
    return node.has("$ref") ? resolve(document.at(node.get("$ref").asText().substring(1))) : node;
  }

  private static String json(JsonNode value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String capitalised(String name) {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }
}
