package swarmd.http;

import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import swarmd.cli.CommandLineRunner;
import swarmd.cli.CommandLineRunner.Invocation;
import swarmd.cli.Output;
import swarmd.common.ListSize;
import swarmd.common.TextLength;
import swarmd.json.JsonFields;

/**
 * Runs a command in the warm daemon and streams its output. The body consists of frames as in
 * Docker's attach API: stream (1 byte), three zeros, length (4 bytes), content.
 */
final class CliRoutes {
  static final String CONTENT_TYPE = "application/vnd.swarmd.multiplexed-stream";
  private static final byte EXIT = 3;
  private static final int MAX_LENGTH = 1_000_000;
  private static final ListSize ARGUMENTS = ListSize.upTo(10_000, "argv");
  private static final TextLength ARGUMENT = TextLength.upTo(MAX_LENGTH, "argv");
  private static final TextLength DIRECTORY = TextLength.notBlank(MAX_LENGTH, "cwd");
  private static final TextLength VARIABLE = TextLength.upTo(MAX_LENGTH, "env");
  private static final TextLength INPUT = TextLength.upTo(Integer.MAX_VALUE, "stdin");

  private final CommandLineRunner runner;
  private final ExecutorService threads;

  CliRoutes(CommandLineRunner runner, ExecutorService threads) {
    this.runner = runner;
    this.threads = threads;
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
    Invocation invocation = new Invocation(arguments, directory, environment, input);
    return CompletableFuture.completedFuture(
        new Response.Streaming(CONTENT_TYPE, stream -> start(invocation, stream)));
  }

  private void start(Invocation invocation, ResponseStream stream) {
    try {
      Future<?> running = threads.submit(() -> run(invocation, stream));
      stream.disconnected().thenRun(() -> running.cancel(true));
    } catch (RejectedExecutionException e) {
      stream.write(
          frame(
              Output.Stream.ERR.number(),
              "too many commands such as swarm events -f are running; end one or try again in a"
                  + " moment\n"));
      stream.write(frame(EXIT, "1"));
      stream.end();
    }
  }

  private void run(Invocation invocation, ResponseStream stream) {
    int exit =
        runner.run(invocation, (target, text) -> print(stream, frame(target.number(), text)));
    stream.write(frame(EXIT, Integer.toString(exit)));
    stream.end();
  }

  /** Waits until the frame is sent, so that a command never gets ahead of its reader. */
  private static void print(ResponseStream stream, byte[] frame) {
    try {
      stream.write(frame).join();
    } catch (CompletionException e) {
      throw new Output.ReaderGone(e);
    }
  }

  private static byte[] frame(byte stream, String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + content.length)
        .put(stream)
        .put(new byte[3])
        .putInt(content.length)
        .put(content)
        .array();
  }
}
