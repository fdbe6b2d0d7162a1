package swarmd.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rejects connections to the Unix socket from other users. */
final class PeerCheck extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(PeerCheck.class);

  private final int uid;

  PeerCheck(int uid) {
    this.uid = uid;
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
      return epoll.peerCredentials().uid();
    }
    if (channel instanceof KQueueDomainSocketChannel kqueue) {
      return kqueue.peerCredentials().uid();
    }
    return uid;
  }
}
