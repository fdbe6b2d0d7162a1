package swarmd.modes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HostProfile;

/**
 * How far the work of a mode has come, and all that is particular to the mode: when it holds its
 * session, what its model must do, and which keywords and options set it.
 */
public interface ModeState {
  /** The field that names the check that shows whether the goal is reached. */
  String CHECK = "check";

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

  /** Tells the model of this host, once the mode has started, what to do and how. */
  String guide(HostProfile host);

  /** The words of a prompt that start it. */
  ModeTrigger trigger();

  /** The options of `swarm mode` that set its fields, besides --prompt. */
  default List<ModeOption> options() {
    return List.of();
  }

  /** Fields that swarmd alone sets. */
  default Set<String> ownFields() {
    return Set.of();
  }

  /** Fields that say how long it holds and for what; an agent cannot change them. */
  default Set<String> limits() {
    return Set.of();
  }

  /** Fields with which somebody says that the goal is reached. */
  default Set<String> certifyingFields() {
    return Set.of();
  }

  /** Whether these changes say that the goal is reached. */
  default boolean certifies(Map<String, ?> changes) {
    return false;
  }

  /** Whether the word of an agent that did not do the work counts. */
  default boolean agentsMayCertify() {
    return false;
  }

  /** Whether the agent itself may end it, as it alone can tell that nothing is left to do. */
  default boolean agentMayEnd() {
    return false;
  }

  /** Who has found the work good. */
  default Optional<Approval> approval() {
    return Optional.empty();
  }

  /** Whether it is judged by checks and approvals. */
  default boolean needsEvidence() {
    return false;
  }

  /** The check that it is judged by, if one was named. */
  default Optional<String> wantedCheck() {
    return Optional.empty();
  }

  /** What a person must know when it ends before its work is done, as a sentence; often empty. */
  default String unfinished() {
    return "";
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
