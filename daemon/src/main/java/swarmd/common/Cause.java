package swarmd.common;

import java.util.concurrent.CompletionException;

/** Unwraps the failure of a future, which dependent futures wrap. */
public final class Cause {
  private Cause() {}

  public static Throwable of(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
