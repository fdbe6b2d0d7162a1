package swarmd.client;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import swarmd.home.Home;

/**
 * Runs a hook and a command through all their steps against a stand-in daemon, to archive the
 * classes they load.
 */
final class ClientRehearsal {
  private static final String HOOK_ANSWER = "{\"continue\":true}";

  /** A line of output and the exit code, framed as {@link Forward} reads them. */
  private static final String COMMAND_ANSWER =
      "\u0001\0\0\0\0\0\0\3ok\n" + "\u0003\0\0\0\0\0\0\u0001" + "0";

  private ClientRehearsal() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(Home.find().socket()));
      Thread daemon = new Thread(new StandIn(server));
      daemon.start();
      Main.run(new String[] {"hook", "pre-tool-use"});
      Main.run(new String[] {"status"});
      daemon.join();
    }
  }

  private record StandIn(ServerSocketChannel server) implements Runnable {
    @Override
    public void run() {
      try {
        answer(HOOK_ANSWER);
        answer(COMMAND_ANSWER);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private void answer(String body) throws IOException {
      String answer = "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
      try (SocketChannel client = server.accept()) {
        client.read(ByteBuffer.allocate(8192));
        client.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.US_ASCII)));
      }
    }
  }
}
