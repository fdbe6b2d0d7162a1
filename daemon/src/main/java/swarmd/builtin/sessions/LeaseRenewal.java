package swarmd.builtin.sessions;

import swarmd.catalogue.EventKind;
import swarmd.hooks.ActivityListener;
import swarmd.hooks.HookEvent;
import swarmd.sessions.SubagentQueries;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;
import swarmd.swarm.Holder;
import swarmd.swarm.SessionLeases;

/** Renews the leases of an agent, and of its main agent, whenever it shows that it is alive. */
public final class LeaseRenewal implements ActivityListener {
  private final SessionLeases leases;

  public LeaseRenewal(SessionLeases leases) {
    this.leases = leases;
  }

  @Override
  public void active(Transaction transaction, HookEvent event, long now) {
    if (event.is(EventKind.SESSION_END)) {
      return;
    }
    SubagentQueries subagents = transaction.get(SubagentRepository.class);
    leases.renewHeld(
        transaction,
        event.project().orElseThrow(),
        event.session().orElseThrow(),
        task -> Holder.isOrWorksFor(event.session(), event.agent(), task, subagents),
        now);
  }
}
