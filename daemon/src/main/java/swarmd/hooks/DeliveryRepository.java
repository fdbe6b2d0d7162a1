package swarmd.hooks;

import java.util.Set;

/** What has been delivered to models and need not be repeated, within one transaction. */
public interface DeliveryRepository {

  Set<String> of(Conversation conversation);

  void add(Conversation conversation, String what, long now);

  /** Forgets all deliveries to a session: its models no longer know them. */
  void forget(String project, String session);

  /** Forgets deliveries to sessions that are gone. */
  void forgetWithoutSession();
}
