package swarmd.modes;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Ways of working that go on until the work is done, in the order in which a Stop asks them. */
public enum Mode {
  RALPH(false),
  AUTOPILOT(true),
  ULTRAPILOT(true),
  SWARM(true),
  PIPELINE(true),
  ULTRAQA(false),
  ULTRAWORK(false);

  private final boolean exclusive;

  Mode(boolean exclusive) {
    this.exclusive = exclusive;
  }

  /** Whether a project can have only one of these at a time. */
  public boolean exclusive() {
    return exclusive;
  }

  /** Whether its work is done by agents that the session starts. */
  public boolean hasWorkers() {
    return this == ULTRAPILOT || this == SWARM || this == PIPELINE;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Mode> of(String label) {
    return Arrays.stream(values()).filter(mode -> mode.label().equals(label)).findFirst();
  }
}
