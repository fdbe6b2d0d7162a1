package swarmd.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import swarmd.swarm.Task;
import swarmd.swarm.TaskEvent;

/** Describes the events of the demo in short sentences. */
public final class Narrator {
  private final Map<Long, String> previousHolders = new HashMap<>();
  private final Map<Long, String> finishers = new TreeMap<>();
  private Optional<DemoEvent.Died> death = Optional.empty();

  /**
   * Returns one sentence.
   *
   * @param tasks the tasks that events may refer to
   */
  public String narrate(DemoEvent demoEvent, List<Task> tasks) {
    if (demoEvent instanceof DemoEvent.Died died) {
      death = Optional.of(died);
      return "%s dies while holding task %d".formatted(died.agent(), died.task());
    }
    TaskEvent event = ((DemoEvent.Stored) demoEvent).event();
    String agent = event.agent().orElse("somebody");
    String subject = event.taskId().map(id -> "task " + id).orElse("the swarm");
    return switch (event.kind()) {
      case CREATED -> subject + " is added" + event.taskId().map(id -> about(id, tasks)).orElse("");
      case CLAIMED ->
          agent + " claims " + subject + event.taskId().map(this::previousHolder).orElse("");
      case EXPIRED -> {
        event.taskId().ifPresent(id -> previousHolders.put(id, agent));
        yield "the lease of %s expires; %s held it".formatted(subject, agent);
      }
      case COMPLETED -> {
        event.taskId().ifPresent(id -> finishers.put(id, agent));
        yield agent + " finishes " + subject;
      }
      case RELEASED -> agent + " gives " + subject + " back";
      case FAILED -> subject + " fails";
      case RETRIED -> subject + " is tried again";
      case CANCELLED -> subject + " is cancelled";
      case REOPENED -> subject + " is opened again";
      case EDITED -> subject + " is changed";
      case WORKTREE -> agent + " works on " + subject + " in a worktree";
      case LANDED -> subject + " lands";
      case LAND_FAILED -> subject + " does not land and is opened again";
      case CHECK_FAILED -> "a check of " + subject + " fails";
      case SWARM_COMPLETE -> "the swarm is complete";
      case SWARM_STUCK -> "the swarm is stuck";
      case SWARM_PAUSED -> "the swarm is paused";
      case SWARM_RESUMED -> "the swarm goes on";
      case SWARM_EDITED -> "the swarm is changed";
      case SWARM_LIMITED -> "the swarm gets another limit";
    };
  }

  /** Explains what the demo showed, and what to try next. */
  public List<String> summary() {
    String rescue =
        death
            .map(
                died ->
                    " When %s died, her lease expired and %s finished task %d."
                        .formatted(died.agent(), finishers.get(died.task()), died.task()))
            .orElse("");
    return List.of(
        "All %d tasks are done.%s".formatted(finishers.size(), rescue),
        "Try it yourself:  swarm task add \"my first task\"  and  swarm task claim --agent me");
  }

  private String previousHolder(long id) {
    return previousHolders.containsKey(id) ? ", which " + previousHolders.get(id) + " lost" : "";
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
