package swarmd.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import io.netty.channel.unix.PeerCredentials;
import io.netty.util.AttributeKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.sessions.LoopbackLink;
import swarmd.sessions.Peer;

/** Rejects connections to the Unix socket from other users. */
final class PeerCheck extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(PeerCheck.class);
  private static final AttributeKey<Long> PROCESS = AttributeKey.valueOf("process of the peer");

  private final int uid;

  PeerCheck(int uid) {
    this.uid = uid;
  }

  /** The other end of the connection, where the system tells. */
  static Peer peerOf(Channel channel) {
    return new Peer(
        Optional.ofNullable(channel.attr(PROCESS).get()),
        channel.remoteAddress() instanceof InetSocketAddress client
                && channel.localAddress() instanceof InetSocketAddress server
            ? Optional.of(new LoopbackLink(client.getPort(), server.getPort()))
            : Optional.empty());
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    try {
      int peer = uidOf(context.channel());
      if (peer != uid) {
        log.warn("Rejected a connection from uid {}", peer);
        context.close();
        return;
      }
      context.pipeline().remove(this);
      context.fireChannelActive();
    } catch (IOException e) {
      log.warn("Rejected a connection from an unknown user", e);
      context.close();
    }
  }

  /** Without a native transport, only the mode 0700 of the home directory keeps others out. */
  private int uidOf(Channel channel) throws IOException {
    if (channel instanceof EpollDomainSocketChannel epoll) {
      return uidOf(channel, epoll.peerCredentials());
    }
    if (channel instanceof KQueueDomainSocketChannel kqueue) {
      return uidOf(channel, kqueue.peerCredentials());
    }
    return uid;
  }

  private static int uidOf(Channel channel, PeerCredentials peer) {
    if (peer.pid() > 0) {
      channel.attr(PROCESS).set((long) peer.pid());
    }
    return peer.uid();
  }
}
