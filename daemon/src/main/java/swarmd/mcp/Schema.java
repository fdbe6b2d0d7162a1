package swarmd.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.common.DurationRange;
import swarmd.common.ListSize;
import swarmd.common.NumberRange;
import swarmd.common.TextLength;
import swarmd.json.Json;

/** The JSON schema of an object, made of the limits that its values are checked with. */
final class Schema {
  private final ObjectNode json = Json.object().put("type", "object");
  private final ObjectNode properties = json.putObject("properties");

  ObjectNode json() {
    return json;
  }

  Schema text(TextLength limit, String description) {
    property(limit.field(), text(limit), description);
    return this;
  }

  Schema number(NumberRange limit, String description) {
    ObjectNode number = Json.object().put("type", "integer").put("minimum", limit.min());
    if (limit.max() != Long.MAX_VALUE) {
      number.put("maximum", limit.max());
    }
    property(limit.field(), number, description);
    return this;
  }

  Schema millis(DurationRange limit, String description) {
    return number(
        new NumberRange(limit.field(), limit.min().toMillis(), limit.max().toMillis()),
        description);
  }

  Schema texts(ListSize size, TextLength each, String description) {
    return list(size, text(each), description);
  }

  Schema list(ListSize size, ObjectNode each, String description) {
    ObjectNode list = Json.object().put("type", "array");
    list.set("items", each);
    if (size.min() > 0) {
      list.put("minItems", size.min());
    }
    property(size.field(), list.put("maxItems", size.max()), description);
    return this;
  }

  Schema flag(String name, String description) {
    property(name, Json.object().put("type", "boolean"), description);
    return this;
  }

  Schema choice(String name, List<String> values, String description) {
    property(name, choice(values), description);
    return this;
  }

  /** A property of this type, without limits. */
  Schema plain(String name, String type, String description) {
    property(name, Json.object().put("type", type), description);
    return this;
  }

  static ObjectNode choice(List<String> values) {
    ObjectNode choice = Json.object().put("type", "string");
    ArrayNode all = choice.putArray("enum");
    values.forEach(all::add);
    return choice;
  }

  Schema requires(String... names) {
    ArrayNode required = json.putArray("required");
    List.of(names).forEach(required::add);
    return this;
  }

  private static ObjectNode text(TextLength limit) {
    ObjectNode text = Json.object().put("type", "string");
    if (limit.min() > 0) {
      text.put("minLength", limit.min());
    }
    return limit.max() == Integer.MAX_VALUE ? text : text.put("maxLength", limit.max());
  }

  private void property(String name, ObjectNode type, String description) {
    properties.set(name, type.put("description", description));
  }
}
