package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.api.LiveJson;
import swarmd.sessions.ProjectCache;
import swarmd.status.LiveReader;
import swarmd.status.LiveReader.Latency;
import swarmd.status.LiveReader.Position;
import swarmd.time.Time;
import swarmd.time.TtlCache;

/** What a page follows, and what it reads about hook events. */
final class LiveRoutes {
  private final LiveStream stream;
  private final LiveReader reader;
  private final ProjectCache projects;

  /** Many pages may show the same chart, and it takes a while to compute. */
  private final TtlCache<Window, Latency> latencies;

  private record Window(Optional<String> project, long minutes) {}

  LiveRoutes(LiveStream stream, LiveReader reader, ProjectCache projects, Time time) {
    this.stream = stream;
    this.reader = reader;
    this.projects = projects;
    latencies = new TtlCache<>(window -> reader.latency(window.project, window.minutes), time);
  }

  List<Route> routes() {
    return List.of(
        new Route(GET, "/v1/live", this::follow),
        new Route(GET, "/v1/hooks/events", this::hooks),
        new Route(GET, "/v1/hooks/latency", this::latency));
  }

  private CompletionStage<Response> follow(Request request) {
    Optional<Position> since =
        Optional.ofNullable(request.headers().get("Last-Event-ID"))
            .map(id -> Request.checked(() -> Position.parse(id)));
    return CompletableFuture.completedFuture(
        new Response.Streaming("text/event-stream", body -> stream.follow(body, since)));
  }

  private CompletionStage<Response> hooks(Request request) {
    int limit = request.number(LiveReader.LIMIT).map(Math::toIntExact).orElse(LiveReader.DEFAULT);
    return ProjectParameter.of(request, projects)
        .thenCompose(
            project ->
                reader.latestHooks(
                    project, request.parameter("session"), request.parameter("type"), limit))
        .thenApply(found -> Response.json(LiveJson.hooks(found)));
  }

  private CompletionStage<Response> latency(Request request) {
    long minutes = request.number(LiveReader.MINUTES).orElse((long) LiveReader.DEFAULT_MINUTES);
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> latencies.of(new Window(project, minutes)))
        .thenApply(found -> Response.json(LiveJson.latency(found)));
  }
}
