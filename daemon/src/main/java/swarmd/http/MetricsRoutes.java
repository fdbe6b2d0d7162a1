package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import swarmd.metrics.Metrics;
import swarmd.status.StatusReader;

/** Numbers for Prometheus. */
final class MetricsRoutes {
  private final StatusReader reader;
  private final Metrics metrics;
  private final Supplier<Metrics.Sizes> sizes;
  private final Executor background;

  /**
   * @param sizes reads the sizes of files and queues
   * @param background runs what would keep an event loop for too long
   */
  MetricsRoutes(
      StatusReader reader, Metrics metrics, Supplier<Metrics.Sizes> sizes, Executor background) {
    this.reader = reader;
    this.metrics = metrics;
    this.sizes = sizes;
    this.background = background;
  }

  List<Route> routes() {
    return List.of(new Route(GET, "/metrics", this::scrape));
  }

  private CompletionStage<Response> scrape(Request request) {
    return reader
        .read(Optional.empty())
        .thenApplyAsync(
            status -> Response.text(Metrics.CONTENT_TYPE, metrics.text(status, sizes.get())),
            background);
  }
}
