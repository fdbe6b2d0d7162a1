package swarmd.builtin.sessions;

import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.sessions.SubagentRepository;
import swarmd.store.RetriedWrites;
import swarmd.time.Time;

/** Records the start of a subagent; a host may also restart one that had ended. */
public final class SubagentStart implements HookHandler {
  private final RetriedWrites writes;
  private final Time time;

  public SubagentStart(RetriedWrites writes, Time time) {
    this.writes = writes;
    this.time = time;
  }

  @Override
  public String name() {
    return "subagent-tracker";
  }

  @Override
  public String description() {
    return "records running subagents and when they started";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (event.hasSession() && event.agent().isPresent()) {
      long now = time.millis();
      writes.submit(
          transaction ->
              transaction
                  .get(SubagentRepository.class)
                  .started(
                      event.project().get(),
                      event.session().get(),
                      event.agent().get(),
                      event.text("agent_type").filter(type -> !type.isBlank()),
                      now));
    }
    return HookResult.SILENCE;
  }
}
