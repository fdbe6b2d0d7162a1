package swarmd.userhooks;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.swarm.TaskEvent;

/** Events of swarmd itself that run the user's hooks; no host sends them. */
public enum SwarmEventName {
  TASK_CLAIMED("TaskClaimed"),
  TASK_DONE("TaskDone"),
  TASK_FAILED("TaskFailed"),
  CHECK_FAILED("CheckFailed"),
  LEASE_EXPIRED("LeaseExpired"),
  SWARM_COMPLETE("SwarmComplete"),
  SWARM_STUCK("SwarmStuck"),
  NEEDS_PERSON("NeedsPerson");

  private static final Map<String, SwarmEventName> BY_LABEL =
      Stream.of(values()).collect(Collectors.toMap(name -> name.label, Function.identity()));

  private final String label;

  SwarmEventName(String label) {
    this.label = label;
  }

  /** The name in settings files and payloads. */
  public String label() {
    return label;
  }

  static Set<String> labels() {
    return BY_LABEL.keySet();
  }

  public static boolean isOne(String label) {
    return BY_LABEL.containsKey(label);
  }

  /** The event that something which happened to a task or a swarm is for the user. */
  static Optional<SwarmEventName> of(TaskEvent.Kind kind) {
    return switch (kind) {
      case CLAIMED -> Optional.of(TASK_CLAIMED);
      case COMPLETED -> Optional.of(TASK_DONE);
      case FAILED -> Optional.of(TASK_FAILED);
      case CHECK_FAILED -> Optional.of(CHECK_FAILED);
      case EXPIRED -> Optional.of(LEASE_EXPIRED);
      case SWARM_COMPLETE -> Optional.of(SWARM_COMPLETE);
      case SWARM_STUCK -> Optional.of(SWARM_STUCK);
      default -> Optional.empty();
    };
  }

  /** "bob has finished task 3 'write the parser'". */
  String sentence(
      Optional<String> agent, Optional<Long> task, Optional<String> title, String swarm) {
    String who = agent.orElse("somebody");
    String what =
        task.map(id -> "task " + id).orElse("a task")
            + title.map(text -> " '" + text + "'").orElse("");
    return switch (this) {
      case TASK_CLAIMED -> who + " has claimed " + what;
      case TASK_DONE -> who + " has finished " + what;
      case TASK_FAILED -> what + " has failed";
      case CHECK_FAILED -> "a check of %s by %s has failed".formatted(what, who);
      case LEASE_EXPIRED -> "%s has lost %s: no sign of life".formatted(who, what);
      case SWARM_COMPLETE -> "swarm '%s' is complete".formatted(swarm);
      case SWARM_STUCK ->
          "swarm '%s' is stuck: all that is left waits for failed tasks".formatted(swarm);
      case NEEDS_PERSON -> "something needs you";
    };
  }
}
