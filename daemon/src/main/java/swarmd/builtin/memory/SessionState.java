package swarmd.builtin.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;
import swarmd.modes.ActiveMode;
import swarmd.modes.ModeQueries;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.Holder;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.text.QuotedText;

/**
 * Describes a session's modes, tasks and todos, in the same words before and after a compaction.
 * All of it comes from the database, so nothing is stored twice.
 */
public final class SessionState {
  /** The number of tasks to name. */
  public static final int MAX_TASKS = 3;

  private static final int MAX_TITLE = 45;

  private SessionState() {}

  /** Its active modes. */
  static Optional<String> modes(HookEvent event, Snapshot snapshot, long now) {
    List<ActiveMode> active =
        snapshot.get(ModeQueries.class).list(event.project(), event.session()).stream()
            .filter(mode -> !mode.stale(now))
            .toList();
    return active.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Active in this session: %s. You may stop when its work is done; see: swarm mode list."
                .formatted(ActiveMode.names(active)));
  }

  /** The tasks that the session's agents have claimed. */
  public static Stream<String> heldTasks(HookEvent event, Snapshot snapshot) {
    List<Task> held =
        snapshot.get(TaskQueries.class).heldInSession(event.project().get(), event.session().get());
    List<Task> own =
        held.stream()
            .filter(
                task ->
                    Holder.is(
                        event.session(), event.agent(), task, snapshot.get(SubagentQueries.class)))
            .toList();
    List<Task> others = held.stream().filter(task -> !own.contains(task)).toList();
    return Stream.of(
            named("You hold: %s. When it is done: swarm task done ID.", own),
            named("Your subagents hold: %s.", others))
        .flatMap(Optional::stream);
  }

  private static Optional<String> named(String sentence, List<Task> tasks) {
    if (tasks.isEmpty()) {
      return Optional.empty();
    }
    int more = tasks.size() - MAX_TASKS;
    String names = names(tasks);
    return Optional.of(sentence.formatted(more > 0 ? names + " and " + more + " more" : names));
  }

  /** Ids and titles of the first few tasks. */
  public static String names(List<Task> tasks) {
    return tasks.stream()
        .limit(MAX_TASKS)
        .map(task -> "%d %s".formatted(task.id(), QuotedText.line(MAX_TITLE, task.title())))
        .collect(Collectors.joining(", "));
  }

  static Optional<String> todos(HookEvent event, Snapshot snapshot) {
    return snapshot
        .get(SessionQueries.class)
        .find(event.project().get(), event.session().get())
        .map(Session::openTodos)
        .filter(open -> open > 0)
        .map(open -> "Open todos: %d; see your list.".formatted(open));
  }
}
