package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

final class LargeBodyTest {
  private static final int MEBI = 1024 * 1024;
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  @AfterEach
  void other_clients_are_still_served() {
    try (UnixHttp http = daemon.connect()) {
      assertThat(http.get("/healthz").status()).isEqualTo(200);
    }
  }

  @Test
  void a_body_of_16_mebibytes_is_accepted() {
    byte[] body = spaces(16 * MEBI);
    byte[] task = "{\"project\":\"/large\",\"title\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(task, 0, body, body.length - task.length, task.length);

    try (UnixHttp http = daemon.connect()) {
      assertThat(http.send("POST", "/v1/tasks", Map.of(), body).status()).isEqualTo(201);
    }
  }

  @Test
  void a_body_of_17_mebibytes_is_refused() {
    try (UnixHttp http = daemon.connect()) {
      Answer answer = http.send("POST", "/v1/tasks", Map.of(), spaces(17 * MEBI));

      assertThat(Api.refusal(answer)).isEqualTo("413 too_large");
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_body_with_too_many_values_is_refused_before_it_fills_the_memory() {
    String body = "{\"project\":\"/large\",\"tasks\":[" + "{},".repeat(5_000_000) + "{}]}";

    try (UnixHttp http = daemon.connect()) {
      Answer answer = http.post("/v1/tasks", body);

      assertThat(Api.refusal(answer)).isEqualTo("400 invalid_request");
      assertThat(answer.text()).contains("has more than 500000 values");
    }
  }

  @Test
  void a_chunked_body_of_17_mebibytes_is_refused() {
    try (UnixHttp http = daemon.connect()) {
      http.write("POST /v1/tasks HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n");
      for (int i = 0; i < 17; i++) {
        http.write(Integer.toHexString(MEBI) + "\r\n").write(spaces(MEBI)).write("\r\n");
      }
      http.write("0\r\n\r\n");

      assertThat(Api.refusal(http.read())).isEqualTo("413 too_large");
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void expect_continue_is_refused_before_a_body_that_is_too_large_is_sent() {
    try (UnixHttp http = daemon.connect()) {
      http.write(head("/v1/tasks", 17 * MEBI));

      assertThat(Api.refusal(http.read())).isEqualTo("413 too_large");
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void expect_continue_lets_the_client_send_a_smaller_body() {
    byte[] task = "{\"project\":\"/large\",\"title\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    try (UnixHttp http = daemon.connect()) {
      http.write(head("/v1/tasks", task.length));
      assertThat(http.read().status()).isEqualTo(100);
      http.write(task);
      assertThat(http.read().status()).isEqualTo(201);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/hooks", "/v1/hooks/Stop"})
  void a_hook_that_is_too_large_is_still_answered_with_200(String path) {
    try (UnixHttp http = daemon.connect()) {
      Answer answer = http.send("POST", path, Map.of(), spaces(17 * MEBI));

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.text()).isEqualTo("{\"continue\":true}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/hooks/permission-request", "/v1/hooks/PermissionRequest?x"})
  void a_permission_request_that_is_too_large_fails_so_that_its_client_denies_it(String path) {
    try (UnixHttp http = daemon.connect()) {
      Answer answer = http.send("POST", path, Map.of(), spaces(17 * MEBI));

      assertThat(Api.refusal(answer)).isEqualTo("413 too_large");
    }
  }

  @Test
  void a_hook_with_expect_continue_is_answered_once() {
    try (UnixHttp http = daemon.connect()) {
      http.write(head("/v1/hooks", 17 * MEBI));

      assertThat(http.read().status()).isEqualTo(200);
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  private static String head(String path, int length) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: s\r\nExpect: 100-continue\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  private static byte[] spaces(int count) {
    byte[] spaces = new byte[count];
    Arrays.fill(spaces, (byte) ' ');
    return spaces;
  }
}
