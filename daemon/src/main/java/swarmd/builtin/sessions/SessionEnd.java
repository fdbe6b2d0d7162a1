package swarmd.builtin.sessions;

import java.util.concurrent.CompletionStage;
import swarmd.builtin.sessions.SessionClosing.Ending;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Closes a session when its host reports its end. */
public final class SessionEnd implements HookHandler {
  private final SessionClosing closing;
  private final EditLog edits;
  private final Notices notices;

  public SessionEnd(SessionClosing closing, EditLog edits, Notices notices) {
    this.closing = closing;
    this.edits = edits;
    this.notices = notices;
  }

  @Override
  public String name() {
    return "session-end";
  }

  @Override
  public String description() {
    return "ends the session's modes, releases its tasks, records a summary";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession()) {
      return HookResult.SILENCE;
    }
    String project = event.project().get();
    String session = event.session().get();
    edits.forget(project, session);
    notices.forget(project, session);
    Ending ending =
        event.text("reason").filter("clear"::equals).isPresent() ? Ending.CLEARED : Ending.ENDED;
    return closing
        .close(project, session, event.host().id(), ending)
        .thenApply(summary -> summary.map(HookResult.NOTHING::withNote).orElse(HookResult.NOTHING));
  }
}
