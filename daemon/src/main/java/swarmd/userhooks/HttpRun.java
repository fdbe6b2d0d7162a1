package swarmd.userhooks;

import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import swarmd.common.Cause;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;
import swarmd.time.Time;
import swarmd.userhooks.UserHook.Action.Http;

/**
 * Posts payloads to HTTP hooks. Redirects are not followed, because the payload and the configured
 * headers are meant for one server only.
 */
final class HttpRun {
  static final int MAX_BODY = 1 << 20;
  private static final Set<String> SCHEMES = Set.of("http", "https");

  private final Executor threads;
  private final Time time;
  private Optional<HttpClient> client = Optional.empty();

  HttpRun(Executor threads, Time time) {
    this.threads = threads;
    this.time = time;
  }

  /** Created for the first hook, because it costs a thread and some start-up time. */
  private synchronized HttpClient client() {
    if (client.isEmpty()) {
      client =
          Optional.of(
              HttpClient.newBuilder()
                  .executor(threads)
                  .followRedirects(Redirect.NEVER)
                  .version(HttpClient.Version.HTTP_1_1)
                  .build());
    }
    return client.get();
  }

  RunningHook start(UserHook hook, Http action, HookCall call) {
    RunningHook handle = new RunningHook();
    threads.execute(() -> send(hook, action, call, handle));
    return handle;
  }

  private void send(UserHook hook, Http action, HookCall call, RunningHook handle) {
    CompletableFuture<HttpResponse<byte[]>> answer;
    try {
      answer = client().sendAsync(request(action, call), info -> new CappedBody(MAX_BODY));
    } catch (RuntimeException | Error e) { // no more threads, for example
      handle.finish(new HookOutcome.Failed(e.getMessage()));
      return;
    }
    Time.Cancellable limit =
        time.after(
            hook.timeout(),
            () -> {
              handle.finish(HookOutcome.TimedOut.after(hook.timeout()));
              threads.execute(() -> answer.cancel(true));
            });
    answer.whenComplete(
        (response, failure) -> {
          limit.cancel();
          handle.finish(failure == null ? outcome(call, response) : failed(action, failure));
        });
  }

  private static HttpRequest request(Http action, HookCall call) {
    String scheme = String.valueOf(action.url().getScheme()).toLowerCase(Locale.ROOT);
    if (!SCHEMES.contains(scheme)) {
      throw InvalidInput.because("not an http or https address: " + action.url());
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(action.url())
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(call.json()));
    action.headers().forEach(request::setHeader);
    return request.build();
  }

  private static HookOutcome failed(Http action, Throwable failure) {
    Throwable cause = Cause.of(failure);
    if (cause instanceof ConnectException) { // whose message is usually empty
      return new HookOutcome.Failed("cannot connect to " + action.url().getAuthority());
    }
    return new HookOutcome.Failed(
        Optional.ofNullable(cause.getMessage()).orElseGet(() -> cause.getClass().getSimpleName()));
  }

  private static HookOutcome outcome(HookCall call, HttpResponse<byte[]> response) {
    if (response.statusCode() / 100 != 2) {
      return new HookOutcome.Failed("status " + response.statusCode());
    }
    if (new String(response.body(), StandardCharsets.UTF_8).isBlank()) {
      return new HookOutcome.Answered(HookResult.NOTHING);
    }
    try {
      return new HookOutcome.Answered(HookOutput.of(call.event(), response.body()));
    } catch (InvalidInput e) {
      return new HookOutcome.Failed(e.getMessage());
    }
  }
}
