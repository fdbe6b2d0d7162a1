package swarmd.swarm;

import java.util.Optional;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.TaskEvent.Kind;
import swarmd.swarm.TaskRepository.NewEvent;

/** Limits how many tasks of a swarm are claimed at the same time; what is claimed already stays. */
final class LimitRules {
  private LimitRules() {}

  static Outcome<SwarmSummary> limit(
      TaskRepository tasks,
      String project,
      String name,
      Optional<String> tag,
      int most,
      Actor actor,
      long now) {
    if (actor.kind() == Actor.Kind.AGENT) {
      return Outcome.refused(
          ErrorCode.FORBIDDEN, "only a person can change the limits of a swarm; ask yours");
    }
    return PauseRules.existing(tasks, project, name)
        .flatMap(
            swarm -> {
              ClaimLimits limits = swarm.limits().with(tag, most);
              if (!limits.equals(swarm.limits())) {
                tasks.limit(swarm.id(), limits);
                tasks.append(
                    NewEvent.of(actor, now, Kind.SWARM_LIMITED, swarm.id())
                        .withNote(describe(tag, most)));
              }
              return PauseRules.existing(tasks, project, name);
            });
  }

  private static String describe(Optional<String> tag, int most) {
    return most == 0
        ? "no limit" + tag.map(name -> " for the tag '" + name + "'").orElse("")
        : TaskText.limit(new WaitsFor.Limit(tag, most));
  }
}
