package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

final class PathsTest {
  private static InProcessDaemon daemon;
  private static UnixHttp http;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
    http = daemon.connect();
  }

  @AfterAll
  static void stop() {
    http.close();
    daemon.close();
  }

  private static Answer send(String method, String path) {
    return http.send(method, path, Map.of(), new byte[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v2/status",
        "/v1",
        "/v1/",
        "/v1/tasks/1/2/3",
        "/v1/tasks/1/explode",
        "/V1/STATUS",
        "/v1/../v1/status",
        "/v1/%2e%2e/v1/status",
        "/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/swarmd.db",
        "/%00",
        "/v1/status%00",
        "/page.html",
        "/page/none.js",
        "/page/../page/main.js",
      })
  void an_unknown_path_is_not_found(String path) {
    assertThat(Api.refusal(send("GET", path))).isEqualTo("404 not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/status", "/v1//status", "//v1/status/", "/v1/status?", "/v1/status?x=y"})
  void extra_slashes_and_unknown_parameters_are_ignored(String path) {
    assertThat(send("GET", path).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /v1/tasks",
    "PUT, /v1/tasks/1",
    "POST, /v1/status",
    "GET, /v1/tasks/1/complete",
    "GET, /v1/tasks/claim",
    "DELETE, /v1/hooks/config",
    "GET, /v1/modes/ralph",
    "GET, /v1/hooks",
    "POST, /",
    "OPTIONS, /v1/status",
    "TRACE, /v1/status",
    "BREW, /v1/status",
  })
  void a_method_that_a_path_does_not_support_is_refused(String method, String path) {
    assertThat(Api.refusal(send(method, path))).isEqualTo("405 method_not_allowed");
  }

  @Test
  void a_head_response_has_no_body_and_keeps_the_connection_open() {
    assertThat(send("HEAD", "/v1/status").status()).isEqualTo(405);
    assertThat(send("GET", "/healthz").text()).isEqualTo("{\"status\":\"ok\"}");
  }

  @Test
  void the_longest_project_path_fits_into_a_url() {
    assertThat(send("GET", "/v1/tasks?project=" + "%2F".repeat(4_096)).status()).isEqualTo(200);
  }

  @Test
  void a_url_that_is_too_long_is_refused_and_the_daemon_keeps_serving() {
    try (UnixHttp other = daemon.connect()) {
      Answer answer = other.get("/v1/tasks?project=/" + "x".repeat(100_000));

      assertThat(Api.refusal(answer)).isEqualTo("400 invalid_request");
      assertThat(answer.text()).contains("the URL or the headers are longer than");
    }
    assertThat(send("GET", "/healthz").status()).isEqualTo(200);
  }

  @Test
  void headers_that_are_too_long_are_refused_and_the_daemon_keeps_serving() {
    try (UnixHttp other = daemon.connect()) {
      Map<String, String> headers = Map.of("X-Long", "x".repeat(100_000));

      Answer answer = other.send("GET", "/v1/status", headers, new byte[0]);

      assertThat(answer.text()).contains("the URL or the headers are longer than");
    }
    assertThat(send("GET", "/healthz").status()).isEqualTo(200);
  }
}
