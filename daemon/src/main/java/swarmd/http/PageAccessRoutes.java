package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import swarmd.common.TextLength;
import swarmd.json.Json;
import swarmd.json.JsonFields;

/**
 * Gives the page token to a page with a one-time code from `swarm open`, and to one that was open
 * before the daemon was restarted; and the key for that to a page that was loaded again.
 */
final class PageAccessRoutes {
  private static final TextLength CODE = TextLength.notBlank(256, "code");
  private static final TextLength PROOF = TextLength.notBlank(256, "proof");
  private static final TextLength TOKEN = TextLength.notBlank(256, "token");

  private final PageAccess access;
  private final Executor background;

  PageAccessRoutes(PageAccess access, Executor background) {
    this.access = access;
    this.background = background;
  }

  /** Open to everybody: the code is the proof. */
  List<Route> routes() {
    return Route.allWith(
        Access.ANYONE,
        List.of(
            new Route(HttpMethod.GET, "/v1/page/challenge", request -> challenge()),
            new Route(HttpMethod.POST, "/v1/page/token", this::token)));
  }

  private CompletionStage<Response> challenge() {
    return CompletableFuture.completedFuture(
        Response.json(Json.object().put("challenge", access.challenge())));
  }

  private CompletionStage<Response> token(Request request) {
    JsonFields fields = request.json();
    Optional<String> proof = fields.text(PROOF);
    Optional<String> held = fields.text(TOKEN);
    Optional<String> code =
        proof.isPresent() || held.isPresent()
            ? Optional.empty()
            : Optional.of(fields.requiredText(CODE));
    fields.rejectUnknown();
    if (code.filter(given -> !access.isValid(given)).isPresent()) {
      throw ApiError.wrongCode();
    }
    return CompletableFuture.supplyAsync(
        () ->
            token(
                request,
                () ->
                    code.flatMap(access::exchange)
                        .or(() -> proof.flatMap(access::renew))
                        .or(() -> held.filter(access::isCurrent))),
        background);
  }

  private Response token(Request request, Supplier<Optional<String>> exchange) {
    boolean stolen = request.peer().link().filter(SocketOwner::isSomebodyElse).isPresent();
    if (stolen) {
      throw ApiError.wrongCode(); // the code stays good for its owner's browser
    }
    String token = exchange.get().orElseThrow(ApiError::wrongCode);
    return Response.json(Json.object().put("token", token).put("key", access.key()));
  }
}
