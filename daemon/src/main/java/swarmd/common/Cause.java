package swarmd.common;

import java.util.concurrent.CompletionException;

/** Unwraps the failure of a future, which dependent futures wrap, some of them once more. */
public final class Cause {
  private Cause() {}

  public static Throwable of(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
