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

/** Notes that a session begins, and forgets what was last seen long ago. */
public final class SessionStart implements HookHandler {
  private static final String COMPACTED = "compact";

  /** After these a model knows nothing of what it was told. */
  private static final Set<String> FORGETFUL = Set.of(COMPACTED, "clear");

  private final Store store;
  private final SessionClosing closing;
  private final DeliveryLog told;
  private final Time time;

  public SessionStart(Store store, SessionClosing closing, DeliveryLog told, Time time) {
    this.store = store;
    this.closing = closing;
    this.told = told;
    this.time = time;
  }

  @Override
  public String name() {
    return "session-start";
  }

  @Override
  public String description() {
    return "notes that a session begins";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    if (event.text("source").filter(FORGETFUL::contains).isPresent()) {
      told.forget(event.project().get(), event.session().get());
    }
    boolean compacted = event.text("source").filter(COMPACTED::equals).isPresent(); // it goes on
    long now = time.millis();
    return store.write(
        transaction -> {
          if (!compacted) {
            transaction
                .get(SessionRepository.class)
                .started(event.project().get(), event.session().get(), event.host().id(), now);
          }
          SessionRetention.forgetBefore(transaction, now - SessionRetention.KEPT.toMillis());
          return notice(event);
        });
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
