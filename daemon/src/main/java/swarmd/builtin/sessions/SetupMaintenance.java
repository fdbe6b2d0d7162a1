package swarmd.builtin.sessions;

import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.retention.DataKind;
import swarmd.retention.Pruner;
import swarmd.retention.Pruner.Report;

/** Deletes old data of all projects now, and not only within the hour. */
public final class SetupMaintenance implements HookHandler {
  private final Pruner pruner;

  public SetupMaintenance(Pruner pruner) {
    this.pruner = pruner;
  }

  @Override
  public String name() {
    return "setup";
  }

  @Override
  public String description() {
    return "deletes old data";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return pruner.prune().thenApply(SetupMaintenance::result);
  }

  private static HookResult result(Report report) {
    return HookResult.NOTHING.withSystemMessage(
        "swarmd: deleted old data (sessions: %d, tasks: %d, events: %d, long texts: %d)"
            .formatted(
                report.of(DataKind.SESSIONS),
                report.of(DataKind.TASKS),
                report.of(DataKind.EVENTS) + report.of(DataKind.HOOK_EVENTS),
                report.of(DataKind.LONG_TEXTS)));
  }
}
