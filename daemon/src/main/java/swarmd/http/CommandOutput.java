package swarmd.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import swarmd.cli.Output;

/**
 * Sends what a command prints as frames, as in Docker's attach API: stream (1 byte), three zeros,
 * length (4 bytes), content. The exit code comes last, and nothing after it.
 */
final class CommandOutput implements Output {
  private static final byte EXIT = 3;

  private final ResponseStream stream;
  private CompletableFuture<Void> lastFrame = CompletableFuture.completedFuture(null);
  private boolean ended;

  CommandOutput(ResponseStream stream) {
    this.stream = stream;
  }

  @Override
  public synchronized void print(Stream target, String text) {
    if (ended || lastFrame.isCompletedExceptionally()) {
      throw new ReaderGone("nobody reads the output any more");
    }
    lastFrame = stream.write(frame(target.number(), text));
  }

  @Override
  public synchronized CompletableFuture<Void> sent() {
    return lastFrame.handle(
        (sent, failure) -> {
          if (failure != null) {
            throw new ReaderGone("the client has disconnected");
          }
          return null;
        });
  }

  @Override
  public synchronized CompletableFuture<Void> exit(int code) {
    if (!ended) {
      ended = true;
      try {
        lastFrame = stream.write(frame(EXIT, Integer.toString(code)));
      } finally {
        stream.end();
      }
    }
    return sent();
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
