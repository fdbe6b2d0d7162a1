package swarmd.modes;

import java.util.Map;

record UltraqaState() implements ModeState {
  static final UltraqaState INITIAL = new UltraqaState();

  @Override
  public Mode mode() {
    return Mode.ULTRAQA;
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
