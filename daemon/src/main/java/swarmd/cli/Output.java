package swarmd.cli;

import java.util.concurrent.CompletableFuture;

/** Where a command prints. Nothing here blocks. */
public interface Output {

  /** Throws {@link ReaderGone} if the client has disconnected. */
  void print(Stream target, String text);

  /** Completes when everything printed so far is sent; fails if the client has disconnected. */
  CompletableFuture<Void> sent();

  /** Ends the output with the exit code; like {@link #sent}. */
  CompletableFuture<Void> exit(int code);

  /** The two streams of a process, and what the client is asked to do. */
  enum Stream {
    OUT(1),
    ERR(2),
    /** Opens the address in a browser. */
    BROWSER(4),
    /** Restarts the daemon after the command. */
    RESTART(5);

    private final byte number;

    Stream(int number) {
      this.number = (byte) number;
    }

    public byte number() {
      return number;
    }
  }

  /** The client has disconnected, so the command ends. */
  final class ReaderGone extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ReaderGone(String message) {
      super(message, null, false, false);
    }
  }
}
