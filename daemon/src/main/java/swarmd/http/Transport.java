package swarmd.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.kqueue.KQueue;
import io.netty.channel.kqueue.KQueueIoHandler;
import io.netty.channel.kqueue.KQueueServerDomainSocketChannel;
import io.netty.channel.kqueue.KQueueServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.function.Function;

/** The socket implementation: epoll or kqueue if available, otherwise NIO. */
record Transport(
    String name,
    IoHandlerFactory events,
    Class<? extends ServerChannel> tcp,
    Class<? extends ServerChannel> unix,
    Function<Path, SocketAddress> unixAddress) {

  static Transport best() {
    if (Epoll.isAvailable()) {
      return new Transport(
          "epoll",
          EpollIoHandler.newFactory(),
          EpollServerSocketChannel.class,
          EpollServerDomainSocketChannel.class,
          path -> new DomainSocketAddress(path.toFile()));
    }
    if (KQueue.isAvailable()) {
      return new Transport(
          "kqueue",
          KQueueIoHandler.newFactory(),
          KQueueServerSocketChannel.class,
          KQueueServerDomainSocketChannel.class,
          path -> new DomainSocketAddress(path.toFile()));
    }
    return nio();
  }

  /** For a Unix socket that is already listening; closing it leaves its file. */
  static ServerChannel adoptUnix(int descriptor) {
    return new EpollServerDomainSocketChannel(descriptor, true);
  }

  /** For a TCP socket that is already listening. */
  static ServerChannel adoptTcp(int descriptor) {
    return new EpollServerSocketChannel(descriptor);
  }

  static Transport nio() {
    return new Transport(
        "nio",
        NioIoHandler.newFactory(),
        NioServerSocketChannel.class,
        NioServerDomainSocketChannel.class,
        UnixDomainSocketAddress::of);
  }
}
