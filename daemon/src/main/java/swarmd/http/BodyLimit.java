package swarmd.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;

/** Collects a request's body, up to a limit. */
final class BodyLimit extends HttpObjectAggregator {
  static final int MAX_BYTES = 16 * 1024 * 1024;

  BodyLimit() {
    super(MAX_BYTES);
  }

  @Override
  protected void handleOversizedMessage(ChannelHandlerContext context, HttpMessage oversized) {
    context.pipeline().get(RequestDeadline.class).closeAfterRequest();
    context.writeAndFlush(tooLarge((HttpRequest) oversized));
  }

  @Override
  protected Object newContinueResponse(
      HttpMessage start, int maxContentLength, ChannelPipeline pipeline) {
    boolean tooLarge =
        HttpUtil.is100ContinueExpected(start)
            && HttpUtil.getContentLength(start, -1L) > maxContentLength;
    return tooLarge
        ? tooLarge((HttpRequest) start)
        : super.newContinueResponse(start, maxContentLength, pipeline);
  }

  /** Close if the client got an error instead of 100 Continue. */
  @Override
  protected boolean closeAfterContinueResponse(Object answer) {
    return !((HttpResponse) answer).status().equals(HttpResponseStatus.CONTINUE);
  }

  private static FullHttpResponse tooLarge(HttpRequest request) {
    ApiError error = ApiError.tooLarge(MAX_BYTES);
    return Connection.encode(HookRoutes.refusal(request.uri(), error), false);
  }
}
