package swarmd.client;

import java.io.Closeable;

/**
 * Shows on a terminal that something takes a while, and since when: "starting swarmd … 2 s". The
 * line goes away when it is over; where nobody watches, nothing is printed.
 */
final class Progress implements Closeable {
  /** A person wonders after a second, but a start that takes most of one begins with a word. */
  private static final long QUIET_MILLIS = 1_000;

  private static final long STEP_MILLIS = 200;
  private static final String CLEAR_LINE = "\r\033[K";

  private final String activity;
  private final long quietMillis;
  private final long began = System.nanoTime();
  private boolean closed;
  private boolean shown;

  private Progress(String activity, long quietMillis) {
    this.activity = activity;
    this.quietMillis = quietMillis;
  }

  /** After a second. */
  static Progress of(String activity) {
    return show(activity, QUIET_MILLIS);
  }

  /** From the beginning. */
  static Progress atOnce(String activity) {
    return show(activity, 0);
  }

  /** For waits that no user watches. */
  static Progress silent() {
    return new Progress("", 0);
  }

  private static Progress show(String activity, long quietMillis) {
    Progress progress = new Progress(activity, quietMillis);
    if (Terminals.isErrTerminal()) {
      Thread ticker = new Thread(progress::tick, "progress");
      ticker.setDaemon(true);
      ticker.start();
    }
    return progress;
  }

  /** The elapsed time. */
  long millis() {
    return (System.nanoTime() - began) / 1_000_000;
  }

  private synchronized void tick() {
    try {
      while (!closed) {
        long waited = millis();
        if (waited >= quietMillis) {
          shown = true;
          System.err.print(CLEAR_LINE + activity + " …" + seconds(waited));
          System.err.flush();
        }
        wait(waited < quietMillis ? quietMillis - waited : STEP_MILLIS);
      }
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  private static String seconds(long millis) {
    return millis < 1_000 ? "" : " " + millis / 1_000 + " s";
  }

  /** Before anything else is printed. */
  @Override
  public synchronized void close() {
    closed = true;
    if (shown) {
      shown = false;
      System.err.print(CLEAR_LINE);
      System.err.flush();
    }
    notifyAll();
  }
}
