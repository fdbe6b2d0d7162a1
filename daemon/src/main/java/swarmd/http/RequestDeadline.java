package swarmd.http;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection if a request takes too long to arrive. This handler sits before the codec and
 * sees every byte; {@link #endOfRequest()} sits behind it and sees when a request is complete.
 */
final class RequestDeadline extends ChannelInboundHandlerAdapter {
  private final Duration limit;
  private boolean receiving;
  private Future<?> deadline;
  private boolean closeAfterRequest;

  RequestDeadline(Duration limit) {
    this.limit = limit;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    receiving = true;
    context.fireChannelRead(bytes);
  }

  /** Most requests arrive as a whole and need no deadline. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (receiving && deadline == null && context.channel().isActive()) {
      deadline =
          context
              .executor()
              .schedule(() -> expire(context), limit.toMillis(), TimeUnit.MILLISECONDS);
    }
    context.fireChannelReadComplete();
  }

  ChannelHandler endOfRequest() {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof LastHttpContent) {
          stop();
          if (closeAfterRequest) {
            context.close();
          }
        }
        context.fireChannelRead(message);
      }
    };
  }

  /** For a request answered early: the rest is read first, so that the client sees the answer. */
  void closeAfterRequest() {
    closeAfterRequest = true;
  }

  private void stop() {
    receiving = false;
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private void expire(ChannelHandlerContext context) {
    if (closeAfterRequest) {
      context.close();
      return;
    }
    Response.Whole answer = (Response.Whole) ApiError.timedOut().response();
    context
        .channel()
        .writeAndFlush(Connection.encode(answer, false))
        .addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stop();
    context.fireChannelInactive();
  }
}
