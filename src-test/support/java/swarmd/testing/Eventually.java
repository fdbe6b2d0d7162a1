package swarmd.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Polls for asynchronous results, with a long timeout for busy machines. */
public final class Eventually {
  private Eventually() {}

  public static ConditionFactory eventually() {
    return Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(60));
  }
}
