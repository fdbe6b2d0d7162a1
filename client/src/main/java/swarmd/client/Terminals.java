package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The user's terminal, as the launcher has described it in the environment. */
final class Terminals {
  private Terminals() {}

  static boolean isOutTerminal() {
    return isSet("SWARM_TTY");
  }

  static boolean isErrTerminal() {
    return isSet("SWARM_ERR_TTY") && !"dumb".equals(System.getenv("TERM"));
  }

  static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty() && !value.equals("0");
  }

  /** Rows and columns, as they are now. */
  record Size(String rows, String columns) {}

  static Optional<Size> size() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(new File("/dev/tty"))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String[] words =
          new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
              .strip()
              .split(" ");
      return words.length == 2 ? Optional.of(new Size(words[0], words[1])) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
