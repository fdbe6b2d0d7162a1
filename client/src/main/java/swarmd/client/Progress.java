package swarmd.client;

import java.io.Closeable;

/** Shows the user that a wait takes longer than a second: "waiting ...". */
final class Progress implements Closeable {
  private static final long QUIET_MILLIS = 1_000;

  private final String activity;
  private final long began = System.nanoTime();
  private int dots;

  private Progress(String activity) {
    this.activity = activity;
  }

  static Progress of(String activity) {
    return new Progress(activity);
  }

  /** For waits that no user watches. */
  static Progress silent() {
    return new Progress("");
  }

  /** The elapsed time; prints a dot for each new second, so call it repeatedly. */
  long millis() {
    long waited = (System.nanoTime() - began) / 1_000_000;
    if (!activity.isEmpty() && waited / QUIET_MILLIS > dots) {
      System.err.print(dots++ == 0 ? activity + " ." : ".");
    }
    return waited;
  }

  @Override
  public void close() {
    if (dots > 0) {
      System.err.println();
    }
  }
}
