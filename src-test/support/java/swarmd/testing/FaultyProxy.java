package swarmd.testing;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A network between a client and a server that delays, loses connections, and falls silent. What
 * arrives, arrives whole and in order until a connection is cut.
 */
public final class FaultyProxy implements AutoCloseable {

  /** Where bytes come from. */
  public enum Side {
    CLIENT,
    SERVER
  }

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("proxy", true), NioIoHandler.newFactory());
  private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup servers = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final InetSocketAddress server;
  private final Channel listener;
  private volatile Duration delay = Duration.ZERO;
  private volatile boolean refusing;
  private volatile boolean clientsFrozen;
  private volatile boolean serversFrozen;
  private volatile double cutProbability;
  private volatile byte[] forbidden = {};
  private final Random random;

  private FaultyProxy(InetSocketAddress server, long seed) {
    this.server = server;
    random = new Random(seed);
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.AUTO_READ, false) // until the server is connected
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel client) {
                    accept(client);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  /** A proxy on any free port of this machine. */
  public static FaultyProxy before(int port) {
    return before(port, 0);
  }

  /**
   * A proxy whose random cuts can be repeated.
   *
   * @param seed decides which connections are cut at random
   */
  public static FaultyProxy before(int port, long seed) {
    return new FaultyProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), seed);
  }

  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  public int connections() {
    return clients.size();
  }

  /** Bytes that arrive from now on are passed on so much later, in each direction. */
  public FaultyProxy delay(Duration time) {
    delay = time;
    return this;
  }

  /** Ends all connections at once; what was not passed on is lost. */
  public void cut() {
    clients.close().awaitUninterruptibly();
    servers.close().awaitUninterruptibly();
  }

  /** Whether new connections are ended at once, as if the server were away. */
  public void refuse(boolean all) {
    refusing = all;
  }

  /** Each time bytes arrive, their connection is cut with this probability instead. */
  public void cutAtRandom(double probability) {
    cutProbability = probability;
  }

  /** Spoils a word where it comes by, so that the server refuses a statement with it. */
  public void forbid(String word) {
    forbidden = word.getBytes(StandardCharsets.UTF_8);
  }

  /** Nothing from this side arrives any more, though its connections stay open. */
  public void freeze(Side side) {
    setFrozen(side, true);
  }

  /** What a frozen side has sent meanwhile arrives now. */
  public void thaw(Side side) {
    setFrozen(side, false);
  }

  private void setFrozen(Side side, boolean frozen) {
    if (side == Side.CLIENT) {
      clientsFrozen = frozen;
      clients.forEach(channel -> channel.config().setAutoRead(!frozen));
    } else {
      serversFrozen = frozen;
      servers.forEach(channel -> channel.config().setAutoRead(!frozen));
    }
  }

  private void accept(Channel client) {
    if (refusing) {
      client.close();
      return;
    }
    clients.add(client);
    new Bootstrap()
        .group(client.eventLoop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(new PassOn(client))
        .connect(server)
        .addListener(
            (ChannelFutureListener)
                connected -> {
                  if (!connected.isSuccess()) {
                    client.close();
                    return;
                  }
                  servers.add(connected.channel());
                  client.pipeline().addLast(new PassOn(connected.channel()));
                  client.config().setAutoRead(!clientsFrozen);
                  connected.channel().config().setAutoRead(!serversFrozen);
                });
  }

  /** Both ends of a connection are on one event loop, which runs equal delays in order. */
  private final class PassOn extends ChannelInboundHandlerAdapter {
    private final Channel other;

    PassOn(Channel other) {
      this.other = other;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      if (random.nextDouble() < cutProbability) {
        ((ByteBuf) bytes).release();
        context.close();
        other.close();
        return;
      }
      spoil((ByteBuf) bytes);
      later(context, () -> other.writeAndFlush(bytes));
    }

    private void spoil(ByteBuf bytes) {
      if (forbidden.length > 0) {
        int at = ByteBufUtil.indexOf(Unpooled.wrappedBuffer(forbidden), bytes);
        if (at >= 0) {
          bytes.setByte(at, '!');
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      later(context, other::close);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
      context.close(); // the peer has reset it
    }

    private void later(ChannelHandlerContext context, Runnable step) {
      context.executor().schedule(step, delay.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    listener.close().awaitUninterruptibly();
    cut();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
