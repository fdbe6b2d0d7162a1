package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.api.LiveJson;
import swarmd.api.TaskJson;
import swarmd.events.EventFeed;
import swarmd.json.Json;
import swarmd.sessions.ProjectCache;
import swarmd.status.LiveReader;
import swarmd.swarm.TaskEvent;

/** Streams task events as server-sent events, which browsers and curl understand. */
final class EventRoutes {
  private final EventFeed feed;
  private final LiveReader live;
  private final ProjectCache projects;

  EventRoutes(EventFeed feed, LiveReader live, ProjectCache projects) {
    this.feed = feed;
    this.live = live;
    this.projects = projects;
  }

  List<Route> routes() {
    return List.of(
        new Route(HttpMethod.GET, "/v1/events", this::stream),
        new Route(HttpMethod.GET, "/v1/events/latest", this::latest));
  }

  private CompletionStage<Response> latest(Request request) {
    int limit = request.number(LiveReader.LIMIT).map(Math::toIntExact).orElse(LiveReader.DEFAULT);
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> live.latestEvents(project, limit))
        .thenApply(events -> Response.json(LiveJson.events(events)));
  }

  private CompletionStage<Response> stream(Request request) {
    Optional<Long> since =
        request
            .parameter("since")
            .or(() -> Optional.ofNullable(request.headers().get("Last-Event-ID")))
            .map(id -> Request.number(id, EventFeed.SINCE));
    return ProjectParameter.of(request, projects)
        .thenApply(
            project ->
                new Response.Streaming(
                    "text/event-stream", stream -> follow(stream, since, project)));
  }

  private void follow(ResponseStream stream, Optional<Long> since, Optional<String> project) {
    stream.write(": swarmd\n\n".getBytes(StandardCharsets.UTF_8));
    EventFeed.Subscription subscription =
        feed.follow(since, project, events -> stream.write(encode(events)));
    stream.disconnected().thenRun(subscription::end);
    subscription.ended().thenRun(stream::end);
  }

  private static byte[] encode(List<TaskEvent> events) {
    StringBuilder text = new StringBuilder();
    for (TaskEvent event : events) {
      text.append("id: ").append(event.id()).append("\nevent: ").append(event.kind().label());
      text.append("\ndata: ").append(Json.text(TaskJson.event(event))).append("\n\n");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
