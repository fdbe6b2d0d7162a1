package swarmd.builtin.sessions;

import java.util.Map;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.RetriedWrites;
import swarmd.time.Time;

/** Remembers how many todos a session has open, each time it writes its list down. */
public final class TodoTracker implements HookHandler {
  private static final String TOOL = "TodoWrite";

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
    if (event.text("tool_name").filter(TOOL::equals).isPresent() && event.hasSession()) {
      int open = openTodos(event);
      String project = event.project().get();
      String session = event.session().get();
      long now = time.millis();
      writes.submit(
          transaction -> {
            transaction.sessions().seen(project, session, event.host(), now);
            transaction.sessions().setOpenTodos(project, session, open);
          });
    }
    return HookResult.SILENCE;
  }

  private static int openTodos(HookEvent event) {
    if (!(event.object("tool_input").get("todos") instanceof Iterable<?> todos)) {
      return 0;
    }
    int open = 0;
    for (Object todo : todos) {
      boolean done = todo instanceof Map<?, ?> fields && isOver(fields.get("status"));
      open += done ? 0 : 1;
    }
    return open;
  }

  private static boolean isOver(Object status) {
    return "completed".equals(status) || "cancelled".equals(status);
  }
}
