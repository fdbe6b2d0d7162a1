package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Serves the status page, without a token because a browser cannot send one when it first opens the
 * page. The page holds no data; it fetches that with the token from its URL.
 */
final class PageRoutes {
  private static final String PATH = "/";

  private PageRoutes() {}

  static List<Route> routes() {
    Response page = Response.text("text/html; charset=utf-8", read());
    return List.of(
        new Route(HttpMethod.GET, PATH, request -> CompletableFuture.completedFuture(page)));
  }

  private static String read() {
    try (InputStream in = PageRoutes.class.getResourceAsStream("/swarmd/page.html")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
