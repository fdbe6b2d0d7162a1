package swarmd.common;

import java.util.concurrent.CompletionException;

/** What really went wrong: a future that depends on another wraps its failure. */
public final class Cause {
  private Cause() {}

  public static Throwable of(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
