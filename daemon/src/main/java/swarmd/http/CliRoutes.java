package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.cli.CommandLineRunner;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.cli.CommandRun;
import swarmd.common.ListSize;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;

/** Runs a command in the warm daemon and streams its output. */
final class CliRoutes {
  static final String CONTENT_TYPE = "application/vnd.swarmd.multiplexed-stream";
  private static final int MAX_LENGTH = 1_000_000;
  private static final ListSize ARGUMENTS = ListSize.upTo(10_000, "argv");
  private static final TextLength ARGUMENT = TextLength.upTo(MAX_LENGTH, "argv");
  private static final TextLength DIRECTORY = TextLength.notBlank(MAX_LENGTH, "cwd");
  private static final TextLength VARIABLE = TextLength.upTo(MAX_LENGTH, "env");
  private static final TextLength INPUT = TextLength.upTo(Integer.MAX_VALUE, "stdin");

  private final CommandLineRunner runner;

  CliRoutes(CommandLineRunner runner) {
    this.runner = runner;
  }

  List<Route> routes() {
    return List.of(new Route(HttpMethod.POST, "/v1/cli", this::run));
  }

  private CompletionStage<Response> run(Request request) {
    JsonFields fields = request.json();
    List<String> arguments = fields.texts(ARGUMENTS, ARGUMENT);
    String directory = fields.requiredText(DIRECTORY);
    Map<String, String> environment = fields.textsByName(VARIABLE);
    String input = fields.text(INPUT).orElse("");
    fields.rejectUnknown();
    Invocation invocation =
        new Invocation(arguments, directory, environment, input, request.peer().process());
    return CompletableFuture.completedFuture(
        new Response.Streaming(CONTENT_TYPE, stream -> start(invocation, stream)));
  }

  private void start(Invocation invocation, ResponseStream stream) {
    CommandRun run = runner.start(invocation, new CommandOutput(stream));
    stream.disconnected().thenRun(run::abandon);
  }
}
