package swarmd.swarm;

import java.util.List;
import java.util.function.Predicate;
import swarmd.store.Transaction;

/** What the events of a session do to the tasks that its agents hold. */
public interface SessionLeases {

  /**
   * Renews leases of a session that showed a sign of life. It skips those that were renewed a
   * moment ago.
   *
   * @param belongsToAgent selects the session's tasks that belong to the active agent
   */
  void renewHeld(
      Transaction transaction,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      long now);

  /**
   * Gives back tasks of a session when it or one of its agents has left, and returns them.
   *
   * @param belongsToAgent selects the session's tasks that belong to the agents that left
   */
  List<Task> releaseHeld(
      Transaction transaction,
      String project,
      String session,
      Predicate<Task> belongsToAgent,
      String note,
      long now);

  /**
   * Ends all leases of a session whose host died, as if they had expired, and returns the tasks.
   */
  List<Task> abandonHeld(
      Transaction transaction, String project, String session, String why, long now);

  /** Of tasks in the daemon's own database. */
  static SessionLeases local(TaskRules rules) {
    return new SessionLeases() {
      @Override
      public void renewHeld(
          Transaction transaction,
          String project,
          String session,
          Predicate<Task> belongsToAgent,
          long now) {
        rules.renewHeld(
            transaction.get(TaskRepository.class), project, session, belongsToAgent, now);
      }

      @Override
      public List<Task> releaseHeld(
          Transaction transaction,
          String project,
          String session,
          Predicate<Task> belongsToAgent,
          String note,
          long now) {
        return rules.releaseHeld(
            transaction.get(TaskRepository.class), project, session, belongsToAgent, note, now);
      }

      @Override
      public List<Task> abandonHeld(
          Transaction transaction, String project, String session, String why, long now) {
        return rules.abandonHeld(transaction.get(TaskRepository.class), project, session, why, now);
      }
    };
  }
}
