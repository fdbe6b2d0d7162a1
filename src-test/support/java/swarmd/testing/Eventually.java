package swarmd.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** For what is truly asynchronous: looks often, and is patient on a busy machine. */
public final class Eventually {
  private Eventually() {}

  public static ConditionFactory eventually() {
    return Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(60));
  }
}
