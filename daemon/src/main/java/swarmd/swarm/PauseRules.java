package swarmd.swarm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;
import swarmd.text.ShellWord;

/**
 * Nobody gets a task of a paused swarm, or one with a paused tag; whoever holds one keeps it. Doing
 * either twice is no error.
 */
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

  static Outcome<SwarmSummary> pauseTag(
      TaskRepository tasks, String project, String name, String tag, Actor actor, long now) {
    return changeTag(tasks, project, name, tag, true, actor, now);
  }

  static Outcome<SwarmSummary> resumeTag(
      TaskRepository tasks, String project, String name, String tag, Actor actor, long now) {
    return changeTag(tasks, project, name, tag, false, actor, now);
  }

  private static Outcome<SwarmSummary> changeTag(
      TaskRepository tasks,
      String project,
      String name,
      String tag,
      boolean paused,
      Actor actor,
      long now) {
    return existing(tasks, project, name)
        .flatMap(
            swarm -> {
              ClaimLimits limits = swarm.limits().withPause(tag, paused);
              if (!limits.equals(swarm.limits())) {
                tasks.limit(swarm.id(), limits);
                tasks.append(
                    NewEvent.of(
                        actor,
                        now,
                        paused ? Kind.SWARM_PAUSED : Kind.SWARM_RESUMED,
                        swarm.id(),
                        "only " + TaskText.tags(List.of(tag))));
              }
              return existing(tasks, project, name);
            });
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
    return "swarm '%s' is paused; to go on: swarm resume%s"
        .formatted(swarm.id().name(), argument(swarm.id()));
  }

  /** The same for tags. */
  static String explain(SwarmId swarm, List<String> tags) {
    return "%s; to go on: swarm resume%s%s"
        .formatted(
            TaskText.paused(tags),
            argument(swarm),
            tags.stream().map(tag -> " --tag " + ShellWord.of(tag)).collect(Collectors.joining()));
  }

  private static String argument(SwarmId swarm) {
    return swarm.name().equals(SwarmId.DEFAULT_NAME) ? "" : " " + ShellWord.of(swarm.name());
  }
}
