package swarmd.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The same routes on a Unix socket and on 127.0.0.1. */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  /** Long enough for an event loop to have looked for connections in the meantime. */
  private static final long LOOKING_MILLIS = 20;

  /** Enough for the longest path of a project in an address, with every letter escaped. */
  static final int MAX_HEAD = 16 * 1024;

  private static final int MAX_CHUNK = 8 * 1024;

  private final Transport transport;
  private final Router router;
  private final Duration requestTimeout;
  private final EventLoopGroup eventLoops;
  private final Executor background;
  private final InFlight inFlight = new InFlight();
  private final Semaphore largeBodies = new Semaphore(LargeBodies.AT_ONCE);
  private final ChannelGroup listening = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private Optional<Door> unixDoor = Optional.empty();

  /**
   * @param background runs what takes too long for an event loop
   */
  public HttpServer(Router router, Executor background, Duration requestTimeout) {
    this(Transport.best(), router, background, requestTimeout);
  }

  HttpServer(Transport transport, Router router, Executor background, Duration requestTimeout) {
    this.transport = transport;
    this.router = router;
    this.background = background;
    this.requestTimeout = requestTimeout;
    int loops = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            loops, new DefaultThreadFactory("http"), transport.events());
  }

  /** Only the owner can connect: the file's mode is 0600 and every peer's uid is checked. */
  public void bind(Path socket, int uid) throws IOException {
    Channel channel =
        bind(transport.unix(), transport.unixAddress().apply(socket), () -> new PeerCheck(uid));
    unixDoor = Optional.of(new Door(socket, channel));
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
  }

  /** Returns the port: the one wanted, or any if that is taken or 0. */
  public int bind(int wantedPort, String token) throws IOException {
    Supplier<ChannelHandler> guard = () -> new LoopbackGuard(token);
    Channel channel;
    try {
      channel = bind(transport.tcp(), loopback(wantedPort), guard);
    } catch (IOException e) {
      channel = bind(transport.tcp(), loopback(0), guard);
    }
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  private static InetSocketAddress loopback(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  private Channel bind(
      Class<? extends ServerChannel> type, SocketAddress address, Supplier<ChannelHandler> guard)
      throws IOException {
    try {
      Channel channel =
          new ServerBootstrap()
              .group(eventLoops)
              .channel(type)
              .option(ChannelOption.SO_BACKLOG, BACKLOG)
              .option(ChannelOption.AUTO_READ, false) // until startAccepting
              .handler(new Arrivals(inFlight))
              .childHandler(pipeline(guard))
              .bind(address)
              .syncUninterruptibly()
              .channel();
      listening.add(channel);
      return channel;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // Netty throws what bind failed with, without declaring it
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  private ChannelInitializer<Channel> pipeline(Supplier<ChannelHandler> guard) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        connections.add(channel);
        RequestDeadline deadline = new RequestDeadline(requestTimeout);
        channel
            .pipeline()
            .addLast(
                deadline,
                new HttpServerCodec(MAX_HEAD, MAX_HEAD, MAX_CHUNK),
                deadline.endOfRequest(),
                guard.get());
        channel.pipeline().addLast(new LargeBodies(largeBodies), new BodyLimit());
        channel.pipeline().addLast(new Connection(router, background, inFlight));
      }
    };
  }

  /** Lets in those who have connected since the addresses were bound, and all that follow. */
  public void startAccepting() {
    listening.forEach(channel -> channel.config().setAutoRead(true));
  }

  public int connections() {
    return connections.size();
  }

  public String transport() {
    return transport.name();
  }

  /**
   * No new connections from now on, and each of those there are ends with its next answer. Nobody
   * finds the socket any more, but who has connected to it is let in: it would be sent away without
   * knowing whether it was heard.
   */
  public void stopAccepting() throws IOException {
    inFlight.announceEnd();
    if (unixDoor.isPresent()) {
      Files.deleteIfExists(unixDoor.get().address);
      drainBacklog(unixDoor.get().channel);
    }
    listening.close().awaitUninterruptibly();
  }

  private void drainBacklog(Channel door) {
    long before;
    do {
      before = inFlight.arrived();
      door.eventLoop()
          .schedule(() -> {}, LOOKING_MILLIS, TimeUnit.MILLISECONDS)
          .awaitUninterruptibly();
    } while (inFlight.arrived() > before);
  }

  /** Waits until every request has its answer, but not longer than this; returns who has none. */
  public int finish(Duration atMost) {
    return inFlight.await(atMost);
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** A listening Unix socket and its file. */
  private record Door(Path address, Channel channel) {}
}
