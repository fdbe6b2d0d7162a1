package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

final class TokensStaySecretTest {
  @Test
  void only_the_answer_to_a_claim_shows_its_token() {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        Api api = daemon.api()) {
      api.add("one", "two");
      Held current = api.claim("ann");
      Held past = api.claim("bob");
      api.step(past, "release");

      List<String> shown =
          List.of(
              api.get("/v1/tasks").toString(),
              api.show(current.id()).toString(),
              api.show(past.id()).toString(),
              api.get("/v1/status").toString(),
              api.http().get("/metrics").text(),
              api.step(current, "renew").toString(),
              api.post("/v1/agents/heartbeat", api.body().put("agent", "ann")).toString(),
              api.http().post(current.path("complete"), "{\"token\":\"x\"}").text(),
              command(api, "task", "list"),
              command(api, "task", "list", "--json"),
              command(api, "task", "show", "" + current.id()),
              command(api, "task", "show", "" + current.id(), "--json"),
              command(api, "status"),
              command(api, "status", "--json"),
              command(api, "events", "--json"),
              events(daemon),
              api.complete(current).toString());

      assertThat(shown)
          .allSatisfy(text -> assertThat(text).doesNotContain(current.token(), past.token()));
    }
  }

  private static String command(Api api, String... words) {
    ObjectNode body = Api.object().put("cwd", api.project().toString());
    List.of(words).forEach(body.withArray("argv")::add);
    return api.http().post("/v1/cli", body.toString()).text();
  }

  private static String events(InProcessDaemon daemon) {
    StringBuilder events = new StringBuilder();
    try (UnixHttp http = daemon.connect()) {
      http.write(UnixHttp.request("GET", "/v1/events?since=0", Map.of(), new byte[0]));
      http.readHead();
      while (!events.toString().contains("event: released")) {
        events.append(new String(http.readChunk(), StandardCharsets.UTF_8));
      }
    }
    return events.toString();
  }
}
