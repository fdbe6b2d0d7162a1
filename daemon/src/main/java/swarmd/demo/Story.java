package swarmd.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;

/** Tells in short sentences what happened. */
public final class Story {
  private final Map<Long, String> losers = new HashMap<>();
  private final Map<Long, String> finishers = new TreeMap<>();
  private Optional<Moment.Died> death = Optional.empty();

  /**
   * The next sentence.
   *
   * @param tasks what the sentence may be about
   */
  public String tell(Moment moment, List<Task> tasks) {
    if (moment instanceof Moment.Died died) {
      death = Optional.of(died);
      return "%s dies with task %d in her hands".formatted(died.agent(), died.task());
    }
    TaskEvent event = ((Moment.Stored) moment).event();
    String who = event.agent().orElse("somebody");
    String what = event.taskId().map(id -> "task " + id).orElse("the swarm");
    return switch (event.kind()) {
      case CREATED -> what + " is added" + event.taskId().map(id -> about(id, tasks)).orElse("");
      case CLAIMED -> who + " claims " + what + event.taskId().map(this::fromWhom).orElse("");
      case EXPIRED -> {
        event.taskId().ifPresent(id -> losers.put(id, who));
        yield "the lease of %s expires; %s held it".formatted(what, who);
      }
      case COMPLETED -> {
        event.taskId().ifPresent(id -> finishers.put(id, who));
        yield who + " finishes " + what;
      }
      case RELEASED -> who + " gives " + what + " back";
      case FAILED -> what + " fails";
      case RETRIED -> what + " is tried again";
      case CANCELLED -> what + " is cancelled";
      case SWARM_COMPLETE -> "the swarm is complete";
      case SWARM_STUCK -> "the swarm is stuck";
    };
  }

  /** What was to be learned, and what to try next. */
  public List<String> moral() {
    String saved =
        death
            .map(
                died ->
                    " When %s died, her lease expired and %s finished task %d."
                        .formatted(died.agent(), finishers.get(died.task()), died.task()))
            .orElse("");
    return List.of(
        "All %d tasks are done.%s".formatted(finishers.size(), saved),
        "Now yours:  swarm task add \"my first task\"  and  swarm task claim --agent me");
  }

  private String fromWhom(long id) {
    return losers.containsKey(id) ? ", which " + losers.get(id) + " lost" : "";
  }

  private static String about(long id, List<Task> tasks) {
    return tasks.stream()
        .filter(task -> task.id() == id)
        .map(task -> ": " + task.title() + condition(task))
        .collect(Collectors.joining());
  }

  private static String condition(Task task) {
    String dependencies =
        task.dependsOn().isEmpty()
            ? ""
            : ", after "
                + task.dependsOn().stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(" and "));
    return dependencies + (task.wave() > 0 ? ", in wave " + task.wave() : "");
  }
}
