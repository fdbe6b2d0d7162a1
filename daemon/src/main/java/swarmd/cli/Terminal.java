package swarmd.cli;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import swarmd.cli.Output.Stream;
import swarmd.text.Visible;

/** Prints text, in colour if the terminal supports it. */
final class Terminal {
  private final Output output;
  private final boolean interactive;
  private final boolean colours;
  private final int width;

  Terminal(Output output, Map<String, String> environment) {
    this.output = output;
    interactive = environment.containsKey("SWARM_TTY");
    width = interactive ? width(environment.getOrDefault("COLUMNS", "")) : Integer.MAX_VALUE;
    boolean wanted = interactive && !"dumb".equals(environment.get("TERM"));
    boolean forced = !environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0");
    colours = (wanted || forced) && environment.getOrDefault("NO_COLOR", "").isEmpty();
  }

  /** The launcher asks the terminal; a strange answer counts as none. */
  private static int width(String columns) {
    return columns.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(columns) : Integer.MAX_VALUE;
  }

  /**
   * The columns that a line may fill; unlimited if it is not a terminal, or its size is unknown.
   */
  int width() {
    return width;
  }

  void println(String line) {
    output.print(Stream.OUT, line + "\n");
  }

  void print(String text) {
    output.print(Stream.OUT, text);
  }

  /** The client opens the address, because only it runs on the person's desktop. */
  void openInBrowser(String address) {
    output.print(Stream.BROWSER, address);
  }

  /** The client restarts the daemon when this command is over, because it starts daemons. */
  void restartDaemon() {
    output.print(Stream.RESTART, "");
  }

  /** Completes when everything printed so far is sent; fails if the client has disconnected. */
  CompletableFuture<Void> sent() {
    return output.sent();
  }

  void error(String line) {
    output.print(Stream.ERR, paint(Colour.RED, "swarm: ") + sanitize(line) + "\n");
  }

  /** Prints a remark to stderr that is not part of the result. */
  void note(String line) {
    output.print(Stream.ERR, sanitize(line) + "\n");
  }

  /** Removes hidden characters except line breaks and tabs, so that foreign text is safe. */
  static String sanitize(String text) {
    return text.codePoints()
        .mapToObj(c -> isUnsafe(c) ? " " : Character.toString(c))
        .collect(Collectors.joining());
  }

  private static boolean isUnsafe(int c) {
    return Visible.isHidden(c) && c != '\n' && c != '\t';
  }

  boolean interactive() {
    return interactive;
  }

  boolean colours() {
    return colours;
  }

  String paint(Colour colour, String text) {
    return colours ? colour.code + text + "\u001b[0m" : text;
  }

  PrintWriter writer(Stream stream) {
    return new PrintWriter(
        new Writer() {
          @Override
          public void write(char[] chars, int offset, int length) {
            output.print(stream, new String(chars, offset, length));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
  }

  /** The colours and styles in use. */
  enum Colour {
    RED("\u001b[31m"),
    GREEN("\u001b[32m"),
    YELLOW("\u001b[33m"),
    BLUE("\u001b[34m"),
    DIM("\u001b[2m"),
    BOLD("\u001b[1m");

    private final String code;

    Colour(String code) {
      this.code = code;
    }
  }
}
