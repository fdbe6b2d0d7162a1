package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.FaultyProxy.Side;

/** Tests with a bad network rely on this one. */
final class FaultyProxyTest {
  private ServerSocket server;
  private FaultyProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    proxy = FaultyProxy.before(server.getLocalPort());
    Thread echo = new Thread(this::echo, "echo");
    echo.setDaemon(true);
    echo.start();
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.close();
  }

  private void echo() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        Thread connection = new Thread(() -> echo(client), "echo");
        connection.setDaemon(true);
        connection.start();
      } catch (IOException e) {
        return; // the test is over
      }
    }
  }

  private static void echo(Socket client) {
    try (client) {
      client.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException e) {
      return; // cut off
    }
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
  }

  private static void send(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Socket client, int count) throws IOException {
    InputStream in = client.getInputStream();
    return new String(in.readNBytes(count), StandardCharsets.UTF_8);
  }

  @Test
  void bytes_arrive_in_order_and_not_before_their_delay() throws IOException {
    proxy.delay(Duration.ofMillis(30));
    try (Socket client = connect()) {
      long start = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        send(client, "%02d".formatted(i));
      }
      String answer = read(client, 200);

      assertThat(answer).startsWith("000102").endsWith("9899");
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(60));
    }
  }

  @Test
  void a_connection_can_be_cut_and_made_again() throws IOException {
    try (Socket client = connect()) {
      send(client, "a");
      assertThat(read(client, 1)).isEqualTo("a");
      proxy.cut();
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    try (Socket client = connect()) {
      send(client, "b");
      assertThat(read(client, 1)).isEqualTo("b");
    }
  }

  @Test
  void connections_are_refused_and_cut_at_random() throws IOException {
    proxy.refuse(true);
    try (Socket client = connect()) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    proxy.refuse(false);
    proxy.cutAtRandom(1);
    try (Socket client = connect()) {
      send(client, "a");
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
    eventually().until(() -> proxy.connections() == 0);
  }

  @Test
  void a_frozen_side_is_heard_again_when_it_thaws() throws IOException {
    try (Socket client = connect()) {
      send(client, "a");
      assertThat(read(client, 1)).isEqualTo("a");
      proxy.freeze(Side.SERVER);
      send(client, "b");
      client.setSoTimeout(100);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      proxy.thaw(Side.SERVER);
      client.setSoTimeout(0);
      assertThat(read(client, 1)).isEqualTo("b");
    }
  }
}
