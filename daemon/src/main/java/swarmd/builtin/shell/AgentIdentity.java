package swarmd.builtin.shell;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostSettings;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.settings.Permissions;

/** Exports an agent's identity in its shell, so that `swarm` claims tasks in its name. */
public final class AgentIdentity implements HookHandler {
  private final OwnCommands own;

  public AgentIdentity(Permissions permissions) {
    own = new OwnCommands(permissions);
  }

  @Override
  public String name() {
    return "agent-identity";
  }

  @Override
  public String description() {
    return "passes the agent and session to `swarm` calls in an agent's shell";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    Optional<String> withIdentity =
        ShellCommand.of(event)
            .filter(command -> needsPrefix(event) && SwarmCall.isIn(command))
            .flatMap(command -> withIdentity(event, command));
    return withIdentity.isEmpty()
        ? HookResult.SILENCE
        : CompletableFuture.completedFuture(
            HookResult.input(ShellCommand.inputWith(event, withIdentity.get())));
  }

  /** A prefix hides `swarm` from the user's own permission rules, so it is a last resort. */
  private static boolean needsPrefix(HookEvent event) {
    return event.agent().isPresent() || !event.host().variables().sessionInShell();
  }

  private Optional<String> withIdentity(HookEvent event, String command) {
    return Identity.of(event)
        .map(identity -> withIdentity(identity, event, command))
        .filter(changed -> !changed.equals(command));
  }

  /** Only what we have checked gets the form that an installed policy allows. */
  private String withIdentity(Identity identity, HookEvent event, String command) {
    String written = Prefixes.removeFrom(command, event);
    if (hasPolicy(event.host()) && own.contain(written)) {
      return identity.checked(written.strip());
    }
    return command.startsWith(identity.prefix()) ? command : identity.prefix() + command;
  }

  private static boolean hasPolicy(HostProfile host) {
    return host.settings().filter(HostSettings::userPolicies).isPresent();
  }
}
