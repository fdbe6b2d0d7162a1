package swarmd.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import swarmd.files.FileStamp;
import swarmd.files.OpenFiles;

/** Serves the same routes on a Unix socket and on 127.0.0.1. */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 1024;

  /** Long enough for the event loop to accept connections that are waiting. */
  private static final long ACCEPT_MILLIS = 20;

  /** Fits a URL with the longest project path, every character percent-encoded. */
  static final int MAX_HEAD = 16 * 1024;

  private static final int MAX_CHUNK = 8 * 1024;

  private final Transport transport;
  private final Router router;
  private final Duration requestTimeout;
  private final EventLoopGroup eventLoops;
  private final Executor background;
  private final InFlight inFlight = new InFlight();
  private final LoopbackConnections loopbackConnections;
  private final Semaphore largeBodies = new Semaphore(LargeBodies.MAX_CONCURRENT);
  private final ChannelGroup listening = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private Optional<UnixListener> unixListener = Optional.empty();

  /**
   * @param background runs work that takes too long for an event loop
   */
  public HttpServer(Router router, Executor background, Duration requestTimeout) {
    this(Transport.best(), router, background, requestTimeout);
  }

  HttpServer(Transport transport, Router router, Executor background, Duration requestTimeout) {
    this.transport = transport;
    this.router = router;
    this.background = background;
    this.requestTimeout = requestTimeout;
    loopbackConnections = new LoopbackConnections(OpenFiles.limit(), requestTimeout);
    int loops = Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            loops, new DefaultThreadFactory("http"), transport.events());
  }

  /** Returns when the classes are loaded. It takes a while, so another thread can do it early. */
  public static void load() {
    Transport.best();
    HttpMethod.valueOf("GET");
  }

  /** Only the owner can connect: the socket has mode 0600, and each peer's uid is checked. */
  public void bind(Path socket, int uid) throws IOException {
    // Netty deletes the path it has bound when it closes, even if another daemon listens there by
    // then. So it binds a name of its own, which does not exist for long.
    Path ownName = unusedNameIn(socket.getParent());
    Channel channel =
        bind(transport.unix(), transport.unixAddress().apply(ownName), () -> new PeerCheck(uid));
    Files.setPosixFilePermissions(ownName, PosixFilePermissions.fromString("rw-------"));
    Files.move(ownName, socket, StandardCopyOption.ATOMIC_MOVE);
    unixListener = Optional.of(new UnixListener(socket, FileStamp.of(socket), channel));
  }

  /** Short, because the whole path has to fit into a socket address. */
  private static Path unusedNameIn(Path folder) {
    Path name;
    do {
      name =
          folder.resolve("." + Integer.toString(ThreadLocalRandom.current().nextInt(46_656), 36));
    } while (Files.exists(name, LinkOption.NOFOLLOW_LINKS));
    return name;
  }

  /** Returns the port, which is any free one if 0 was requested. Fails if the port is taken. */
  public int bind(int port, HttpTokens tokens) throws IOException {
    Channel channel = bind(transport.tcp(), loopback(port), loopbackGuard(tokens));
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  private Supplier<ChannelHandler> loopbackGuard(HttpTokens tokens) {
    return () -> new LoopbackGuard(tokens, router, loopbackConnections);
  }

  /** Serves a Unix socket that another process, such as systemd, has opened and keeps open. */
  public void adopt(InheritedSocket.Unix socket, int uid) {
    adopt(() -> Transport.adoptUnix(socket.descriptor()), () -> new PeerCheck(uid));
  }

  /** Serves a port of 127.0.0.1 that another process, such as systemd, has opened and keeps. */
  public void adopt(InheritedSocket.Tcp socket, HttpTokens tokens) {
    adopt(() -> Transport.adoptTcp(socket.descriptor()), loopbackGuard(tokens));
  }

  private void adopt(ChannelFactory<ServerChannel> opened, Supplier<ChannelHandler> guard) {
    listening.add(
        listener(guard).channelFactory(opened).register().syncUninterruptibly().channel());
  }

  private static InetSocketAddress loopback(int port) throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
  }

  private Channel bind(
      Class<? extends ServerChannel> type, SocketAddress address, Supplier<ChannelHandler> guard)
      throws IOException {
    try {
      Channel channel = listener(guard).channel(type).bind(address).syncUninterruptibly().channel();
      listening.add(channel);
      return channel;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) { // Netty throws checked exceptions without declaring them
      throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
    }
  }

  private ServerBootstrap listener(Supplier<ChannelHandler> guard) {
    return new ServerBootstrap()
        .group(eventLoops)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.AUTO_READ, false) // until startAccepting
        .handler(new AcceptCounter(inFlight))
        .childHandler(pipeline(guard));
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

  /** Accepts the connections that have been waiting since the bind, and all later ones. */
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
   * Stops listening; open connections close after their next response. Closes the port first, where
   * anybody could keep connecting. Removes the socket file and then accepts the clients that are
   * already connected, because a client that is cut off cannot tell whether its request was
   * processed.
   */
  public void stopAccepting() throws IOException {
    inFlight.startStopping();
    listening.close(channel -> !isUnixListener(channel)).awaitUninterruptibly();
    if (unixListener.isPresent()) {
      unixListener.get().deleteFile();
      drainBacklog(unixListener.get().channel);
    }
    listening.close().awaitUninterruptibly();
  }

  private boolean isUnixListener(Channel channel) {
    return unixListener.filter(listener -> listener.channel == channel).isPresent();
  }

  private void drainBacklog(Channel listener) {
    long before;
    do {
      before = inFlight.accepted();
      listener
          .eventLoop()
          .schedule(() -> {}, ACCEPT_MILLIS, TimeUnit.MILLISECONDS)
          .awaitUninterruptibly();
    } while (inFlight.accepted() > before);
  }

  /** Waits for unanswered requests; returns how many are left after the timeout. */
  public int awaitAnswers(Duration timeout) {
    return inFlight.await(timeout);
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    eventLoops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** A listening Unix socket and its file. */
  private record UnixListener(Path file, Optional<FileStamp> own, Channel channel) {
    /** Not the socket of a daemon that has taken this one's place. */
    void deleteFile() throws IOException {
      if (own.isPresent() && own.get().isStillAt(file)) {
        Files.deleteIfExists(file);
      }
    }
  }
}
