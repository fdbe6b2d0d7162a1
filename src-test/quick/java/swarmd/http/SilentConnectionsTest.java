package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** Connections without a token are few and short-lived, whoever opens them. */
final class SilentConnectionsTest {
  private static final HttpTokens TOKENS = new HttpTokens("page", "hooks", "mcp");
  private static final int MANY = 1_500;
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  private static HttpServer server(Duration requestTimeout) {
    return new HttpServer(daemon.daemon().router(), ForkJoinPool.commonPool(), requestTimeout);
  }

  private static int listen(HttpServer server) throws IOException {
    int port = server.bind(0, TOKENS);
    server.startAccepting();
    return port;
  }

  private static byte[] get(String path, String token) {
    return UnixHttp.request(
        "GET", path, Map.of("Host", "localhost", "Authorization", "Bearer " + token), new byte[0]);
  }

  @Test
  void a_connection_that_says_nothing_is_closed() throws IOException {
    try (HttpServer server = server(Duration.ofMillis(200));
        UnixHttp silent = UnixHttp.loopback(listen(server))) {
      assertThat(Api.refusal(silent.read())).isEqualTo("408 request_timeout");
      assertThat(silent.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_head_that_trickles_in_gets_no_extra_time() throws IOException {
    try (HttpServer server = server(Duration.ofMillis(200));
        UnixHttp slow = UnixHttp.loopback(listen(server))) {
      slow.write("GET /v1/tasks HTTP/1.1\r\nX-Endless: ");
      CompletableFuture<UnixHttp.Answer> answer = CompletableFuture.supplyAsync(slow::read);

      eventually().until(() -> server.connections() == 0);

      assertThat(Api.refusal(answer.join())).isEqualTo("408 request_timeout");
    }
  }

  @Test
  void asking_for_the_page_again_and_again_gets_no_extra_time() throws IOException {
    try (HttpServer server = server(Duration.ofMillis(300));
        UnixHttp stranger = UnixHttp.loopback(listen(server))) {
      byte[] page = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.UTF_8);
      assertThat(stranger.write(page).read().status()).isEqualTo(200);
      assertThat(stranger.write(page).read().status()).isEqualTo(200);

      assertThat(stranger.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_body_is_not_read_before_the_token_is_checked() throws IOException {
    try (HttpServer server = server(Duration.ofSeconds(10));
        UnixHttp stranger = UnixHttp.loopback(listen(server))) {
      stranger.write(
          "POST /v1/hooks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 16000000\r\n\r\n{");

      assertThat(Api.refusal(stranger.read())).isEqualTo("401 unauthorized");
      assertThat(stranger.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void a_client_with_a_token_keeps_its_connection() throws IOException {
    try (HttpServer server = server(Duration.ofMillis(300))) {
      int port = listen(server);
      try (UnixHttp known = UnixHttp.loopback(port);
          UnixHttp silent = UnixHttp.loopback(port)) {
        assertThat(known.write(get("/healthz", "page")).read().status()).isEqualTo(200);
        assertThat(silent.isClosedByDaemon()).isTrue();

        assertThat(known.write(get("/healthz", "page")).read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void a_stranger_who_keeps_connecting_does_not_delay_the_stop() throws IOException {
    try (HttpServer server = server(Duration.ofSeconds(10))) {
      int port = server.bind(0, TOKENS);
      server.bind(daemon.project().resolve("stop.sock"), uid());
      server.startAccepting();
      AtomicBoolean ended = new AtomicBoolean();
      CompletableFuture<Void> stranger =
          CompletableFuture.runAsync(
              () -> {
                while (!ended.get()) {
                  knock(port);
                }
              });
      eventually().until(() -> server.connections() > 0);

      CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> stop(server));

      try {
        eventually().until(stop::isDone);
      } finally {
        ended.set(true);
        stranger.join();
      }
    }
  }

  private static void knock(int port) {
    try (UnixHttp knock = UnixHttp.loopback(port)) {
      knock.write("G");
    } catch (UncheckedIOException e) {
      Thread.onSpinWait(); // it no longer listens
    }
  }

  private static void stop(HttpServer server) {
    try {
      server.stopAccepting();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int uid() throws IOException {
    return (int) Files.getAttribute(daemon.project(), "unix:uid");
  }

  @Test
  void the_oldest_silent_connections_make_room_for_new_ones() throws IOException {
    try (HttpServer server = server(Duration.ofMinutes(1))) {
      int port = listen(server);
      List<UnixHttp> silent = new ArrayList<>();
      try (UnixHttp known = UnixHttp.loopback(port)) {
        assertThat(known.write(get("/healthz", "page")).read().status()).isEqualTo(200);
        for (int i = 0; i < MANY; i++) {
          silent.add(UnixHttp.loopback(port));
        }
        assertThat(silent.get(0).isClosedByDaemon()).isTrue();
        eventually().until(() -> server.connections() <= 1_025);
        try (UnixHttp late = UnixHttp.loopback(port)) {
          assertThat(late.write(get("/healthz", "page")).read().status()).isEqualTo(200);
        }
        assertThat(known.write(get("/healthz", "page")).read().status()).isEqualTo(200);
      } finally {
        silent.forEach(UnixHttp::close);
      }
    }
  }
}
