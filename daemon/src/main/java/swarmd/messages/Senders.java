package swarmd.messages;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Binding;
import swarmd.sessions.Caller;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Sessions;
import swarmd.sessions.SubagentQueries;
import swarmd.store.Store;
import swarmd.swarm.Actor;

/**
 * Finds the sender of a message by the calling process and the binding of its session, not by the
 * caller's own claims.
 */
public final class Senders {
  private final Store store;
  private final Sessions sessions;
  private final String user;
  private final Optional<String> workstation;

  /**
   * @param user the owner of the daemon, who alone can reach it
   * @param workstation this one, if a team knows it
   */
  public Senders(Store store, Sessions sessions, String user, Optional<String> workstation) {
    this.store = store;
    this.sessions = sessions;
    this.user = user;
    this.workstation = workstation;
  }

  /** Refused to an agent of another project. Does not block. */
  public CompletableFuture<Outcome<Sender>> identify(Caller caller, String project) {
    if (!(caller instanceof Caller.Agent agent)) {
      return CompletableFuture.completedFuture(
          Outcome.ok(
              sender(Actor.of(caller, Optional.of(user).filter(name -> caller.isPerson())))));
    }
    return sessions
        .find(agent.session())
        .thenCompose(
            binding ->
                binding.isPresent()
                    ? identify(agent, binding.get(), project)
                    : CompletableFuture.completedFuture(Outcome.ok(sender(Actor.UNKNOWN))));
  }

  private CompletableFuture<Outcome<Sender>> identify(
      Caller.Agent agent, Binding binding, String project) {
    String bound = binding.project().id();
    if (!bound.equals(project)) {
      return CompletableFuture.completedFuture(
          Outcome.refused(
              ErrorCode.FORBIDDEN,
              "your session works in %s, and messages go only to agents of the same project"
                  .formatted(bound)));
    }
    String session = agent.session();
    return subagent(agent, bound)
        .thenApply(
            subagent ->
                Outcome.ok(
                    sender(
                        new Actor(
                            Actor.Kind.AGENT,
                            Optional.of(subagent.orElseGet(() -> MainAgent.nameIn(session))),
                            Optional.of(session)))));
  }

  /** A name that no subagent of the session has means nothing. */
  private CompletableFuture<Optional<String>> subagent(Caller.Agent agent, String project) {
    if (agent.name().isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return store.read(
        snapshot ->
            agent
                .name()
                .filter(
                    name ->
                        snapshot
                            .get(SubagentQueries.class)
                            .find(project, agent.session(), name)
                            .isPresent()));
  }

  private Sender sender(Actor actor) {
    return new Sender(actor, workstation);
  }
}
