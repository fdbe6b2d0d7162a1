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

/**
 * Limits how many connections send a large body at once, so that they cannot exhaust the memory.
 */
final class LargeBodies extends ChannelDuplexHandler {
  static final int THRESHOLD = 1024 * 1024;
  static final int MAX_CONCURRENT = 4;

  private final Semaphore slots;
  private long received;
  private boolean hasSlot;
  private boolean refused;
  private String path = "";

  /**
   * @param slots shared by all connections
   */
  LargeBodies(Semaphore slots) {
    this.slots = slots;
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
      if (received > THRESHOLD && !hasSlot) {
        hasSlot = slots.tryAcquire();
        if (!hasSlot) {
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

  /** The end of the response frees the slot. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof LastHttpContent) {
      releaseSlot();
    }
    context.write(message, promise);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    releaseSlot();
    context.fireChannelInactive();
  }

  private void releaseSlot() {
    if (hasSlot) {
      hasSlot = false;
      slots.release();
    }
  }
}
