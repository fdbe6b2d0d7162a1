package swarmd.swarm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;

/** Unwraps futures and outcomes. */
public final class Answers {
  private Answers() {}

  /** Waits; throws the failure of the future. */
  public static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new AssertionError(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("no answer came", e);
    }
  }

  public static <T> T value(Outcome<T> outcome) {
    if (outcome instanceof Outcome.Ok<T> ok) {
      return ok.value();
    }
    throw new AssertionError("refused: " + outcome);
  }

  public static ErrorCode refusal(Outcome<?> outcome) {
    return refused(outcome).error();
  }

  public static String message(Outcome<?> outcome) {
    return refused(outcome).message();
  }

  private static Outcome.Refused<?> refused(Outcome<?> outcome) {
    if (outcome instanceof Outcome.Refused<?> refused) {
      return refused;
    }
    throw new AssertionError("was not refused: " + outcome);
  }
}
