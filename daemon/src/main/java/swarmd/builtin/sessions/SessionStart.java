package swarmd.builtin.sessions;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.DeliveryLog;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.SessionRepository;
import swarmd.store.Store;
import swarmd.time.Time;

/** Records the start of a session. */
public final class SessionStart implements HookHandler {
  private static final String COMPACTED = "compact";

  /** After these, the model has lost all earlier context. */
  private static final Set<String> CONTEXT_LOST = Set.of(COMPACTED, "clear");

  private final Store store;
  private final SessionClosing closing;
  private final DeliveryLog deliveries;
  private final Time time;

  public SessionStart(Store store, SessionClosing closing, DeliveryLog deliveries, Time time) {
    this.store = store;
    this.closing = closing;
    this.deliveries = deliveries;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-start";
  }

  @Override
  public String description() {
    return "records the start of a session";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.text("source").filter(CONTEXT_LOST::contains).isPresent()) {
      deliveries.forget(event.project().get(), event.session().get());
    }
    boolean compacted = event.text("source").filter(COMPACTED::equals).isPresent(); // same session
    long now = time.millis();
    return store
        .write(
            transaction -> {
              if (!compacted) {
                transaction
                    .get(SessionRepository.class)
                    .started(event.project().get(), event.session().get(), event.host().id(), now);
              }
              return true;
            })
        .thenApply(stored -> notice(event)); // after the write that ended the session before
  }

  private HookResult notice(HookEvent event) {
    boolean cleared = event.text("source").filter("clear"::equals).isPresent();
    Optional<String> modes =
        cleared ? closing.takeCleared(event.project().get(), event.host().id()) : Optional.empty();
    return modes
        .map(
            ended ->
                HookResult.NOTHING.withSystemMessage(
                    "swarmd: %s ended with /clear; name it in a prompt to start it again"
                        .formatted(ended)))
        .orElse(HookResult.NOTHING);
  }
}
