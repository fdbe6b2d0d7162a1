package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.userhooks.Fixtures.sequence;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookResult;
import swarmd.userhooks.UserHook.Action;
import swarmd.userhooks.UserHook.Behaviour;

class HttpRunTest extends RunnerTest {
  private HttpServer server;
  private volatile int status = 200;
  private volatile String answer = "{}";
  private volatile String path = "";
  private volatile String body = "";
  private volatile Optional<String> header = Optional.empty();

  @BeforeEach
  void listen() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    path = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    header = Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Team"));
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Location", "/elsewhere");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private HookResult post(URI url, Duration limit) {
    UserHook hook =
        Fixtures.hook(new Action.Http(url, Map.of("X-Team", "red")), limit, Behaviour.DENY);
    return run(sequence(hook), event("PreToolUse"));
  }

  private HookResult post(int status, String answer) {
    this.status = status;
    this.answer = answer;
    return post(url("http", server.getAddress().getPort()), Fixtures.LIMIT);
  }

  private static URI url(String scheme, int port) {
    return URI.create(scheme + "://127.0.0.1:" + port + "/hook");
  }

  @Test
  void the_payload_is_posted_and_a_json_object_decides() {
    assertThat(post(200, "{\"decision\":\"ask\",\"reason\":\"sure?\"}"))
        .isEqualTo(HookResult.ask("sure?"));
    assertThat(path).isEqualTo("POST /hook");
    assertThat(body).contains("\"session_id\":\"s1\"");
    assertThat(header).contains("red");
  }

  @Test
  void an_empty_answer_decides_nothing() {
    assertThat(post(204, "")).isEqualTo(HookResult.NOTHING);
  }

  @Test
  void anything_else_is_a_failure() {
    assertThat(post(200, "allow").reason().orElseThrow()).contains("not valid JSON");
    assertThat(post(200, "[]").reason().orElseThrow()).contains("must be a JSON object");
    assertThat(post(500, "{\"decision\":\"allow\"}").reason().orElseThrow()).contains("status 500");
    assertThat(post(200, "\"" + "x".repeat(HttpRun.MAX_BODY) + "\"").reason().orElseThrow())
        .contains("longer than");
    assertThat(post(url("ftp", 1), Fixtures.LIMIT).reason().orElseThrow()).contains("not an http");
  }

  @Test
  void a_redirect_is_not_followed() {
    assertThat(post(307, "{}").reason().orElseThrow()).contains("status 307");
    assertThat(path).isEqualTo("POST /hook");
  }

  @Test
  void a_server_that_hangs_or_is_down_is_a_failure() throws IOException {
    URI url;
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      url = url("http", silent.getLocalPort());
      assertThat(post(url, Duration.ofMillis(50)).reason())
          .contains("hook guard timed out after 50 ms");
    }
    assertThat(post(url, Fixtures.LIMIT).reason())
        .contains("hook guard failed: cannot connect to " + url.getAuthority());
  }
}
