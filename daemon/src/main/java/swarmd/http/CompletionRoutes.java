package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.cli.CandidatesCommand;
import swarmd.cli.CommandLineRunner;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.cli.CommandRun;
import swarmd.cli.Output;

/**
 * Completes a command line for a shell. A route of its own, because the launcher can send words in
 * an address but not as JSON, and a key should not have to wait for a JVM.
 */
final class CompletionRoutes {
  private final CommandLineRunner runner;

  CompletionRoutes(CommandLineRunner runner) {
    this.runner = runner;
  }

  List<Route> routes() {
    return List.of(new Route(HttpMethod.GET, "/v1/complete", this::complete));
  }

  private CompletionStage<Response> complete(Request request) {
    List<String> arguments = new ArrayList<>(List.of(CandidatesCommand.NAME, "--"));
    request.parameter("words").ifPresent(words -> arguments.addAll(split(words)));
    Collected output = new Collected();
    CommandRun run =
        runner.start(
            new Invocation(
                arguments,
                request.parameter("cwd").orElse("/"),
                Map.of(),
                "",
                request.peer().process()),
            output);
    request.disconnected().thenRun(run::abandon);
    return output.whole.thenApply(text -> Response.text("text/plain; charset=utf-8", text));
  }

  /** Every word ends with a line break, also the last one, which may be empty. */
  private static List<String> split(String words) {
    List<String> all = List.of(words.split("\n", -1));
    return all.subList(0, all.size() - 1);
  }

  /** Keeps what a command prints until it ends. */
  private static final class Collected implements Output {
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<String> whole = new CompletableFuture<>();

    @Override
    public synchronized void print(Stream target, String printed) {
      if (target == Stream.OUT) {
        text.append(printed);
      }
    }

    @Override
    public CompletableFuture<Void> sent() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletableFuture<Void> exit(int code) {
      whole.complete(text.toString());
      return sent();
    }
  }
}
