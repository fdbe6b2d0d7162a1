package swarmd.builtin.sessions;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.store.Store;

/** Reminds a resumed session of the todos it left open. */
public final class TodoReminder implements HookHandler {
  /** Not after a compaction or /clear, when the session was just working. */
  private static final Set<String> SOURCES = Set.of("startup", "resume");

  private final Store store;

  public TodoReminder(Store store) {
    this.store = store;
  }

  @Override
  public String name() {
    return "todo-continuation";
  }

  @Override
  public String description() {
    return "reminds a session of the todos it left open";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.text("source").filter(SOURCES::contains).isEmpty()) {
      return HookResult.SILENCE;
    }
    return store
        .read(
            snapshot ->
                snapshot
                    .get(SessionQueries.class)
                    .find(event.project().get(), event.session().get()))
        .thenApply(TodoReminder::reminder);
  }

  private static HookResult reminder(Optional<Session> session) {
    return session
        .map(Session::openTodos)
        .filter(open -> open > 0)
        .map(
            open ->
                HookResult.context(
                    "swarmd: open todos from earlier in this session: %d; continue with them, or close those that are done."
                        .formatted(open)))
        .orElse(HookResult.NOTHING);
  }
}
