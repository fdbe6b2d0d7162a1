package swarmd.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.kqueue.KQueueDomainSocketChannel;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets in, on the Unix socket, only the user the daemon runs as. */
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
        log.warn("Turned away a connection of uid {}", peer);
        context.close();
        return;
      }
      context.pipeline().remove(this);
      context.fireChannelActive();
    } catch (IOException e) {
      log.warn("Turned away a connection of unknown origin", e);
      context.close();
    }
  }

  /** Without a native transport the home's mode 0700 alone keeps others out. */
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
