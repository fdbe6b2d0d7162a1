package swarmd.hooks;

import java.util.Set;

/** What models have been told and need not be told again, within one transaction. */
public interface DeliveryRepository {

  Set<String> of(Conversation conversation);

  void add(Conversation conversation, String what, long now);

  /** A session's models have forgotten all. */
  void forget(String project, String session);
}
