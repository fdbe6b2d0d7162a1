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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents that claim a task, complete it and claim the next, each on a connection of its own. */
final class LoadClient {
  private final Path socket;
  private final AtomicInteger left;
  private final CountDownLatch finished;
  private final Samples claims;

  private LoadClient(Path socket, int connections, int cycles) {
    this.socket = socket;
    left = new AtomicInteger(cycles);
    finished = new CountDownLatch(connections);
    claims = new Samples(cycles + connections);
  }

  /** What a run showed. */
  record Result(double cyclesPerSecond, Samples claims) {}

  static Result run(Path socket, int connections, int cycles) throws InterruptedException {
    return new LoadClient(socket, connections, cycles).run(connections, cycles);
  }

  private Result run(int connections, int cycles) throws InterruptedException {
    EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    try {
      Bootstrap bootstrap =
          new Bootstrap().group(loop).channel(EpollDomainSocketChannel.class).handler(pipeline());
      long start = System.nanoTime();
      for (int i = 0; i < connections; i++) {
        bootstrap.connect(new DomainSocketAddress(socket.toFile()));
      }
      if (!finished.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("the load did not finish");
      }
      return new Result(cycles / ((System.nanoTime() - start) / 1e9), claims);
    } finally {
      loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).await();
    }
  }

  private ChannelInitializer<Channel> pipeline() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(new Agent());
      }
    };
  }

  /** Works on bytes, without a codec: the load should cost the machine as little as it can. */
  private final class Agent extends SimpleChannelInboundHandler<ByteBuf> {
    private String received = "";
    private boolean claiming;
    private long sent;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      claim(context);
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
      if (claiming) {
        claims.add(System.nanoTime() - sent);
        complete(
            context, between(response, "\"id\":", ","), between(response, "\"token\":\"", "\""));
      } else {
        claim(context);
      }
    }

    private int contentLength() {
      return Integer.parseInt(between(received, "content-length: ", "\r\n"));
    }

    private void claim(ChannelHandlerContext context) {
      if (left.getAndDecrement() <= 0) {
        context.close();
        finished.countDown();
        return;
      }
      claiming = true;
      sent = System.nanoTime();
      post(context, "/v1/tasks/claim", "{\"project\":\"/bench\",\"agent\":\"bench\"}");
    }

    private void complete(ChannelHandlerContext context, String id, String token) {
      claiming = false;
      post(context, "/v1/tasks/" + id + "/complete", "{\"token\":\"" + token + "\"}");
    }

    private void post(ChannelHandlerContext context, String path, String body) {
      String request =
          "POST "
              + path
              + " HTTP/1.1\r\nHost: swarmd\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body;
      ByteBuf bytes = Unpooled.copiedBuffer(request, StandardCharsets.US_ASCII);
      context.writeAndFlush(bytes);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      cause.printStackTrace();
      System.exit(1);
    }
  }

  private static String between(String text, String before, String after) {
    int start = text.indexOf(before) + before.length();
    return text.substring(start, text.indexOf(after, start));
  }
}
