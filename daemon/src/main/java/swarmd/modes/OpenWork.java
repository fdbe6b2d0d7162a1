package swarmd.modes;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookResult;
import swarmd.modes.ModeRules.Owner;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.swarm.TaskQueries;

/**
 * What a session leaves open when it stops. The person is reminded of it; the stop is never held.
 *
 * @param todos how many of its todos are open
 * @param tasks how many tasks it has claimed
 * @param reminders how often the person has been reminded in this session
 */
public record OpenWork(int todos, int tasks, int reminders) {
  private static final int MAX_REMINDERS = 5;

  static OpenWork of(Owner owner, SessionQueries sessions, TaskQueries tasks) {
    return of(owner.project(), owner.session(), sessions, tasks);
  }

  public static OpenWork of(String project, String id, SessionQueries sessions, TaskQueries tasks) {
    Optional<Session> session = sessions.find(project, id);
    return new OpenWork(
        session.map(Session::openTodos).orElse(0),
        tasks.heldInSession(project, id).size(),
        session.map(Session::reminders).orElse(0));
  }

  boolean needsReminder() {
    return todos + tasks > 0 && reminders < MAX_REMINDERS;
  }

  HookResult reminder() {
    return HookResult.NOTHING.withSystemMessage("swarmd: the session stops with " + summary());
  }

  public boolean isEmpty() {
    return todos + tasks == 0;
  }

  /** As in "2 open todos and 1 claimed task". */
  public String summary() {
    return Stream.of(counted(todos, "open todo"), counted(tasks, "claimed task"))
        .flatMap(Optional::stream)
        .collect(Collectors.joining(" and "));
  }

  private static Optional<String> counted(int count, String noun) {
    return count == 0
        ? Optional.empty()
        : Optional.of("%d %s%s".formatted(count, noun, count == 1 ? "" : "s"));
  }
}
