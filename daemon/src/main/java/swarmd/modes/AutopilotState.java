package swarmd.modes;

import java.util.Map;

record AutopilotState() implements ModeState {
  static final AutopilotState INITIAL = new AutopilotState();

  @Override
  public Mode mode() {
    return Mode.AUTOPILOT;
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
