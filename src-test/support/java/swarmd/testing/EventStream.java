package swarmd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Follows GET /v1/events as a browser does. */
public final class EventStream implements AutoCloseable {
  private final UnixHttp http;
  private final StringBuilder received = new StringBuilder();

  private EventStream(UnixHttp http) {
    this.http = http;
  }

  /** Returns once the daemon has begun to answer. */
  public static EventStream open(UnixHttp http, String query, Map<String, String> headers) {
    http.write(UnixHttp.request("GET", "/v1/events" + query, headers, new byte[0]));
    UnixHttp.Head head = http.readHead();
    if (head.status() != 200 || !"text/event-stream".equals(head.headers().get("content-type"))) {
      throw new AssertionError(head);
    }
    return new EventStream(http);
  }

  public static EventStream open(UnixHttp http, String query) {
    return open(http, query, Map.of());
  }

  public List<Event> next(int count) {
    List<Event> events = new ArrayList<>();
    while (events.size() < count) {
      events.add(next());
    }
    return events;
  }

  public Event next() {
    while (true) {
      int end = received.indexOf("\n\n");
      if (end < 0) {
        received.append(new String(http.readChunk(), StandardCharsets.UTF_8));
        continue;
      }
      String block = received.substring(0, end);
      received.delete(0, end + 2);
      if (!block.startsWith(":")) {
        return event(block);
      }
    }
  }

  private static Event event(String block) {
    String[] lines = block.split("\n");
    return new Event(
        Long.parseLong(lines[0].substring("id: ".length())),
        lines[1].substring("event: ".length()),
        Api.json(lines[2].substring("data: ".length())));
  }

  @Override
  public void close() {
    http.close();
  }

  /** One event as it came. */
  public record Event(long id, String kind, JsonNode data) {}
}
