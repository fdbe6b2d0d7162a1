package swarmd.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Follows GET /v1/live as an open page does. */
public final class LivePage implements AutoCloseable {
  private final UnixHttp http;
  private final StringBuilder received = new StringBuilder();
  private String position = "";

  private LivePage(UnixHttp http) {
    this.http = http;
  }

  /** Returns once the daemon has begun to answer. */
  public static LivePage open(UnixHttp http) {
    return open(http, Map.of());
  }

  public static LivePage openAfter(UnixHttp http, String position) {
    return open(http, Map.of("Last-Event-ID", position));
  }

  private static LivePage open(UnixHttp http, Map<String, String> headers) {
    http.write(UnixHttp.request("GET", "/v1/live", headers, new byte[0]));
    UnixHttp.Head head = http.readHead();
    if (head.status() != 200 || !"text/event-stream".equals(head.headers().get("content-type"))) {
      throw new AssertionError(head);
    }
    return new LivePage(http);
  }

  /** The data of the next such event; those before it are skipped. */
  public JsonNode next(String event) {
    while (true) {
      String block = block();
      if (block.startsWith("event: " + event + "\n")) {
        return Api.json(block.substring(block.indexOf("\ndata: ") + "\ndata: ".length()));
      }
    }
  }

  /** Reads until the daemon has said how far the page is; returns all of it. */
  public String untilPosition() {
    StringBuilder text = new StringBuilder();
    String block;
    do {
      block = block();
      text.append(block).append('\n');
    } while (!block.startsWith("id: "));
    return text.toString();
  }

  /** The last id that was received. */
  public String position() {
    return position;
  }

  private String block() {
    int end = received.indexOf("\n\n");
    while (end < 0) {
      received.append(new String(http.readChunk(), StandardCharsets.UTF_8));
      end = received.indexOf("\n\n");
    }
    String block = received.substring(0, end);
    received.delete(0, end + 2);
    if (block.startsWith("id: ")) {
      position = block.substring("id: ".length());
    }
    return block;
  }

  public UnixHttp http() {
    return http;
  }

  @Override
  public void close() {
    http.close();
  }
}
