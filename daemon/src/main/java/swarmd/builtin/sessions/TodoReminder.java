package swarmd.builtin.sessions;

import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.catalogue.EventKind;
import swarmd.hooks.Conversation;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.PerConversation;
import swarmd.hooks.TypedPrompt;
import swarmd.modes.OpenWork;
import swarmd.sessions.SessionQueries;
import swarmd.store.Store;
import swarmd.swarm.TaskQueries;

/**
 * Reminds a session's model of the work it left open, when it is resumed and with the prompt after
 * a stop: whatever a Stop's answer tells the model would keep it working.
 */
public final class TodoReminder implements HookHandler {
  /** Not after a compaction or /clear, when the session was just working. */
  private static final Set<String> SOURCES = Set.of("startup", "resume");

  private final Store store;
  private final PerConversation<AtomicInteger> reminders =
      new PerConversation<>(AtomicInteger::new);

  public TodoReminder(Store store) {
    this.store = store;
  }

  @Override
  public String name() {
    return "todo-continuation";
  }

  @Override
  public String description() {
    return "reminds a session of the work it left open";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.is(EventKind.PROMPT_SUBMITTED)) {
      return event.agent().isPresent() || TypedPrompt.of(event).isEmpty()
          ? HookResult.SILENCE
          : openWork(event).thenApply(open -> onPrompt(event, open));
    }
    return event.text("source").filter(SOURCES::contains).isEmpty()
        ? HookResult.SILENCE
        : openWork(event).thenApply(TodoReminder::onStart);
  }

  private CompletionStage<OpenWork> openWork(HookEvent event) {
    return store.read(
        snapshot ->
            OpenWork.of(
                event.project().get(),
                event.session().get(),
                snapshot.get(SessionQueries.class),
                snapshot.get(TaskQueries.class)));
  }

  private static HookResult onStart(OpenWork open) {
    return open.todos() == 0
        ? HookResult.NOTHING
        : HookResult.context(
            "swarmd: open todos from earlier in this session: %d; continue with them, or close those that are done."
                .formatted(open.todos()));
  }

  /** Once for each stop that the person was reminded at, since a Stop cannot tell the model. */
  private HookResult onPrompt(HookEvent event, OpenWork open) {
    AtomicInteger told = reminders.of(Conversation.of(event).orElseThrow());
    return open.reminders() <= told.getAndSet(open.reminders()) || open.isEmpty()
        ? HookResult.NOTHING
        : HookResult.context(
            "swarmd: when you last stopped, you left %s. Finish or close them, unless the user wants something else first."
                .formatted(open.summary()));
  }
}
