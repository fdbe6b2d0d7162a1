package swarmd.http;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.ReferenceCountUtil;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;

/**
 * Rejects requests on 127.0.0.1 without the token. Host and Origin must be loopback names, so that
 * no web page can reach the daemon through a browser.
 */
final class LoopbackGuard extends ChannelInboundHandlerAdapter {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final byte[] authorization;
  private boolean refused;

  LoopbackGuard(String token) {
    authorization = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (refused) {
      ReferenceCountUtil.release(message);
      return;
    }
    Optional<ApiError> error =
        message instanceof HttpRequest request ? check(request) : Optional.empty();
    if (error.isEmpty()) {
      context.fireChannelRead(message);
      return;
    }
    refused = true;
    ReferenceCountUtil.release(message);
    context
        .writeAndFlush(Connection.encode((Response.Whole) error.get().response(), false))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private Optional<ApiError> check(HttpRequest request) {
    HttpHeaders headers = request.headers();
    String host = headers.get(HttpHeaderNames.HOST, "");
    if (!LOOPBACK.contains(host.replaceFirst(":\\d+$", ""))) {
      return Optional.of(ApiError.forbidden("the Host must be 127.0.0.1, localhost or [::1]"));
    }
    String origin = headers.get(HttpHeaderNames.ORIGIN);
    if (origin != null && !isLoopback(origin)) {
      return Optional.of(ApiError.forbidden("this Origin is not allowed"));
    }
    byte[] given = headers.get(HttpHeaderNames.AUTHORIZATION, "").getBytes(StandardCharsets.UTF_8);
    boolean authorized = MessageDigest.isEqual(given, authorization);
    return authorized || PageRoutes.isPublic(request)
        ? Optional.empty()
        : Optional.of(ApiError.unauthorized());
  }

  private static boolean isLoopback(String origin) {
    try {
      String host = URI.create(origin).getHost();
      return host != null && LOOPBACK.contains(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
