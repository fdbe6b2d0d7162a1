package swarmd.cli;

/** Where a command prints. */
public interface Output {

  /** Returns once the text is sent; throws {@link ReaderGone} if the client has disconnected. */
  void print(Stream target, String text);

  /** The two streams of a process. */
  enum Stream {
    OUT(1),
    ERR(2);

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

    public ReaderGone(Throwable cause) {
      super(cause);
    }
  }
}
