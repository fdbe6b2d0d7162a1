package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.zip.GZIPOutputStream;
import swarmd.files.Sha256;

/**
 * Serves the files of the page, without a token because a browser cannot send one when it first
 * opens the page. They hold no data; the page fetches that with its token.
 */
final class PageRoutes {
  private static final String FOLDER = "/swarmd/page/";
  private static final String INDEX = "index.html";

  /** The scripts and the style sheet, which {@link #INDEX} loads. */
  private static final List<String> FILES =
      List.of(
          "style.css",
          "main.js",
          "dom.js",
          "api.js",
          "live.js",
          "router.js",
          "actions.js",
          "needs.js",
          "board.js",
          "agents.js",
          "task.js",
          "graph.js",
          "hooks.js",
          "events.js");

  /** Nothing from elsewhere, nothing inline, no frames: what a task says stays text. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
              + " img-src 'self' data:; base-uri 'none'; form-action 'none';"
              + " frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cache-Control",
          "no-cache", // asks each time whether it has changed, as an upgrade may have
          "Vary",
          "Accept-Encoding");

  /** Each is read and compressed when it is first asked for, since few daemons show a page. */
  private final Map<String, PageFile> files = new ConcurrentHashMap<>();

  private final Executor background;

  private PageRoutes(Executor background) {
    this.background = background;
  }

  /**
   * @param background reads and compresses the files
   */
  static List<Route> routes(Executor background) {
    PageRoutes page = new PageRoutes(background);
    return List.of(
        new Route(GET, "/", request -> page.answer(INDEX, request)),
        new Route(GET, "/page/{file}", page::file));
  }

  private CompletionStage<Response> file(Request request) {
    String name = request.variables().get("file");
    if (!FILES.contains(name)) {
      throw ApiError.notFound("the page has no file '" + name + "'");
    }
    return answer(name, request);
  }

  private CompletionStage<Response> answer(String name, Request request) {
    return CompletableFuture.supplyAsync(
            () -> files.computeIfAbsent(name, PageFile::read), background)
        .thenApply(file -> file.answer(request.headers()));
  }

  /** A file and its compressed form. */
  private record PageFile(String type, byte[] plain, byte[] compressed, String tag) {

    static PageFile read(String name) {
      try (InputStream in = PageRoutes.class.getResourceAsStream(FOLDER + name)) {
        byte[] plain = in.readAllBytes();
        return new PageFile(type(name), plain, compress(plain), '"' + Sha256.hex(plain) + '"');
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static String type(String name) {
      String kind =
          switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "js" -> "text/javascript";
            case "css" -> "text/css";
            default -> "text/html";
          };
      return kind + "; charset=utf-8";
    }

    private static byte[] compress(byte[] plain) throws IOException {
      ByteArrayOutputStream compressed = new ByteArrayOutputStream();
      try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
        out.write(plain);
      }
      return compressed.toByteArray();
    }

    Response answer(HttpHeaders asked) {
      return tag.equals(asked.get(HttpHeaderNames.IF_NONE_MATCH))
          ? unchanged()
          : content(asked.get(HttpHeaderNames.ACCEPT_ENCODING, "").contains("gzip"));
    }

    private Response content(boolean gzip) {
      Map<String, String> headers = headers();
      if (gzip) {
        headers.put("Content-Encoding", "gzip");
      }
      return new Response.Whole(200, type, gzip ? compressed : plain, headers, () -> {});
    }

    private Response unchanged() {
      return new Response.Whole(304, type, new byte[0], headers(), () -> {});
    }

    private Map<String, String> headers() {
      Map<String, String> headers = new LinkedHashMap<>(HEADERS);
      headers.put("ETag", tag);
      return headers;
    }
  }
}
