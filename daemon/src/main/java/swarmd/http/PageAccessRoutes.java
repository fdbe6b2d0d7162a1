package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.common.TextLength;
import swarmd.json.Json;
import swarmd.json.JsonFields;

/** Exchanges a one-time code from `swarm open` for the page token. */
final class PageAccessRoutes {
  private static final TextLength CODE = TextLength.notBlank(256, "code");

  private final PageAccess access;
  private final Executor background;

  PageAccessRoutes(PageAccess access, Executor background) {
    this.access = access;
    this.background = background;
  }

  /** Open to everybody: the code is the proof. */
  List<Route> routes() {
    return List.of(
        new Route(HttpMethod.POST, "/v1/page/token", this::exchange).with(Access.ANYONE));
  }

  private CompletionStage<Response> exchange(Request request) {
    JsonFields fields = request.json();
    String code = fields.requiredText(CODE);
    fields.rejectUnknown();
    if (!access.isValid(code)) {
      throw ApiError.wrongCode();
    }
    return CompletableFuture.supplyAsync(() -> exchange(request, code), background);
  }

  private Response exchange(Request request, String code) {
    boolean stolen =
        request
            .loopback()
            .filter(ends -> SocketOwner.isSomebodyElse(ends.client(), ends.server()))
            .isPresent();
    if (stolen) {
      throw ApiError.wrongCode(); // the code stays good for its owner's browser
    }
    String token = access.exchange(code).orElseThrow(ApiError::wrongCode);
    return Response.json(Json.object().put("token", token));
  }
}
