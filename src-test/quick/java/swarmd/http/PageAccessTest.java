package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** A one-time code lets a browser in; no lasting token is in an address. */
final class PageAccessTest extends InProcessTest {

  private String address() {
    return ok(swarm.run("open", "--print")).out().strip();
  }

  private static String code(String address) {
    return address.substring(address.indexOf("#code=") + "#code=".length());
  }

  private int port() {
    return daemon.daemon().info().httpPort();
  }

  private Answer send(String method, String path, Map<String, String> headers, String body) {
    try (UnixHttp http = UnixHttp.loopback(port())) {
      return http.send(method, path, headers, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** As the page does it. */
  private Answer exchange(String code) {
    return send(
        "POST",
        "/v1/page/token",
        Map.of("Host", "127.0.0.1:" + port(), "Origin", "http://127.0.0.1:" + port()),
        Api.object().put("code", code).toString());
  }

  @Test
  void a_code_is_exchanged_once_for_a_token_that_reads_the_tasks() {
    api.add("sweep");
    String address = address();
    assertThat(address).matches("http://127\\.0\\.0\\.1:" + port() + "/#code=[0-9a-f]{32}");

    String token = Api.json(exchange(code(address)).text()).get("token").asText();

    Map<String, String> headers = Map.of("Host", "127.0.0.1", "Authorization", "Bearer " + token);
    assertThat(send("GET", "/v1/tasks", headers, "").text()).contains("sweep");
    Answer again = exchange(code(address));
    assertThat(Api.refusal(again)).isEqualTo("401 unauthorized");
    assertThat(again.text()).contains("get a new one with: swarm open");
  }

  /**
   * It keeps the key in memory only, so that nothing lasting is left where others could read it.
   */
  @Test
  void a_page_that_is_loaded_again_gets_its_key_for_its_token() {
    Map<String, String> headers = Map.of("Host", "127.0.0.1");
    String token = daemon.daemon().tokens().page();
    String body = Api.object().put("token", token).toString();

    assertThat(Api.json(send("POST", "/v1/page/token", headers, body).text()))
        .isEqualTo(Api.json(exchange(code(address())).text()));
    String other = Api.object().put("token", daemon.daemon().tokens().hooks()).toString();
    assertThat(Api.refusal(send("POST", "/v1/page/token", headers, other)))
        .isEqualTo("401 unauthorized");
  }

  @Test
  void a_code_ends_after_a_minute() {
    String early = address();
    String late = address();
    daemon.time().advance(Duration.ofSeconds(59));
    assertThat(exchange(code(early)).status()).isEqualTo(200);
    daemon.time().advance(Duration.ofSeconds(1));

    assertThat(Api.refusal(exchange(code(late)))).isEqualTo("401 unauthorized");
  }

  @ParameterizedTest
  @ValueSource(strings = {"00000000000000000000000000000000", "x", "é"})
  void a_wrong_code_is_refused(String code) {
    address();

    assertThat(Api.refusal(exchange(code))).isEqualTo("401 unauthorized");
  }

  @Test
  void old_codes_make_room_for_new_ones() {
    String first = address();
    for (int i = 0; i < 100; i++) {
      address();
    }

    assertThat(exchange(code(first)).status()).isEqualTo(401);
    assertThat(exchange(code(address())).status()).isEqualTo(200);
  }

  @Test
  void neither_token_can_make_a_code() {
    HttpTokens tokens = daemon.daemon().tokens();
    String command = "{\"argv\":[\"open\",\"--print\"],\"cwd\":\"/\"}";
    for (String token : List.of(tokens.page(), tokens.hooks())) {
      Map<String, String> headers = Map.of("Host", "127.0.0.1", "Authorization", "Bearer " + token);

      assertThat(Api.refusal(send("POST", "/v1/cli", headers, command))).isEqualTo("403 forbidden");
    }
  }

  @Test
  void an_agent_gets_no_code() {
    new HostSession(api.http(), daemon.project(), "s1").start();
    try (Commands agent =
        new Commands(daemon::connect, daemon.project()).with("CLAUDE_CODE_SESSION_ID", "s1")) {
      Result refused = agent.run("open", "--print");

      assertThat(refused.exit()).isEqualTo(1);
      assertThat(refused.out()).isEmpty();
      assertThat(refused.err())
          .isEqualTo("swarm: the page is for the person; an agent can use: swarm status\n");
    }
  }

  @Test
  void a_foreign_page_cannot_exchange_a_code() {
    String body = Api.object().put("code", code(address())).toString();
    Map<String, String> headers = Map.of("Host", "127.0.0.1", "Origin", "http://evil.example");

    assertThat(Api.refusal(send("POST", "/v1/page/token", headers, body)))
        .isEqualTo("403 forbidden");
  }

  @Test
  void a_stranger_cannot_send_a_large_body() {
    String body = Api.object().put("code", "c".repeat(5_000)).toString();

    assertThat(Api.refusal(send("POST", "/v1/page/token", Map.of("Host", "127.0.0.1"), body)))
        .isEqualTo("413 too_large");
  }

  private String challenge() {
    Map<String, String> headers = Map.of("Host", "127.0.0.1");
    return Api.json(send("GET", "/v1/page/challenge", headers, "").text())
        .get("challenge")
        .asText();
  }

  private Answer prove(String key, String text) {
    return send(
        "POST",
        "/v1/page/token",
        Map.of("Host", "127.0.0.1"),
        Api.object().put("proof", PageAccess.proof(key, text)).toString());
  }

  @Test
  void an_open_page_gets_the_new_token_of_a_restarted_daemon_without_sending_its_key() {
    JsonNode before = Api.json(exchange(code(address())).text());
    int port = port();
    daemon.restart();
    assertThat(port()).isEqualTo(port);

    Answer answer = prove(before.get("key").asText(), port + " " + challenge());

    String token = Api.json(answer.text()).get("token").asText();
    assertThat(token).isNotEqualTo(before.get("token").asText());
    Map<String, String> headers = Map.of("Host", "127.0.0.1", "Authorization", "Bearer " + token);
    assertThat(send("GET", "/v1/tasks", headers, "").status()).isEqualTo(200);
  }

  @Test
  void a_proof_counts_for_one_port_and_one_start_of_the_daemon_only() {
    String key = Api.json(exchange(code(address())).text()).get("key").asText();
    String old = challenge();
    assertThat(prove(key, port() + " " + old).status()).isEqualTo(200);
    daemon.restart();

    assertThat(prove(key, port() + " " + old).status()).isEqualTo(401);
    assertThat(prove(key, port() + 1 + " " + challenge()).status()).isEqualTo(401);
    assertThat(prove("another key", port() + " " + challenge()).status()).isEqualTo(401);
    assertThat(prove(key, port() + " " + challenge()).status()).isEqualTo(200);
  }
}
