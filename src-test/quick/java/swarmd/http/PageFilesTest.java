package swarmd.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** The files of the page, as a browser gets them. */
final class PageFilesTest extends InProcessTest {
  /** Bytes. */
  private static final int MAX_TOGETHER = 84 * 1024;

  private static final Pattern LOADED =
      Pattern.compile("(?:from '\\./|src=\"/page/|href=\"/page/)([a-z.]+)['\"]");

  private Answer get(String path, Map<String, String> headers) {
    return api.http().send("GET", path, headers, new byte[0]);
  }

  private Set<String> loaded(String text) {
    Set<String> names = new TreeSet<>();
    Matcher found = LOADED.matcher(text);
    while (found.find()) {
      names.add(found.group(1));
    }
    return names;
  }

  /** The page, and everything that it loads. */
  private Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    files.put("/", get("/", Map.of()).text());
    Set<String> wanted = loaded(files.get("/"));
    while (!wanted.isEmpty()) {
      Set<String> next = new TreeSet<>();
      for (String name : wanted) {
        Answer answer = get("/page/" + name, Map.of());
        assertThat(answer.status()).as(name).isEqualTo(200);
        files.put("/page/" + name, answer.text());
        next.addAll(loaded(answer.text()));
      }
      next.removeIf(name -> files.containsKey("/page/" + name));
      wanted = next;
    }
    return files;
  }

  @Test
  void everything_the_page_loads_is_there_and_small() {
    Map<String, String> files = files();

    assertThat(files).hasSizeGreaterThan(10);
    assertThat(files.values().stream().mapToInt(text -> text.getBytes(UTF_8).length).sum())
        .isLessThan(MAX_TOGETHER);
  }

  @Test
  void the_page_loads_nothing_from_elsewhere_and_never_reads_text_as_html() {
    files()
        .forEach(
            (path, text) ->
                assertThat(text)
                    .as(path)
                    .doesNotContain(
                        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write")
                    .doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)"));
  }

  @Test
  void every_file_has_a_strict_policy() {
    for (String path : files().keySet()) {
      assertThat(get(path, Map.of()).headers())
          .as(path)
          .containsEntry("x-content-type-options", "nosniff")
          .containsEntry("referrer-policy", "no-referrer")
          .containsEntry("cache-control", "no-cache")
          .hasEntrySatisfying(
              "content-security-policy",
              policy ->
                  assertThat(policy)
                      .startsWith("default-src 'none'; script-src 'self';")
                      .contains("frame-ancestors 'none'")
                      .doesNotContain("unsafe"));
    }
  }

  @Test
  void a_browser_that_accepts_gzip_gets_it() throws IOException {
    Answer plain = get("/page/main.js", Map.of());
    Answer compressed = get("/page/main.js", Map.of("Accept-Encoding", "gzip, br"));

    assertThat(compressed.headers()).containsEntry("content-encoding", "gzip");
    assertThat(compressed.body().length).isLessThan(plain.body().length / 2);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed.body()))) {
      assertThat(in.readAllBytes()).isEqualTo(plain.body());
    }
  }

  @Test
  void a_file_that_has_not_changed_is_not_sent_again() {
    String tag = get("/page/style.css", Map.of()).headers().get("etag");

    Answer again = get("/page/style.css", Map.of("If-None-Match", tag));
    Answer other = get("/page/style.css", Map.of("If-None-Match", "\"another\""));

    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(other.status()).isEqualTo(200);
  }

  @Test
  void a_browser_without_a_token_gets_the_files_by_their_plain_names_only() {
    Map<String, String> host = Map.of("Host", "127.0.0.1");
    for (String path : new String[] {"/", "/page/main.js"}) {
      try (UnixHttp http = UnixHttp.loopback(daemon.daemon().info().httpPort())) {
        assertThat(http.send("GET", path, host, new byte[0]).status()).as(path).isEqualTo(200);
      }
    }
    for (String path :
        new String[] {"/page/main.js?x", "/page/%6dain.js", "//page/main.js", "/page//main.js"}) {
      try (UnixHttp http = UnixHttp.loopback(daemon.daemon().info().httpPort())) {
        assertThat(http.send("GET", path, host, new byte[0]).status()).as(path).isEqualTo(401);
      }
    }
  }
}
