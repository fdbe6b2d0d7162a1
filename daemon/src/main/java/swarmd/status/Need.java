package swarmd.status;

import java.util.Locale;
import java.util.Optional;
import swarmd.swarm.SwarmId;
import swarmd.swarm.Task;

/**
 * Something that goes on only if the person does something.
 *
 * @param text what it is, in one line
 * @param command what to type; absent if that would not help
 */
public record Need(Kind kind, String text, Optional<String> command, Subject subject) {

  /**
   * What it is about, as far as it is about one of these.
   *
   * @param since when it began; epoch milliseconds
   * @param account the label of an account
   */
  public record Subject(
      Optional<String> project,
      Optional<String> swarm,
      Optional<String> session,
      Optional<Long> task,
      Optional<Long> since,
      Optional<String> account) {

    Subject(
        Optional<String> project,
        Optional<String> swarm,
        Optional<String> session,
        Optional<Long> task,
        Optional<Long> since) {
      this(project, swarm, session, task, since, Optional.empty());
    }

    static Subject account(String label, long since) {
      return new Subject(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(since),
          Optional.of(label));
    }

    static final Subject DAEMON =
        new Subject(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    static Subject project(String path) {
      return new Subject(
          Optional.of(path),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    static Subject swarm(SwarmId swarm) {
      return new Subject(
          Optional.of(swarm.project()),
          Optional.of(swarm.name()),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }

    static Subject task(Task task, Optional<Long> since) {
      return new Subject(
          Optional.of(task.swarm().project()),
          Optional.of(task.swarm().name()),
          task.session(),
          Optional.of(task.id()),
          since);
    }

    static Subject session(String project, String id, long since) {
      return new Subject(
          Optional.of(project),
          Optional.empty(),
          Optional.of(id),
          Optional.empty(),
          Optional.of(since));
    }
  }

  /** The same as long as the need lasts, though its text changes with time. */
  public String key() {
    return "%s %s %s %s %s %s"
        .formatted(
            kind.label(),
            subject.project.orElse(""),
            subject.swarm.orElse(""),
            subject.session.orElse(""),
            subject.task.map(String::valueOf).orElse(""),
            subject.account.orElse(""));
  }

  /** In the order in which they are shown. */
  public enum Kind {
    PERMISSION,
    PAUSED_ACCOUNT,
    STUCK_SWARM,
    FAILED_TASK,
    ENDING_LEASE,
    SILENT_SESSION,
    UNTRUSTED_HOOKS,
    DISK,
    RESTART;

    /** The name in JSON. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
