package swarmd.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import swarmd.hooks.HookLogQueries.Entry;
import swarmd.hooks.HookLogQueries.Minute;
import swarmd.hooks.HookLogQueries.Summary;
import swarmd.json.Json;
import swarmd.status.LiveReader.Changes;
import swarmd.status.LiveReader.Latency;
import swarmd.status.Status;
import swarmd.swarm.TaskQueries.TitledEvent;
import swarmd.text.Cut;

/** The updates for open pages as JSON. Long texts are cut. */
public final class LiveJson {
  private static final int MAX_NOTE = 500;

  private LiveJson() {}

  /** Without the statistics of hook events, which change slowly and take long to compute. */
  public static ObjectNode status(Status status) {
    return StatusJson.of(status).without(List.of("hooks"));
  }

  public static ObjectNode tasks(Changes changes) {
    ObjectNode json = TaskJson.briefTasks(changes.tasks());
    return json.put("many", changes.tooManyTasks());
  }

  public static ObjectNode newEvents(Changes changes) {
    return events(changes.events()).put("left_out", changes.eventsLeftOut());
  }

  public static ObjectNode newHooks(Changes changes) {
    return hooks(changes.hooks()).put("left_out", changes.hooksLeftOut());
  }

  public static ObjectNode events(List<TitledEvent> events) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("events");
    for (TitledEvent titled : events) {
      ObjectNode event = TaskJson.event(titled.event());
      titled.event().note().ifPresent(note -> event.put("note", Cut.to(MAX_NOTE, note)));
      titled.title().ifPresent(title -> event.put("title", title));
      list.add(event);
    }
    return json;
  }

  public static ObjectNode hooks(List<Entry> entries) {
    ObjectNode json = Json.object();
    ArrayNode list = json.putArray("hooks");
    entries.forEach(entry -> list.add(HookJson.entry(entry)));
    return json;
  }

  public static ObjectNode latency(Latency latency) {
    ObjectNode json = Json.object();
    ArrayNode types = json.putArray("types");
    for (Summary summary : latency.types()) {
      ObjectNode type = HookJson.summary(summary);
      types.add(type);
      ArrayNode minutes = type.putArray("minutes");
      for (Minute minute : latency.minutes()) {
        if (minute.summary().type().equals(summary.type())) {
          minutes
              .addObject()
              .put("at", minute.at())
              .put("count", minute.summary().count())
              .put("p50_us", minute.summary().p50Micros())
              .put("p99_us", minute.summary().p99Micros());
        }
      }
    }
    return json;
  }
}
