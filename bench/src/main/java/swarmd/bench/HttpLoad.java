package swarmd.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Connections that each send one request after the other. They work on bytes, without a codec, so
 * that generating the load costs as little as possible.
 */
final class HttpLoad {
  private HttpLoad() {}

  /** The client side of one connection. */
  interface Speaker {

    /**
     * The next request; empty ends the connection.
     *
     * @param response the answer to the last request; empty for the first
     */
    Optional<String> next(String response);
  }

  /** Returns the elapsed seconds. */
  static double run(Path socket, int connections, Supplier<Speaker> speakers)
      throws InterruptedException {
    CountDownLatch finished = new CountDownLatch(connections);
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    try {
      Bootstrap bootstrap =
          new Bootstrap()
              .group(loop)
              .channel(EpollDomainSocketChannel.class)
              .handler(
                  new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                      channel.pipeline().addLast(new Connection(speakers.get(), finished));
                    }
                  });
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        bootstrap.connect(new DomainSocketAddress(socket.toFile()));
      }
      if (!finished.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the load did not finish");
      }
      return (System.nanoTime() - start) / 1e9;
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }
  }

  static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: swarmd\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static final class Connection extends SimpleChannelInboundHandler<ByteBuf> {
    private final Speaker speaker;
    private final CountDownLatch finished;
    private String received = "";

    Connection(Speaker speaker, CountDownLatch finished) {
      this.speaker = speaker;
      this.finished = finished;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      say(context, speaker.next(""));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf bytes) {
      received += bytes.toString(StandardCharsets.ISO_8859_1);
      int body = received.indexOf("\r\n\r\n") + 4;
      if (body < 4 || received.length() - body < contentLength()) {
        return;
      }
      String response = received;
      received = "";
      if (!response.startsWith("HTTP/1.1 200")) {
        throw new IllegalStateException(response);
      }
      say(context, speaker.next(response));
    }

    private int contentLength() {
      return Integer.parseInt(between(received, "content-length: ", "\r\n"));
    }

    private void say(ChannelHandlerContext context, Optional<String> request) {
      if (request.isEmpty()) {
        context.close();
        finished.countDown();
        return;
      }
      context.writeAndFlush(Unpooled.copiedBuffer(request.get(), StandardCharsets.US_ASCII));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      cause.printStackTrace();
      System.exit(1);
    }
  }

  static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }
}
