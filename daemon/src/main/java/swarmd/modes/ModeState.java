package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far the work of a mode has come, and all that is particular to the mode: when it holds its
 * session, what its model must do, and which keywords and options set it.
 */
public interface ModeState {

  Mode mode();

  /** How often it may keep its session from stopping. */
  int maxHolds();

  /** All fields, as they are stored and shown: texts, numbers, booleans, lists and maps. */
  Map<String, Object> fields();

  /**
   * The same with these fields changed.
   *
   * @throws InvalidModeField if there is no such field or the value does not fit it
   */
  ModeState with(Map<String, ?> changes);

  /** Decides whether its session may stop: {@link StopDecision.Hold} or the mode is over. */
  StopDecision onStop(StopInputs inputs);

  /** Tells the model, once the mode has started, what to do and with which commands. */
  String guide();

  /** The words of a prompt that start it. */
  ModeTrigger trigger();

  /** The options of `swarm mode` that set its fields, besides --prompt. */
  default List<ModeOption> options() {
    return List.of();
  }

  /** Whether it is judged by the stories of a PRD. */
  default boolean readsPrd() {
    return false;
  }

  /** The PRD's path in the project, if it is not in the usual place. */
  default Optional<String> prd() {
    return Optional.empty();
  }

  /** The name of the swarm whose tasks it is judged by. */
  default Optional<String> watchedSwarm() {
    return Optional.empty();
  }

  /** The state of a mode that has just started. */
  static ModeState initial(Mode mode) {
    return mode.initial();
  }
}
