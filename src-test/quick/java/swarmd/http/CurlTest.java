package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs;

/** curl works as a client. */
final class CurlTest {
  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    assumeTrue(Programs.exist("curl"), "curl is not installed");
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    if (daemon != null) {
      daemon.close();
    }
  }

  private static Programs.Result curl(String... arguments) {
    String[] command =
        Stream.concat(
                Stream.of("curl", "-sS", "-m", "20", "--unix-socket", daemon.socket().toString()),
                Stream.of(arguments))
            .toArray(String[]::new);
    return Programs.run(daemon.project(), Map.of(), command);
  }

  @Test
  void curl_can_read_the_status() {
    Programs.Result result = curl("http://swarmd/v1/status");

    assertThat(result.exit()).isZero();
    assertThat(result.out()).startsWith("{\"daemon\":{\"pid\":");
  }

  @Test
  void a_task_can_be_taken_through_its_life() {
    String project = daemon.project().toString();
    curl("http://swarmd/v1/tasks", "-d", "{\"project\":\"" + project + "\",\"title\":\"sweep\"}");
    String claim = "{\"project\":\"" + project + "\",\"agent\":\"curl\"}";
    var task = Api.json(curl("http://swarmd/v1/tasks/claim", "-d", claim).out()).at("/tasks/0");
    String token = task.at("/lease/token").asText();
    String address = "http://swarmd/v1/tasks/" + task.get("id") + "/complete";

    Programs.Result done = curl(address, "-d", "{\"token\":\"" + token + "\"}");

    assertThat(Api.json(done.out()).get("status").asText()).isEqualTo("done");
  }

  @Test
  void curl_receives_the_refusal_of_a_body_that_is_too_large() throws IOException {
    Path large = daemon.project().resolve("large");
    Files.write(large, new byte[17 * 1024 * 1024]);

    for (String header :
        new String[] {"Expect: 100-continue", "Expect:", "Transfer-Encoding: chunked"}) {
      Programs.Result result =
          curl(
              "-w",
              "%{http_code}",
              "-H",
              header,
              "http://swarmd/v1/tasks",
              "--data-binary",
              "@large");

      assertThat(result.out()).contains("too_large").endsWith("413\n");
    }
  }

  @Test
  void events_can_be_followed_for_a_while() {
    try (Api api = daemon.api()) {
      api.add("seen by curl");
    }
    Programs.Result result = curl("-N", "-m", "1", "http://swarmd/v1/events?since=0");

    assertThat(result.out()).startsWith(": swarmd\n\nid: 1\nevent: created\ndata: {\"id\":1,");
  }
}
