package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.POST;

import java.util.List;
import java.util.concurrent.CompletionStage;
import swarmd.accounts.Accounts;
import swarmd.api.StatusJson;
import swarmd.json.JsonFields;
import swarmd.sessions.Account;
import swarmd.sessions.Callers;

/** The route for accounts that are paused; the status lists them. */
final class AccountRoutes {
  private final Accounts accounts;
  private final Callers callers;

  AccountRoutes(Accounts accounts, Callers callers) {
    this.accounts = accounts;
    this.callers = callers;
  }

  List<Route> routes() {
    return List.of(new Route(POST, "/v1/accounts/resume", this::resume));
  }

  /** The account is not part of the path, because it may be that of a folder. */
  private CompletionStage<Response> resume(Request request) {
    JsonFields fields = request.json();
    String account = fields.requiredText(Account.LABEL);
    fields.rejectUnknown();
    return callers
        .identify(request.peer())
        .thenCompose(
            caller -> {
              if (!caller.isPerson()) {
                throw ApiError.forbidden(caller.refusal(Accounts.RESUMING));
              }
              return accounts.resume(account);
            })
        .thenApply(outcome -> Response.json(StatusJson.account(outcome.orElseThrow(ApiError::of))));
  }
}
