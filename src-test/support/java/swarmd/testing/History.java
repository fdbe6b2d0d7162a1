package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The history of all tasks, and checks on it. */
public final class History {
  private static final Set<String> ENDS_A_LEASE =
      Set.of("released", "expired", "completed", "failed", "cancelled");

  private final Map<Long, List<JsonNode>> eventsOfTask = new TreeMap<>();

  private History() {}

  /** Reads it from the daemon, event by event. */
  public static History read(RunningDaemon daemon) {
    History history = new History();
    long last;
    try (Api api = daemon.api()) {
      last = lastEvent(api);
    }
    try (EventStream events = EventStream.open(daemon.connect(), "?since=0")) {
      for (long seen = 0; seen < last; ) {
        EventStream.Event event = events.next();
        assertThat(event.id()).as("the events' numbers only grow").isGreaterThan(seen);
        seen = event.id();
        history.add(event.data());
      }
    }
    return history;
  }

  /** An extra task marks the end. */
  private static long lastEvent(Api api) {
    JsonNode marker =
        api.post("/v1/tasks", Api.object().put("project", "/marker").put("title", "marker"));
    return api.show(Api.ids(marker).get(0)).at("/history/0/id").asLong();
  }

  private void add(JsonNode event) {
    if (event.has("task") && !event.get("project").asText().equals("/marker")) {
      eventsOfTask
          .computeIfAbsent(event.get("task").asLong(), task -> new ArrayList<>())
          .add(event);
    }
  }

  public Set<Long> tasks() {
    return eventsOfTask.keySet();
  }

  public List<String> kinds(long task) {
    return eventsOfTask.getOrDefault(task, List.of()).stream()
        .map(event -> event.get("kind").asText())
        .toList();
  }

  /** The step of this task with this lease's fence, if it was ever taken. */
  public boolean has(long task, String kind, long fence) {
    return eventsOfTask.getOrDefault(task, List.of()).stream()
        .anyMatch(
            event ->
                event.get("kind").asText().equals(kind) && event.path("fence").asLong() == fence);
  }

  /** Between two claims of a task the first one's lease has always ended. */
  public void assertNoTaskEverHadTwoHolders() {
    Map<Long, Optional<Long>> holder = new HashMap<>();
    eventsOfTask.forEach(
        (task, events) -> {
          for (JsonNode event : events) {
            String kind = event.get("kind").asText();
            Optional<Long> held = holder.getOrDefault(task, Optional.empty());
            if (kind.equals("claimed")) {
              assertThat(held).as("the holder of task %d before %s", task, event).isEmpty();
              holder.put(task, Optional.of(event.get("fence").asLong()));
            } else if (ENDS_A_LEASE.contains(kind) && event.has("fence")) {
              assertThat(held)
                  .as("the lease that ended: %s", event)
                  .contains(event.get("fence").asLong());
              holder.put(task, Optional.empty());
            }
          }
        });
  }
}
