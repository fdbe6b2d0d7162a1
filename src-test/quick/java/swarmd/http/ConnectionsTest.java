package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

final class ConnectionsTest {
  private static final int MANY = 1_000;
  private InProcessDaemon daemon;

  @BeforeEach
  void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  @Test
  void one_connection_serves_any_number_of_requests() {
    try (Api api = daemon.api()) {
      for (int i = 1; i <= 500; i++) {
        assertThat(api.add("task " + i)).containsExactly((long) i);
      }
      assertThat(api.connections()).isEqualTo(1);
    }
  }

  @Test
  void connection_close_closes_the_connection_after_the_response() {
    try (UnixHttp http = daemon.connect()) {
      http.send("GET", "/healthz", Map.of("Connection", "close"), new byte[0]);
      assertThat(http.isClosedByDaemon()).isTrue();
    }
    try (UnixHttp http = daemon.connect()) {
      assertThat(http.write("GET /healthz HTTP/1.0\r\n\r\n").read().status()).isEqualTo(200);
      assertThat(http.isClosedByDaemon()).isTrue();
    }
  }

  @Test
  void pipelined_requests_are_answered_in_order() {
    StringBuilder requests = new StringBuilder();
    for (int i = 1; i <= 60; i++) {
      String add = "{\"project\":\"/p\",\"title\":\"t" + i + "\"}";
      requests.append(text("POST", "/v1/tasks", i % 3 == 0 ? add.substring(1) : add));
      requests.append(text("GET", i % 2 == 0 ? "/healthz" : "/nowhere", ""));
    }
    try (UnixHttp http = daemon.connect()) {
      http.write(requests.toString());
      for (int i = 1; i <= 60; i++) {
        UnixHttp.Answer added = http.read();
        assertThat(added.status()).isEqualTo(i % 3 == 0 ? 400 : 201);
        assertThat(added.text()).contains(i % 3 == 0 ? "invalid_request" : "\"t" + i + "\"");
        assertThat(http.read().status()).isEqualTo(i % 2 == 0 ? 200 : 404);
      }
    }
  }

  private static String text(String method, String path, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return new String(UnixHttp.request(method, path, Map.of(), bytes), StandardCharsets.UTF_8);
  }

  @Test
  void a_thousand_simultaneous_connections_are_all_answered() {
    assumeFilesCanBeOpen(2 * MANY + 200);
    try (Api api = daemon.api()) {
      String[] titles = new String[MANY];
      Arrays.setAll(titles, i -> "task " + i);
      api.add(titles);
    }
    List<UnixHttp> connections = new ArrayList<>();
    try {
      for (int i = 0; i < MANY; i++) {
        connections.add(daemon.connect());
      }
      String claim =
          Api.object().put("project", daemon.project() + "/.").put("agent", "a").toString();
      connections.forEach(http -> http.write(text("POST", "/v1/tasks/claim", claim)));

      List<Long> claimed =
          connections.stream()
              .map(http -> Api.json(http.read().text()))
              .flatMap(answer -> Api.ids(answer).stream())
              .toList();

      assertThat(claimed).hasSize(MANY).doesNotHaveDuplicates();
    } finally {
      connections.forEach(UnixHttp::close);
    }
  }

  private static void assumeFilesCanBeOpen(int count) {
    long limit =
        ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
            .getMaxFileDescriptorCount();
    assumeTrue(limit >= count, () -> "only " + limit + " files can be open; see ulimit -n");
  }
}
