package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** Large bodies together must not exhaust the memory. */
final class ManyLargeBodiesTest {

  @Test
  void one_large_body_too_many_is_refused_until_another_is_done() {
    List<UnixHttp> others = new ArrayList<>();
    try (InProcessDaemon daemon = InProcessDaemon.start();
        UnixHttp http = daemon.connect()) {
      for (int i = 0; i < LargeBodies.MAX_CONCURRENT; i++) {
        String begun = "{".repeat(2 * LargeBodies.THRESHOLD);
        others.add(daemon.connect().write(head(3 * LargeBodies.THRESHOLD)).write(begun));
      }

      http.write(head(LargeBodies.THRESHOLD + 1)).write("{".repeat(LargeBodies.THRESHOLD + 1));

      assertThat(Api.refusal(http.read())).isEqualTo("503 overloaded");
      others.forEach(UnixHttp::close);
    }
  }

  private static String head(int length) {
    return "POST /v1/tasks HTTP/1.1\r\nHost: s\r\nContent-Length: " + length + "\r\n\r\n";
  }
}
