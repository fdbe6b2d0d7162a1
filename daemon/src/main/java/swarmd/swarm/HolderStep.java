package swarmd.swarm;

import java.util.Optional;
import swarmd.common.Outcome;

/** The steps by which the holder of a task lets it go. */
public enum HolderStep {
  RELEASE,
  COMPLETE,
  FAIL;

  /**
   * Takes the step.
   *
   * @param text the note, result or error
   * @param checked what was verified, if the step completes the task
   */
  public Outcome<Task> take(
      TaskRules rules,
      TaskRepository tasks,
      long id,
      String token,
      Optional<String> text,
      Optional<Checked> checked,
      long now) {
    return switch (this) {
      case RELEASE -> rules.release(tasks, id, token, text, now);
      case COMPLETE -> rules.complete(tasks, id, token, text, checked, now);
      case FAIL -> rules.fail(tasks, id, token, text, now);
    };
  }
}
