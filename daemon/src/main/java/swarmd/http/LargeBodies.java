package swarmd.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Semaphore;

/** Lets few connections at a time send a large body: together they must not use up the memory. */
final class LargeBodies extends ChannelDuplexHandler {
  static final int LARGE = 1024 * 1024;
  static final int AT_ONCE = 4;

  private final Semaphore places;
  private long received;
  private boolean hasPlace;
  private boolean refused;
  private String path = "";

  /**
   * @param places shared by all connections
   */
  LargeBodies(Semaphore places) {
    this.places = places;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    if (message instanceof HttpRequest request) {
      path = request.uri();
      received = 0;
    }
    if (message instanceof HttpContent content) {
      received += content.content().readableBytes();
      if (received > LARGE && !hasPlace) {
        hasPlace = places.tryAcquire();
        if (!hasPlace) {
          refuse(context, message);
          return;
        }
      }
    }
    context.fireChannelRead(message);
  }

  private void refuse(ChannelHandlerContext context, Object message) {
    refused = true;
    ReferenceCountUtil.release(message);
    ApiError error = ApiError.overloaded("too many large requests at once; try again in a moment");
    context
        .writeAndFlush(Connection.encode(HookRoutes.refusal(path, error), false))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /** The request has been answered. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof LastHttpContent) {
      leave();
    }
    context.write(message, promise);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    leave();
    context.fireChannelInactive();
  }

  private void leave() {
    if (hasPlace) {
      hasPlace = false;
      places.release();
    }
  }
}
