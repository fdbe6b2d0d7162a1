package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** On 127.0.0.1 clients need the token, and web pages cannot get in through a browser. */
final class LoopbackTest {
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
    try (Api api = daemon.api()) {
      api.add("a secret title");
    }
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  private static UnixHttp connect() {
    return UnixHttp.loopback(daemon.daemon().info().httpPort());
  }

  private static Answer get(String path, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>();
    all.put("Host", "127.0.0.1:" + daemon.daemon().info().httpPort());
    all.put("Authorization", "Bearer " + daemon.daemon().tokens().page());
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    try (UnixHttp http = connect()) {
      return http.send("GET", path, all, new byte[0]);
    }
  }

  /**
   * The system lists clients by their whole address, and only those of 127.0.0.1 are looked for.
   */
  @Test
  void a_client_with_another_address_of_this_machine_is_refused() throws IOException {
    int port = daemon.daemon().info().httpPort();
    InetAddress other = InetAddress.getByName("127.0.0.2");
    try (Socket client = new Socket(UnixHttp.LOOPBACK, port, other, 0)) {
      String request =
          "GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(daemon.daemon().tokens().page());
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 403")
          .contains("connect from 127.0.0.1");
    }
  }

  @Test
  void two_hosts_are_refused() throws IOException {
    int port = daemon.daemon().info().httpPort();
    try (Socket client = new Socket(UnixHttp.LOOPBACK, port)) {
      String request = "GET /v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\n\r\n";
      client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));

      assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void the_page_token_reads_everything() {
    assertThat(get("/v1/tasks", Map.of()).text()).contains("a secret title");
    assertThat(get("/metrics", Map.of()).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/tasks", "/v1/status", "/v1/events", "/metrics", "/healthz", "//", "/?"})
  void only_the_page_is_served_without_the_token(String path) {
    assertThat(Api.refusal(get(path, Map.of("Authorization", "")))).isEqualTo("401 unauthorized");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"Bearer", "Bearer ", "Bearer 0123456789abcdef0123456789abcdef", "Basic eA=="})
  void a_wrong_token_is_refused(String authorization) {
    assertThat(Api.refusal(get("/v1/tasks", Map.of("Authorization", authorization))))
        .isEqualTo("401 unauthorized");
  }

  @Test
  void a_prefix_of_the_token_is_refused() {
    String half = "Bearer " + daemon.daemon().tokens().page().substring(0, 16);

    assertThat(get("/v1/tasks", Map.of("Authorization", half)).status()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "192.168.0.1",
        "0.0.0.0",
      })
  void a_foreign_host_is_refused_even_with_the_token(String host) {
    assertThat(Api.refusal(get("/v1/tasks", Map.of("Host", host)))).isEqualTo("403 forbidden");
    assertThat(Api.refusal(get("/", Map.of("Host", host)))).isEqualTo("403 forbidden");
  }

  @Test
  void a_request_without_a_host_is_refused() {
    try (UnixHttp http = connect()) {
      String token = daemon.daemon().tokens().page();
      http.write("GET /v1/tasks HTTP/1.1\r\nAuthorization: Bearer " + token + "\r\n\r\n");

      assertThat(Api.refusal(http.read())).isEqualTo("403 forbidden");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "https://localhost.evil.example",
        "http://127.0.0.1.evil.example:8080",
        "http://localhost@evil.example",
        "null",
        "file://",
        "not an origin",
      })
  void a_foreign_origin_is_refused_even_with_the_token(String origin) {
    assertThat(Api.refusal(get("/v1/tasks", Map.of("Origin", origin)))).isEqualTo("403 forbidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:3000",
        "http://127.0.0.1",
        "https://127.0.0.1:9",
        "http://[::1]:1"
      })
  void a_loopback_origin_is_accepted(String origin) {
    assertThat(get("/v1/tasks", Map.of("Origin", origin)).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "localhost:1234", "127.0.0.1", "[::1]:80"})
  void every_loopback_host_is_accepted(String host) {
    assertThat(get("/v1/tasks", Map.of("Host", host)).status()).isEqualTo(200);
  }

  @Test
  void the_page_needs_no_token_and_holds_no_data() {
    Answer page = get("/", Map.of("Authorization", ""));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text())
        .contains("<html")
        .doesNotContain("a secret title", daemon.daemon().tokens().page())
        .doesNotContain(daemon.daemon().tokens().hooks(), daemon.project().toString());
  }

  @Test
  void a_refused_request_closes_its_connection() {
    try (UnixHttp http = connect()) {
      String request = "GET /v1/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\n";
      String token = "Authorization: Bearer " + daemon.daemon().tokens().page() + "\r\n";
      http.write(request + "\r\n" + request + token + "\r\n");

      assertThat(http.read().status()).isEqualTo(401);
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void it_listens_on_127_0_0_1_and_nowhere_else() throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "127.0.0.2 is ours only on Linux");

    InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
    int port = daemon.daemon().info().httpPort();

    assertThatThrownBy(() -> UnixHttp.connect(new InetSocketAddress(other, port)))
        .hasMessageContaining("refused");
  }
}
