package swarmd.builtin.sessions;

import java.time.Duration;
import swarmd.hooks.DeliveryRepository;
import swarmd.modes.ModeRepository;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.FileEditRepository;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Transaction;
import swarmd.swarm.TaskRepository;

/** How long sessions are kept, and what is deleted with them. */
public final class SessionRetention {
  static final Duration KEPT = Duration.ofDays(7);

  private SessionRetention() {}

  /** Deletes older sessions and everything that belongs to them; returns how many. */
  public static int forgetBefore(Transaction transaction, long lastSeen) {
    int forgotten = transaction.get(SessionRepository.class).forgetBefore(lastSeen);
    transaction.get(SubagentRepository.class).forgetBefore(lastSeen);
    transaction.get(FileEditRepository.class).forgetBefore(lastSeen);
    transaction.get(ModeRepository.class).forgetBefore(lastSeen);
    transaction.get(DeliveryRepository.class).forgetWithoutSession();
    transaction.get(BindingRepository.class).forgetBefore(lastSeen);
    transaction.get(TaskRepository.class).forgetLostBefore(lastSeen);
    return forgotten;
  }
}
