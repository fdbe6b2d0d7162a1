package swarmd.client;

import java.io.File;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Opens an address in the person's browser; prints it where there is none. */
final class Browser {
  /** Long enough to hear that there is no browser; the program may run for as long as it does. */
  private static final long START_LIMIT_SECONDS = 3;

  private Browser() {}

  static void open(String address) {
    if (isMac() ? start("open", address) : hasDisplay() && start("xdg-open", address)) {
      System.err.println("opened " + address.replaceFirst("#.*", "") + " in your browser");
      return;
    }
    System.err.println("There is no browser here. Open this address within a minute:");
    System.out.println(address);
  }

  private static boolean isMac() {
    return System.getProperty("os.name").startsWith("Mac");
  }

  /** Without a display, xdg-open would start a browser for text in this terminal. */
  private static boolean hasDisplay() {
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY");
  }

  private static boolean isSet(String variable) {
    String value = System.getenv(variable);
    return value != null && !value.isEmpty();
  }

  private static boolean start(String program, String address) {
    try {
      Process process =
          new ProcessBuilder(program, address)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return !process.waitFor(START_LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
    } catch (IOException e) {
      return false; // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
