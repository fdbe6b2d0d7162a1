package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** Together, large bodies must not use up the memory. */
final class ManyLargeBodiesTest {

  @Test
  void more_at_once_than_there_are_places_have_to_come_back() {
    List<UnixHttp> others = new ArrayList<>();
    try (InProcessDaemon daemon = InProcessDaemon.start();
        UnixHttp http = daemon.connect()) {
      for (int i = 0; i < LargeBodies.AT_ONCE; i++) {
        String begun = "{".repeat(2 * LargeBodies.LARGE);
        others.add(daemon.connect().write(head(3 * LargeBodies.LARGE)).write(begun));
      }

      http.write(head(LargeBodies.LARGE + 1)).write("{".repeat(LargeBodies.LARGE + 1));

      assertThat(Api.refusal(http.read())).isEqualTo("503 overloaded");
      others.forEach(UnixHttp::close);
    }
  }

  private static String head(int length) {
    return "POST /v1/tasks HTTP/1.1\r\nHost: s\r\nContent-Length: " + length + "\r\n\r\n";
  }
}
