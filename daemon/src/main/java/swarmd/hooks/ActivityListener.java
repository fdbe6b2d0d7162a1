package swarmd.hooks;

import swarmd.store.Transaction;

/** Is called for every event of a known session, in the transaction that records it. */
public interface ActivityListener {
  void active(Transaction transaction, HookEvent event, long now);
}
