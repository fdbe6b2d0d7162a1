package swarmd.cli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import swarmd.cli.Output.Stream;

/**
 * A command from its arrival until its exit code is sent. It is queued, at work on a thread, or
 * waiting without one.
 */
public final class CommandRun {
  private final Output output;
  private final Consumer<CommandRun> whenOver;
  private final CompletableFuture<Void> abandoned = new CompletableFuture<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final AtomicBoolean exiting = new AtomicBoolean();

  CommandRun(Output output, Consumer<CommandRun> whenOver) {
    this.output = output;
    this.whenOver = whenOver;
  }

  Output output() {
    return output;
  }

  /** The client has disconnected, so nobody needs the result. */
  public void abandon() {
    abandoned.complete(null);
  }

  void whenAbandoned(Runnable action) {
    abandoned.thenRun(action);
  }

  /** Ends with a message, unless the command has ended. */
  void fail(String message) {
    try {
      if (!exiting.get()) {
        output.print(Stream.ERR, "swarm: " + message + "\n");
      }
    } catch (RuntimeException | Error e) {
      // the exit code matters more
    } finally {
      exit(CommandLineRunner.FAILED);
    }
  }

  /** Only the first exit counts. */
  void exit(int code) {
    if (exiting.compareAndSet(false, true)) {
      try {
        output.exit(code).whenComplete((sent, failure) -> end());
      } catch (RuntimeException | Error e) {
        end();
        throw e;
      }
    }
  }

  private void end() {
    whenOver.accept(this);
    over.complete(null);
  }

  /** Completes when the exit code is sent, or the client has disconnected. */
  CompletableFuture<Void> over() {
    return over;
  }
}
