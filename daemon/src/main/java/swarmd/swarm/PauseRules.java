package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.text.ShellWord;

/** Nobody gets a task of a paused swarm; who holds one keeps it. Doing either twice is no error. */
final class PauseRules {
  private PauseRules() {}

  static Outcome<SwarmSummary> pause(
      TaskRepository tasks, String project, String name, Actor actor, long now) {
    return existing(tasks, project, name)
        .flatMap(
            swarm ->
                swarm.paused()
                    ? Outcome.ok(swarm)
                    : changed(tasks, swarm, Optional.of(now), Kind.SWARM_PAUSED, actor, now));
  }

  static Outcome<SwarmSummary> resume(
      TaskRepository tasks, String project, String name, Actor actor, long now) {
    return existing(tasks, project, name)
        .flatMap(
            swarm ->
                swarm.paused()
                    ? changed(tasks, swarm, Optional.empty(), Kind.SWARM_RESUMED, actor, now)
                    : Outcome.ok(swarm));
  }

  private static Outcome<SwarmSummary> changed(
      TaskRepository tasks,
      SwarmSummary swarm,
      Optional<Long> since,
      Kind kind,
      Actor actor,
      long now) {
    tasks.paused(swarm.id(), since);
    tasks.append(NewEvent.of(actor, now, kind, swarm.id()));
    return existing(tasks, swarm.id().project(), swarm.id().name());
  }

  static Outcome<SwarmSummary> existing(TaskRepository tasks, String project, String name) {
    List<SwarmSummary> swarms = tasks.summaries(Optional.of(project));
    return swarms.stream()
        .filter(swarm -> swarm.id().name().equals(name))
        .findFirst()
        .map(Outcome::ok)
        .orElseGet(
            () ->
                Outcome.refused(
                    ErrorCode.NOT_FOUND,
                    "there is no swarm '%s' in %s%s".formatted(name, project, known(swarms))));
  }

  private static String known(List<SwarmSummary> swarms) {
    return swarms.isEmpty()
        ? ", which has no tasks yet; add one with: swarm task add"
        : swarms.stream()
            .map(swarm -> swarm.id().name())
            .sorted()
            .collect(Collectors.joining(", ", "; it has: ", ""));
  }

  /** The refusal of a claim, in words that say what to do. */
  static String explain(SwarmSummary swarm) {
    String name = swarm.id().name();
    return "swarm '%s' is paused; to go on: swarm resume%s"
        .formatted(name, name.equals(SwarmId.DEFAULT_NAME) ? "" : " " + ShellWord.of(name));
  }
}
