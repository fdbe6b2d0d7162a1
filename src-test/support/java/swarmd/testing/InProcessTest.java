package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import swarmd.testing.Programs.Result;

/** A daemon for each test, with clients for its API and its commands. */
public abstract class InProcessTest {
  protected InProcessDaemon daemon;
  protected Api api;
  protected Commands swarm;

  @BeforeEach
  public final void start() {
    daemon = InProcessDaemon.start(settings());
    api = daemon.api();
    swarm = new Commands(daemon::connect, daemon.project());
  }

  /** Override to set variables for the daemon. */
  protected Map<String, String> settings() {
    return Map.of();
  }

  @AfterEach
  public final void stop() {
    swarm.close();
    api.close();
    daemon.close();
  }

  /** Expects that the command succeeds and prints no errors. */
  protected static Result ok(Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    return result;
  }
}
