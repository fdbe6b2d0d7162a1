package swarmd.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Handover;

/** Answers the requests of one connection one at a time, in order of arrival. */
final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
  /** Netty decodes what is no UTF-8 to this. */
  private static final char UNDECODABLE = '\uFFFD';

  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /** Parsing more than this takes too long for the event loop. */
  private static final int LARGE_BODY = 64 * 1024;

  private final Router router;
  private final Executor background;
  private final InFlight inFlight;
  private final Queue<FullHttpRequest> waiting = new ArrayDeque<>();

  /** One per request, so that its listeners can be collected once the request is answered. */
  private CompletableFuture<Void> disconnected = new CompletableFuture<>();

  private boolean answering;
  private Runnable answered = () -> {};
  private boolean firstRequestCounted;

  Connection(Router router, Executor background, InFlight inFlight) {
    super(false);
    this.router = router;
    this.background = background;
    this.inFlight = inFlight;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (answering) {
      waiting.add(request);
      context.channel().config().setAutoRead(false);
    } else {
      begin(context, request);
    }
  }

  private void begin(ChannelHandlerContext context, FullHttpRequest http) {
    answering = true;
    disconnected = new CompletableFuture<>();
    answered = inFlight.begin();
    countFirstRequest();
    boolean keepAlive = HttpUtil.isKeepAlive(http) && http.decoderResult().isSuccess();
    try {
      if (http.decoderResult().isFailure()) {
        throw unreadable(http.decoderResult().cause());
      }
      Request request = read(context, http);
      if (request.body().length > LARGE_BODY) {
        background.execute(() -> answer(context, keepAlive, route(request)));
      } else {
        answer(context, keepAlive, route(request));
      }
    } catch (RejectedExecutionException e) {
      ApiError error =
          ApiError.overloaded("too many large requests at once; try again in a moment");
      Response refusal = HookRoutes.refusal(http.uri(), error);
      answer(context, keepAlive, CompletableFuture.completedFuture(refusal));
    } catch (RuntimeException | Error e) {
      answer(context, keepAlive, failed(e));
    } finally {
      http.release();
    }
  }

  private void countFirstRequest() {
    if (!firstRequestCounted) {
      firstRequestCounted = true;
      inFlight.firstRequestArrived();
    }
  }

  private static ApiError unreadable(Throwable cause) {
    return ApiError.invalid(
        cause instanceof TooLongFrameException
            ? "the URL or the headers are longer than " + HttpServer.MAX_HEAD + " bytes"
            : "this is not HTTP/1.1: " + cause.getMessage());
  }

  private CompletionStage<Response> route(Request request) {
    try {
      return router.route(request);
    } catch (RuntimeException | Error e) { // every client gets an answer
      return failed(e);
    }
  }

  private static CompletionStage<Response> failed(Throwable failure) {
    return CompletableFuture.completedFuture(ApiError.of(failure).response());
  }

  private Request read(ChannelHandlerContext context, FullHttpRequest http) {
    try {
      QueryStringDecoder uri = new QueryStringDecoder(http.uri());
      Map<String, String> query = new HashMap<>();
      uri.parameters().forEach((name, values) -> query.put(name, values.get(values.size() - 1)));
      if (http.uri().indexOf('%') >= 0 && (uri.path() + query).indexOf(UNDECODABLE) >= 0) {
        throw ApiError.invalid("the URL is not valid UTF-8");
      }
      byte[] body = ByteBufUtil.getBytes(http.content());
      return new Request(
          http.method(),
          Router.path(http.uri()),
          query,
          Map.of(),
          http.headers(),
          body,
          disconnected,
          PeerCheck.peerOf(context.channel()));
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid("the URL is malformed: " + e.getMessage());
    }
  }

  private void answer(
      ChannelHandlerContext context, boolean keepAlive, CompletionStage<Response> answer) {
    answer.whenComplete(
        (response, failure) -> {
          try {
            Response sent = failure == null ? response : ApiError.of(failure).response();
            if (context.executor().inEventLoop()) {
              send(context, keepAlive, sent);
            } else {
              Handover.to(
                  context.executor(),
                  () -> send(context, keepAlive, sent),
                  ended -> abandon(context, response, ended));
            }
          } catch (RuntimeException | Error e) { // memory has ended
            abandon(context, response, e);
          }
        });
  }

  /** A client that cannot be answered must not wait forever. */
  private void abandon(ChannelHandlerContext context, Response response, Throwable cause) {
    answered.run();
    context.close();
    if (response instanceof Response.Whole whole) {
      whole.unsent().run();
    }
    log.warn("A request was not answered", cause);
  }

  private void send(ChannelHandlerContext context, boolean requested, Response response) {
    try {
      boolean keepAlive = requested && !inFlight.stopping();
      if (response instanceof Response.Whole whole) {
        send(context, keepAlive, whole);
      } else if (response instanceof Response.Streaming streaming) {
        stream(context, keepAlive, streaming);
      }
    } catch (RuntimeException | Error e) {
      abandon(context, response, e);
    }
  }

  private void send(ChannelHandlerContext context, boolean keepAlive, Response.Whole whole) {
    context
        .writeAndFlush(encode(whole, keepAlive))
        .addListener(
            sent -> {
              answered.run();
              (sent.isSuccess() ? whole.sent() : whole.unsent()).run();
              afterAnswer(context, keepAlive);
            });
  }

  private void stream(
      ChannelHandlerContext context, boolean keepAlive, Response.Streaming streaming) {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, streaming.contentType());
    head.headers().set(HttpHeaderNames.CACHE_CONTROL, HttpHeaderValues.NO_CACHE);
    HttpUtil.setTransferEncodingChunked(head, true);
    HttpUtil.setKeepAlive(head, keepAlive);
    context.writeAndFlush(head);
    Runnable started = answered; // the next request may begin before this one's start returns
    streaming.start().accept(new ChunkedBody(context, keepAlive, disconnected));
    started.run();
  }

  static FullHttpResponse encode(Response.Whole whole, boolean keepAlive) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(whole.status()),
            Unpooled.wrappedBuffer(whole.body()));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, whole.contentType());
    whole.headers().forEach(response.headers()::set);
    HttpUtil.setContentLength(response, whole.body().length);
    HttpUtil.setKeepAlive(response, keepAlive);
    return response;
  }

  private void afterAnswer(ChannelHandlerContext context, boolean keepAlive) {
    if (!keepAlive) {
      context.close();
      return;
    }
    answering = false;
    FullHttpRequest next = waiting.poll();
    if (next != null) {
      begin(context, next);
    }
    if (waiting.isEmpty()) {
      context.channel().config().setAutoRead(true);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    countFirstRequest();
    disconnected.complete(null);
    waiting.forEach(FullHttpRequest::release);
    waiting.clear();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.debug("A connection failed", cause);
    context.close();
  }

  private final class ChunkedBody implements ResponseStream {
    private final ChannelHandlerContext context;
    private final boolean keepAlive;
    private final CompletableFuture<Void> disconnected;

    ChunkedBody(
        ChannelHandlerContext context, boolean keepAlive, CompletableFuture<Void> disconnected) {
      this.context = context;
      this.keepAlive = keepAlive;
      this.disconnected = disconnected;
    }

    @Override
    public CompletableFuture<Void> write(byte[] bytes) {
      CompletableFuture<Void> written = new CompletableFuture<>();
      ByteBuf content = Unpooled.wrappedBuffer(bytes);
      context
          .writeAndFlush(new DefaultHttpContent(content))
          .addListener(
              done -> {
                if (done.isSuccess()) {
                  written.complete(null);
                } else {
                  written.completeExceptionally(done.cause());
                }
              });
      return written;
    }

    @Override
    public void end() {
      context
          .writeAndFlush(LastHttpContent.EMPTY_LAST_CONTENT)
          .addListener((ChannelFutureListener) done -> afterAnswer(context, keepAlive));
    }

    @Override
    public void abort() {
      context.close();
    }

    @Override
    public CompletableFuture<Void> disconnected() {
      return disconnected;
    }
  }
}
