package swarmd.modes;

import java.util.Map;

/** How far the work of a mode has come. Each mode knows when it holds its session. */
public sealed interface ModeState
    permits RalphState,
        AutopilotState,
        UltrapilotState,
        SwarmState,
        PipelineState,
        UltraqaState,
        UltraworkState {

  Mode mode();

  /** How often it may keep its session from stopping. */
  int maxHolds();

  /** All fields, as they are stored and shown; texts, numbers, booleans, lists, maps. */
  Map<String, Object> fields();

  /**
   * The same with these fields changed.
   *
   * @throws InvalidModeField if there is no such field or the value does not fit it
   */
  ModeState with(Map<String, ?> changes);

  /** What a Stop finds. */
  Verdict onStop(StopInputs evidence);

  /** A mode that has just begun. */
  static ModeState initial(Mode mode) {
    return switch (mode) {
      case RALPH -> RalphState.INITIAL;
      case AUTOPILOT -> AutopilotState.INITIAL;
      case ULTRAPILOT -> UltrapilotState.INITIAL;
      case SWARM -> SwarmState.INITIAL;
      case PIPELINE -> PipelineState.INITIAL;
      case ULTRAQA -> UltraqaState.INITIAL;
      case ULTRAWORK -> UltraworkState.INITIAL;
    };
  }
}
