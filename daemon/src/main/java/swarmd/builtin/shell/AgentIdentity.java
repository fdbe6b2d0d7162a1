package swarmd.builtin.shell;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfile.Variables;
import swarmd.catalogue.HostSettings;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.ReviewerCommand;
import swarmd.sessions.CallTickets;
import swarmd.settings.Permissions;

/** Exports an agent's identity in its shell, so that `swarm` claims tasks in its name. */
public final class AgentIdentity implements HookHandler {
  /** Reading a longer command takes more than a moment. */
  private static final int LONG = 8 << 10;

  private final OwnCommands own;
  private final CallTickets tickets;
  private final Executor longRunning;

  /**
   * @param longRunning runs the code that takes long
   */
  public AgentIdentity(Permissions permissions, CallTickets tickets, Executor longRunning) {
    own = new OwnCommands(permissions);
    this.tickets = tickets;
    this.longRunning = longRunning;
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
    Optional<String> command =
        ShellCommand.of(event).filter(text -> needsPrefix(event) && SwarmCall.mayBeIn(text));
    if (command.isEmpty()) {
      return HookResult.SILENCE;
    }
    return command.get().length() < LONG
        ? CompletableFuture.completedFuture(result(event, command.get()))
        : CompletableFuture.supplyAsync(() -> result(event, command.get()), longRunning);
  }

  private HookResult result(HookEvent event, String command) {
    return Optional.of(command)
        .filter(SwarmCall::isIn)
        .flatMap(text -> withIdentity(event, text))
        .map(changed -> HookResult.input(ShellCommand.inputWith(event, changed)))
        .orElse(HookResult.NOTHING);
  }

  /**
   * A prefix hides `swarm` from the user's own permission rules, so it is a last resort: for hosts
   * whose own variables do not name the agent, and for a verdict, which needs a proof.
   */
  private static boolean needsPrefix(HookEvent event) {
    Variables variables = event.host().variables();
    return !variables.sessionInShell()
        || event.agent().isPresent() && variables.agent().isEmpty()
        || ReviewerCommand.isIn(event);
  }

  private Optional<String> withIdentity(HookEvent event, String command) {
    return Identity.of(event)
        .map(identity -> withIdentity(identity, event, command))
        .filter(changed -> !changed.equals(command));
  }

  /** Only what we have checked gets the form that an installed policy allows. */
  private String withIdentity(Identity identity, HookEvent event, String command) {
    String written = Prefixes.removeFrom(command, event);
    if (event.proven() && ReviewerCommand.isIn(event) && event.text("tool_use_id").isPresent()) {
      CallTickets.Call call =
          new CallTickets.Call(
              identity.session(), identity.agent(), event.text("tool_use_id").get());
      return identity.prefixWith(tickets.issue(call)) + identity.removePrefixFrom(command);
    }
    if (hasPolicy(event.host()) && own.contain(written)) {
      return identity.checked(written.strip());
    }
    return command.startsWith(identity.prefix()) ? command : identity.prefix() + command;
  }

  private static boolean hasPolicy(HostProfile host) {
    return host.settings().filter(HostSettings::userPolicies).isPresent();
  }
}
