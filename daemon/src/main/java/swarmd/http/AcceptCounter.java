package swarmd.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Counts the connections that a listening channel accepts. */
final class AcceptCounter extends ChannelInboundHandlerAdapter {
  private final InFlight inFlight;

  AcceptCounter(InFlight inFlight) {
    this.inFlight = inFlight;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object connection) {
    inFlight.connectionAccepted();
    context.fireChannelRead(connection);
  }
}
