package swarmd.hooks;

import java.util.Set;

/** The texts that models have received and need not get again, within one transaction. */
public interface DeliveryRepository {

  Set<String> of(Conversation conversation);

  void add(Conversation conversation, String key, long now);

  /** Forgets all deliveries to a session whose models have lost their context. */
  void forget(String project, String session);
}
