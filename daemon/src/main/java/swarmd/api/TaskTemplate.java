package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * A plan with parameters: {"parameters": {"feature": null, "branch": "main"}, "tasks": [...]}. A
 * parameter has a default, or null if it needs a value; ${feature} in any text stands for its
 * value, and $${feature} for these characters.
 */
final class TaskTemplate {
  private static final String PARAMETERS = "parameters";
  private static final Pattern PLACE = Pattern.compile("(\\$?)\\$\\{([^${}]*)}");

  private final Map<String, String> values;

  private TaskTemplate(Map<String, String> values) {
    this.values = values;
  }

  /**
   * The plan with the values in place of its parameters; a plan without parameters as it is.
   *
   * @throws InvalidInput if a value is missing, or none of the parameters
   */
  static JsonNode fill(JsonNode plan, Map<String, String> given) {
    JsonNode parameters = plan.path(PARAMETERS);
    if (!parameters.isMissingNode() && !parameters.isObject()) {
      throw InvalidInput.because("'" + PARAMETERS + "' must be an object: names and defaults");
    }
    given.keySet().stream()
        .filter(name -> !parameters.has(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw InvalidInput.because(
                  "it has no parameter '%s'; it has: %s".formatted(name, names(parameters)));
            });
    if (parameters.isMissingNode()) {
      return plan;
    }
    ObjectNode rest = plan.deepCopy();
    rest.remove(PARAMETERS);
    return new TaskTemplate(values(parameters, given)).filled(rest);
  }

  private static String names(JsonNode parameters) {
    StringBuilder names = new StringBuilder();
    parameters
        .fieldNames()
        .forEachRemaining(name -> names.append(names.isEmpty() ? "" : ", ").append(name));
    return names.isEmpty() ? "none" : names.toString();
  }

  private static Map<String, String> values(JsonNode parameters, Map<String, String> given) {
    Map<String, String> values = new HashMap<>(given);
    parameters
        .properties()
        .forEach(
            parameter -> {
              JsonNode standard = parameter.getValue();
              if (values.containsKey(parameter.getKey())) {
                return;
              }
              if (standard.isNull()) {
                throw InvalidInput.because(
                    "parameter '%s' has no value; give it with: --set %1$s=…"
                        .formatted(parameter.getKey()));
              }
              if (!standard.isValueNode()) {
                throw InvalidInput.because(
                    "the default of parameter '%s' must be a text, a number or null"
                        .formatted(parameter.getKey()));
              }
              values.put(parameter.getKey(), standard.asText());
            });
    return values;
  }

  private JsonNode filled(JsonNode node) {
    if (node.isTextual()) {
      return Json.object().textNode(filled(node.textValue()));
    }
    if (node.isArray()) {
      ArrayNode list = Json.object().arrayNode();
      node.forEach(item -> list.add(filled(item)));
      return list;
    }
    if (node.isObject()) {
      ObjectNode object = Json.object();
      node.properties().forEach(field -> object.set(field.getKey(), filled(field.getValue())));
      return object;
    }
    return node;
  }

  private String filled(String text) {
    return PLACE
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1).isEmpty() ? value(found.group(2)) : found.group().substring(1)));
  }

  private String value(String name) {
    String value = values.get(name);
    if (value == null) {
      throw InvalidInput.because(
          "'${%s}' names no parameter; for these characters, write $${%1$s}".formatted(name));
    }
    return value;
  }
}
