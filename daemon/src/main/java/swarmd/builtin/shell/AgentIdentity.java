package swarmd.builtin.shell;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;

/** Tells an agent's shell who the agent is, so that what it claims is its own. */
public final class AgentIdentity implements HookHandler {

  @Override
  public String name() {
    return "agent-identity";
  }

  @Override
  public String description() {
    return "tells `swarm` in an agent's shell which agent and session it is called by";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> identified =
        ShellCommand.of(event)
            .filter(command -> needsPrefix(event) && SwarmCall.isIn(command))
            .flatMap(command -> identified(event, command));
    return identified.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.completedFuture(
            HookResult.input(ShellCommand.inputWith(event, identified.get())));
  }

  /** A prefix hides `swarm` from the person's own permission rules, so it is the last resort. */
  private static boolean needsPrefix(HookEvent event) {
    return event.agent().isPresent() || !event.host().variables().sessionInShell();
  }

  private static Optional<String> identified(HookEvent event, String command) {
    return Identity.of(event)
        .map(Identity::prefix)
        .filter(prefix -> !command.startsWith(prefix))
        .map(prefix -> prefix + command);
  }
}
