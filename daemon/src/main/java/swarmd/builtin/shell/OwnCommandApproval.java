package swarmd.builtin.shell;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.settings.Permissions;

/**
 * Allows a command line that is nothing but one of the agent's own `swarm` commands before the host
 * asks for it. A session without a person at the terminal could not end its work otherwise.
 */
public final class OwnCommandApproval implements HookHandler {
  private static final CompletionStage<HookResult> ALLOWED =
      CompletableFuture.completedStage(HookResult.allow());

  private final OwnCommands own;

  public OwnCommandApproval(Permissions permissions) {
    own = new OwnCommands(permissions);
  }

  @Override
  public String name() {
    return "own-command-approval";
  }

  @Override
  public String description() {
    return "allows an agent's own `swarm` commands without a permission prompt";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    return ShellCommand.of(event)
            .filter(SwarmCall::mayBeIn) // few are ours, and the rest costs more than this look
            .map(command -> Prefixes.removeFrom(command, event))
            .filter(own::contain)
            .isPresent()
        ? ALLOWED
        : HookResult.SILENCE;
  }
}
