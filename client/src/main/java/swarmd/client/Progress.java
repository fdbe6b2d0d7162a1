package swarmd.client;

import java.io.Closeable;

/** Tells a person who waits that it takes a while, from the second second on: "waiting ...". */
final class Progress implements Closeable {
  private static final long QUIET_MILLIS = 1_000;

  private final String what;
  private final long began = System.nanoTime();
  private int dots;

  private Progress(String what) {
    this.what = what;
  }

  static Progress of(String what) {
    return new Progress(what);
  }

  /** For programs that wait. */
  static Progress silent() {
    return new Progress("");
  }

  /** How long it has taken so far; to be asked again and again. */
  long millis() {
    long waited = (System.nanoTime() - began) / 1_000_000;
    if (!what.isEmpty() && waited / QUIET_MILLIS > dots) {
      System.err.print(dots++ == 0 ? what + " ." : ".");
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
