package swarmd.builtin.sessions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Task;
import swarmd.swarm.TaskRepository;

/** Says what is still open when a session stops. It reminds, it never holds. */
public final class StopContinuation implements HookHandler {
  private static final int MAX_REMINDERS = 5;

  private final Store store;

  public StopContinuation(Store store) {
    this.store = store;
  }

  @Override
  public String name() {
    return "todo-continuation";
  }

  @Override
  public String description() {
    return "reminds of open todos and claimed tasks";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    return store.write(
        transaction -> remind(transaction, event.project().get(), event.session().get()));
  }

  private static HookResult remind(Transaction transaction, String project, String session) {
    Optional<Session> known = transaction.get(SessionRepository.class).find(project, session);
    int todos = known.map(Session::openTodos).orElse(0);
    int reminders = known.map(Session::reminders).orElse(0);
    List<Task> held = transaction.get(TaskRepository.class).heldInSession(project, session);
    if (todos == 0 && held.isEmpty() || reminders >= MAX_REMINDERS) {
      return HookResult.NOTHING;
    }
    transaction.get(SessionRepository.class).setReminders(project, session, reminders + 1);
    return HookResult.NOTHING.withSystemMessage(
        "swarmd: the session stops with "
            + Stream.of(counted(todos, "open todo"), counted(held.size(), "claimed task"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" and ")));
  }

  private static Optional<String> counted(int count, String noun) {
    return count == 0
        ? Optional.empty()
        : Optional.of("%d %s%s".formatted(count, noun, count == 1 ? "" : "s"));
  }
}
