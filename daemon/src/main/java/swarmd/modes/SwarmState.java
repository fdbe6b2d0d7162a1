package swarmd.modes;

import java.util.Map;

record SwarmState() implements ModeState {
  static final SwarmState INITIAL = new SwarmState();

  @Override
  public Mode mode() {
    return Mode.SWARM;
  }

  @Override
  public int maxHolds() {
    return 10;
  }

  @Override
  public Map<String, Object> fields() {
    return Map.of();
  }

  @Override
  public ModeState with(Map<String, ?> changes) {
    return this;
  }

  @Override
  public Verdict onStop(Evidence evidence) {
    return new Verdict.Over("");
  }
}
