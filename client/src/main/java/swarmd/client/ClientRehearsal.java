package swarmd.client;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import swarmd.home.Home;

/** Runs a hook through all its steps against a stand-in daemon, to archive the classes it loads. */
final class ClientRehearsal {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"continue\":true}"
          .getBytes(StandardCharsets.US_ASCII);

  private ClientRehearsal() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(Home.find().socket()));
      Thread daemon = new Thread(new StandIn(server));
      daemon.start();
      Main.run(new String[] {"hook", "pre-tool-use"});
      daemon.join();
    }
  }

  private record StandIn(ServerSocketChannel server) implements Runnable {
    @Override
    public void run() {
      try (SocketChannel client = server.accept()) {
        client.read(ByteBuffer.allocate(8192));
        client.write(ByteBuffer.wrap(ANSWER));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
