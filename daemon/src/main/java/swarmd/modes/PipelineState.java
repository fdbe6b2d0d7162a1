package swarmd.modes;

import java.util.Map;

record PipelineState() implements ModeState {
  static final PipelineState INITIAL = new PipelineState();

  @Override
  public Mode mode() {
    return Mode.PIPELINE;
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
