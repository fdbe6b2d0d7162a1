package swarmd.swarm;

import java.util.Optional;
import swarmd.text.QuotedText;

/** What people and models are told about a task that somebody else has. */
public final class TaskText {
  private TaskText() {}

  /** Who holds the task or finished it: "agent bob of session 4711". */
  public static String holder(Task task) {
    return holder(task, Optional.empty());
  }

  /** The same for somebody in this session: "agent bob of this session". */
  public static String holder(Task task, Optional<String> seenFrom) {
    String agent =
        task.agent().map(name -> "agent " + QuotedText.name(name)).orElse("another agent");
    if (task.session().isEmpty()) {
      return agent;
    }
    return task.session().equals(seenFrom)
        ? agent + " of this session"
        : agent + " of session " + task.session().get();
  }

  /**
   * For an agent that has lost the task: how it stands and what to do, to follow "task 7" or "It".
   */
  public static String afterLoss(Task task) {
    long id = task.id();
    return switch (task.status()) {
      case CLAIMED ->
          "is held by %s now; stop working on it and leave its files alone; for other work: swarm task claim"
              .formatted(holder(task));
      case PENDING -> "is free again; before you go on with it: swarm task claim " + id;
      case BLOCKED -> "waits for other tasks again; for other work: swarm task claim";
      case DONE -> "was done by %s; for other work: swarm task claim".formatted(holder(task));
      case FAILED ->
          "failed; to go on with it: swarm task retry %d, then: swarm task claim %1$d"
              .formatted(id);
      case CANCELLED -> "was cancelled; stop working on it; for other work: swarm task claim";
    };
  }
}
