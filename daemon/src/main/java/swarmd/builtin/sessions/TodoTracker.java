package swarmd.builtin.sessions;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.SessionRepository;
import swarmd.store.RetriedWrites;
import swarmd.time.Time;

/** Counts a session's open todos, from whole lists or from single updates. */
public final class TodoTracker implements HookHandler {
  private static final Set<String> CLOSED = Set.of("completed", "cancelled", "canceled", "deleted");

  private final RetriedWrites writes;
  private final Time time;

  public TodoTracker(RetriedWrites writes, Time time) {
    this.writes = writes;
    this.time = time;
  }

  @Override
  public String name() {
    return "todo-tracker";
  }

  @Override
  public String description() {
    return "counts the session's open todos";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.tellsOfFailure()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    String session = event.session().get();
    return switch (event.text("tool_name").orElse("")) {
      case "TodoWrite", "write_todos" -> {
        int open = openTodos(event);
        yield event.agent().isPresent() // a subagent's list is its own
            ? HookResult.SILENCE
            : count(event, sessions -> sessions.setOpenTodos(project, session, open));
      }
      case "TaskCreate" -> count(event, sessions -> sessions.addOpenTodos(project, session, 1));
      case "TaskUpdate" -> {
        int change = changeInOpen(event);
        yield change == 0
            ? HookResult.SILENCE
            : count(event, sessions -> sessions.addOpenTodos(project, session, change));
      }
      default -> HookResult.SILENCE;
    };
  }

  /** Waits until the count is stored: a Stop only reads it, and may come next. */
  private CompletionStage<HookResult> count(HookEvent event, Consumer<SessionRepository> update) {
    long now = time.millis();
    return writes
        .submitNow(
            transaction -> {
              transaction
                  .get(SessionRepository.class)
                  .seen(event.project().get(), event.session().get(), event.host().id(), now);
              update.accept(transaction.get(SessionRepository.class));
            })
        .thenApply(stored -> HookResult.NOTHING);
  }

  private static int openTodos(HookEvent event) {
    if (!(event.object("tool_input").get("todos") instanceof Iterable<?> todos)) {
      return 0;
    }
    int open = 0;
    for (Object todo : todos) {
      boolean closed = todo instanceof Map<?, ?> fields && isClosed(fields.get("status"));
      open += closed ? 0 : 1;
    }
    return open;
  }

  /** Uses the status change that the host reports, or else the one that the model requested. */
  private static int changeInOpen(HookEvent event) {
    Map<?, ?> response = event.object("tool_response");
    if (Boolean.FALSE.equals(response.get("success"))) {
      return 0;
    }
    if (response.get("statusChange") instanceof Map<?, ?> change) {
      return open(change.get("to")) - open(change.get("from"));
    }
    return isClosed(event.object("tool_input").get("status")) ? -1 : 0;
  }

  private static int open(Object status) {
    return isClosed(status) ? 0 : 1;
  }

  private static boolean isClosed(Object status) {
    return status instanceof String name && CLOSED.contains(name);
  }
}
