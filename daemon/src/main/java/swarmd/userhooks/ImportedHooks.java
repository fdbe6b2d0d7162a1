package swarmd.userhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/**
 * The hooks of a host in the format of our own settings.
 *
 * @param json a settings file with these hooks alone
 * @param count the number of hooks
 * @param skipped the hooks that were left out, with the reasons
 */
public record ImportedHooks(String json, int count, List<String> skipped) {

  /**
   * Adds these hooks to a settings file. Groups that it already has are not added again.
   *
   * @param file empty if there is none yet
   * @throws InvalidInput if it is not a settings file
   */
  public String addedTo(byte[] file) {
    JsonNode old = file.length == 0 ? Json.object() : Json.parse(file);
    if (!(old instanceof ObjectNode settings)
        || !(settings.path("hooks").isMissingNode() || settings.path("hooks").isObject())) {
      throw InvalidInput.because("it is not a settings file");
    }
    ObjectNode hooks = settings.withObject("/hooks");
    JsonNode added = Json.parse(json.getBytes(StandardCharsets.UTF_8));
    for (Map.Entry<String, JsonNode> event : added.path("hooks").properties()) {
      if (hooks.hasNonNull(event.getKey()) && !hooks.get(event.getKey()).isArray()) {
        throw InvalidInput.because("'" + event.getKey() + "' is not a list");
      }
      ArrayNode groups = hooks.withArray("/" + event.getKey());
      Set<JsonNode> known = new LinkedHashSet<>();
      groups.forEach(known::add);
      event.getValue().forEach(known::add);
      groups.removeAll().addAll(known);
    }
    return Json.pretty(settings) + "\n";
  }
}
