package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** Clients that break off, stall or send garbage affect no other client. */
final class RudeClientsTest {
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start(Map.of("SWARMD_REQUEST_TIMEOUT_MS", "300"));
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  @AfterEach
  void other_clients_are_served_and_no_connection_leaks() {
    try (Api api = daemon.api()) {
      eventually().until(() -> api.connections() == 1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "G",
        "GET /v1/status HTTP/1.1\r\n",
        "GET /v1/status HTTP/1.1\r\nHost: swarmd\r\n",
        "POST /v1/tasks HTTP/1.1\r\nContent-Length: 100\r\n\r\n{\"project\":",
        "POST /v1/tasks HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"pr",
      })
  void half_a_request_is_answered_with_a_timeout(String half) {
    try (UnixHttp http = daemon.connect()) {
      http.write(half);

      assertThat(Api.refusal(http.read())).isEqualTo("408 request_timeout");
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_request_that_trickles_in_gets_no_extra_time() {
    try (UnixHttp http = daemon.connect()) {
      http.write("GET /v1/status HTTP/1.1\r\nX-Endless: ");
      CompletableFuture<UnixHttp.Answer> answer = CompletableFuture.supplyAsync(http::read);

      eventually().until(() -> trickle(http) && answer.isDone());

      assertThat(Api.refusal(answer.join())).isEqualTo("408 request_timeout");
    }
  }

  private static boolean trickle(UnixHttp http) {
    try {
      http.write("x");
    } catch (UncheckedIOException e) {
      return true; // the daemon has closed the connection
    }
    return true;
  }

  @Test
  void an_idle_connection_stays_open() {
    try (UnixHttp idle = daemon.connect();
        UnixHttp slow = daemon.connect()) {
      slow.write("G").read();

      assertThat(idle.get("/healthz").status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n\r\nnonsense\r\n\r\n",
        "GET\r\n\r\n",
        "GET /v1/status FTP\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nContent-Length: many\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "POST /v1/tasks HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "GET /v1/status HTTP/1.1\r\nbroken header\r\n\r\n",
      })
  void nonsense_is_refused_and_the_connection_closed(String nonsense) {
    try (UnixHttp http = daemon.connect()) {
      http.write(nonsense);

      assertThat(http.read().status()).isEqualTo(400);
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void random_bytes_close_only_their_own_connection() {
    Random random = new Random(17);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(bytes);
      try (UnixHttp http = daemon.connect()) {
        http.write(bytes);
        if (i % 10 == 0) {
          assertThat(http.isClosedByDaemon()).isTrue();
        }
      }
    }
  }

  @Test
  void a_client_that_dies_in_the_middle_of_its_request_adds_nothing() {
    byte[] request =
        UnixHttp.request(
            "POST",
            "/v1/tasks",
            Map.of(),
            "{\"project\":\"/dies\",\"title\":\"x\"}".getBytes(StandardCharsets.UTF_8));
    for (int length = 1; length < request.length; length++) {
      try (UnixHttp http = daemon.connect()) {
        http.write(Arrays.copyOf(request, length));
      }
    }
    try (Api api = daemon.api()) {
      assertThat(api.get("/v1/tasks?project=/dies").get("tasks")).isEmpty();
    }
  }

  @Test
  void a_client_that_does_not_wait_for_answers_still_adds_all_its_tasks() {
    byte[] request =
        UnixHttp.request(
            "POST",
            "/v1/tasks",
            Map.of(),
            "{\"project\":\"/leaves\",\"title\":\"x\"}".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 50; i++) {
      try (UnixHttp http = daemon.connect()) {
        http.write(request);
      }
    }
    try (Api api = daemon.api()) {
      eventually().until(() -> api.get("/v1/tasks?project=/leaves").get("tasks").size() == 50);
    }
  }
}
