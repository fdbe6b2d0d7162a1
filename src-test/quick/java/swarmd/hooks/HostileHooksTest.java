package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.hosts.HostilePayloads;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.UnixHttp.Answer;

/** The daemon answers any payload and leaks none of its contents. */
class HostileHooksTest extends InProcessTest {
  private static final long SEED = 47_110_815;

  @Test
  void ten_thousand_hostile_payloads_get_an_answer_and_leave_only_records() {
    HostilePayloads hostile = new HostilePayloads(SEED);
    List<Path> before = files();
    for (int i = 0; i < 10_000; i++) {
      byte[] body = hostile.payload(i);
      String path =
          hostile
              .path()
              .filter(name -> name.matches("[A-Za-z-]+"))
              .map(name -> "/v1/hooks/" + name)
              .orElse("/v1/hooks");

      Answer answer = api.http().send("POST", path, Map.of(), body);

      assertThat(answer.status()).as("payload %d: %s", i, start(body)).isEqualTo(200);
      assertThat(Api.json(answer.text()).isObject()).isTrue();
    }

    assertThat(files()).isEqualTo(before);
    assertThat(api.get("/v1/status").get("hooks")).isNotEmpty();
  }

  private List<Path> files() {
    try (Stream<Path> home = Files.walk(daemon.socket().getParent());
        Stream<Path> project = Files.walk(daemon.project())) {
      return Stream.concat(home, project).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String start(byte[] body) {
    return new String(body, 0, Math.min(200, body.length), StandardCharsets.UTF_8);
  }
}
