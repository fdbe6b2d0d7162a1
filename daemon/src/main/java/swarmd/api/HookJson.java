package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookLogQueries.Summary;
import swarmd.hooks.HookRecord;
import swarmd.hooks.HookTable;
import swarmd.json.Json;

/** Hook events and their handlers as JSON. Absent values are left out. */
public final class HookJson {
  private HookJson() {}

  public static ObjectNode entry(Entry entry) {
    HookRecord record = entry.record();
    ObjectNode json =
        Json.object()
            .put("kind", "hook")
            .put("hook_id", entry.id())
            .put("at", record.at())
            .put("type", record.type())
            .put("host", record.host());
    record.project().ifPresent(value -> json.put("project", value));
    record.session().ifPresent(value -> json.put("session", value));
    record.agent().ifPresent(value -> json.put("agent", value));
    record.decision().ifPresent(value -> json.put("decision", value));
    record.handler().ifPresent(value -> json.put("handler", value));
    json.put("duration_us", record.durationMicros());
    record.error().ifPresent(value -> json.put("error", value));
    record.note().ifPresent(value -> json.put("note", value));
    return json;
  }

  static ArrayNode summaries(List<Summary> summaries) {
    ArrayNode list = Json.object().arrayNode();
    summaries.forEach(summary -> list.add(summary(summary)));
    return list;
  }

  static ObjectNode summary(Summary summary) {
    return Json.object()
        .put("type", summary.type())
        .put("count", summary.count())
        .put("p50_us", summary.p50Micros())
        .put("p99_us", summary.p99Micros())
        .put("errors", summary.errors());
  }

  /** Every hook type, and other events that have handlers. */
  public static ObjectNode table(HookTable table) {
    return table(table, HookJson::row);
  }

  /** The same, with the state of each handler in words. */
  public static ObjectNode tableWithStates(
      HookTable table, Function<HookTable.Row, String> states) {
    return table(table, row -> row(row).put("state", states.apply(row)));
  }

  private static ObjectNode table(HookTable table, Function<HookTable.Row, ObjectNode> rows) {
    ObjectNode json = Json.object();
    ArrayNode events = json.putArray("hooks");
    for (String event : table.events()) {
      ArrayNode handlers = events.addObject().put("type", event).putArray("handlers");
      table.rowsOf(event).forEach(row -> handlers.add(rows.apply(row)));
    }
    ArrayNode always = json.putArray("every_event");
    table.always().forEach(handler -> always.add(handler(handler.name(), handler.description())));
    return json;
  }

  private static ObjectNode row(HookTable.Row row) {
    ObjectNode json = handler(row.name(), row.description()).put("on", row.on());
    if (!row.tools().isEmpty()) {
      ArrayNode tools = json.putArray("tools");
      row.tools().stream()
          .sorted()
          .flatMap(kind -> HostCatalogue.STANDARD.toolNames(kind).stream())
          .forEach(tools::add);
    }
    return json;
  }

  private static ObjectNode handler(String name, String description) {
    return Json.object().put("name", name).put("description", description);
  }
}
