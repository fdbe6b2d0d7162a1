package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** The JDK's transport works where there is no native one. */
final class NioTransportTest {
  @Test
  void the_same_routes_are_served_without_native_code() throws IOException {
    try (InProcessDaemon daemon = InProcessDaemon.start();
        HttpServer server =
            new HttpServer(
                Transport.nio(),
                daemon.daemon().router(),
                ForkJoinPool.commonPool(),
                Duration.ofSeconds(10))) {
      Path socket = daemon.project().resolve("nio.sock");
      server.bind(socket, 0);
      int port = server.bind(0, new HttpTokens("page", "hooks", "mcp"));
      server.startAccepting();

      try (UnixHttp unix = UnixHttp.connect(socket);
          UnixHttp tcp = UnixHttp.loopback(port)) {
        assertThat(unix.get("/v1/status").text()).startsWith("{\"daemon\":{\"pid\":");
        assertThat(tcp.get("/v1/status").status()).isEqualTo(403);
      }
    }
  }
}
