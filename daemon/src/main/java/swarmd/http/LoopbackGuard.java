package swarmd.http;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Rejects requests on 127.0.0.1 that their token does not permit, before their body is read. Host
 * and Origin must be loopback names, so that no web page can reach the daemon through a browser.
 */
final class LoopbackGuard extends ChannelInboundHandlerAdapter {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  /** By others of loopback, a client could hide which process it is. */
  private static final String ADDRESS = "127.0.0.1";

  /** In bytes: all that a client without a token may send. */
  private static final int SMALL = 1_000;

  private final HttpTokens tokens;
  private final Router router;
  private final LoopbackConnections connections;
  private Optional<Future<?>> deadline = Optional.empty();
  private boolean refused;

  LoopbackGuard(HttpTokens tokens, Router router, LoopbackConnections connections) {
    this.tokens = tokens;
    this.router = router;
    this.connections = connections;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    connections.add(context.channel());
    deadline =
        Optional.of(
            context
                .executor()
                .schedule(
                    () -> refuse(context, ApiError.timedOut()),
                    connections.patience().toMillis(),
                    TimeUnit.MILLISECONDS));
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    Optional<ApiError> error =
        message instanceof HttpRequest request ? check(context, request) : Optional.empty();
    if (error.isEmpty()) {
      context.fireChannelRead(message);
      return;
    }
    ReferenceCountUtil.release(message);
    refuse(context, error.get());
  }

  private void refuse(ChannelHandlerContext context, ApiError error) {
    refused = true;
    context
        .writeAndFlush(Connection.encode((Response.Whole) error.response(), false))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private Optional<ApiError> check(ChannelHandlerContext context, HttpRequest request) {
    if (context.channel().remoteAddress() instanceof InetSocketAddress client
        && !client.getAddress().getHostAddress().equals(ADDRESS)) {
      return Optional.of(ApiError.forbidden("connect from 127.0.0.1"));
    }
    HttpHeaders headers = request.headers();
    if (headers.getAll(HttpHeaderNames.HOST).size() > 1) {
      return Optional.of(ApiError.forbidden("there must be only one Host"));
    }
    String host = headers.get(HttpHeaderNames.HOST, "");
    if (!LOOPBACK.contains(host.replaceFirst(":\\d+$", ""))) {
      return Optional.of(ApiError.forbidden("the Host must be 127.0.0.1, localhost or [::1]"));
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && !isLoopback(origin)) {
      return Optional.of(ApiError.forbidden("this Origin is not allowed"));
    }
    HookRoutes.OWNER_ONLY_HEADERS.forEach(headers::remove);
    Door door = tokens.door(headers.get(HttpHeaderNames.AUTHORIZATION, ""));
    if (door == Door.STRANGER) {
      return router
          .refusal(door, request.method(), request.uri())
          .or(
              () ->
                  hasLargeBody(request) ? Optional.of(ApiError.tooLarge(SMALL)) : Optional.empty());
    }
    connections.authenticated(context.channel());
    cancelDeadline();
    return router.refusal(door, request.method(), request.uri());
  }

  /** A body of unknown length may become large. */
  private static boolean hasLargeBody(HttpRequest request) {
    return HttpUtil.isTransferEncodingChunked(request)
        || HttpUtil.getContentLength(request, 0L) > SMALL;
  }

  private static boolean isLoopback(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && LOOPBACK.contains(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void cancelDeadline() {
    deadline.ifPresent(timer -> timer.cancel(false));
    deadline = Optional.empty();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    connections.closed(context.channel());
    cancelDeadline();
    context.fireChannelInactive();
  }
}
