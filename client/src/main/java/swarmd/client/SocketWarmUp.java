package swarmd.client;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.Security;

/**
 * Runs on two threads what Java 17 does before it can open a Unix socket: it looks up a channel
 * provider, and creates a random number generator that only servers need. That is a quarter of a
 * hook's time; measured on two cores, this saves 4 ms of 57. Nothing depends on it.
 */
final class SocketWarmUp extends Thread {
  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";
  private static final String LINUX_PROVIDER = "sun.nio.ch.EPollSelectorProvider";

  private SocketWarmUp() {
    super("warm-up");
    setDaemon(true);
  }

  static void begin() {
    new SocketWarmUp().start();
    Security.getProperty("security.provider.1"); // reads a large file meanwhile
    if (exists(LINUX_PROVIDER)) {
      System.setProperty(PROVIDER, LINUX_PROVIDER); // skips the lookup
    }
  }

  @Override
  public void run() {
    try {
      if (exists("sun.security.util.KnownOIDs")) { // the slowest part of what follows
        SecureRandom.getInstance("NativePRNGNonBlocking");
      }
    } catch (NoSuchAlgorithmException e) {
      // another system, where Java uses another generator
    }
  }

  private static boolean exists(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
