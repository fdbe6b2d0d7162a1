package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.SignsOfLife;
import swarmd.sessions.SubagentQueries;

/**
 * What keeps a lease that was not renewed. The first row that applies counts:
 *
 * <ul>
 *   <li>the host process lives, and a turn is running, a tool call is open, or a permission prompt
 *       waits for the person: until 2 h after the session's last event
 *   <li>the process is unknown, and a tool call or permission prompt is open: until 1 h after it
 *   <li>otherwise: for the lease's duration after the last event of the holder, or of its subagents
 *       if it is a main agent
 * </ul>
 *
 * A host whose process has ended needs no row: {@link swarmd.sessions.HostWatch} ends its session.
 */
public final class LeaseLife {
  private static final Condition HOST_LIVES = Facts::hostLives;
  private static final Condition HOST_UNKNOWN = facts -> !facts.hostLives;
  private static final Condition TURN_RUNNING = facts -> facts.signs.isTurnRunning();
  private static final Condition CALL_OPEN = facts -> facts.signs.isCallOpen();
  private static final Condition PERMISSION_AWAITED = facts -> facts.signs.isPermissionAwaited();

  private static final List<Row> TABLE =
      List.of(
          new Row(
              all(HOST_LIVES, any(TURN_RUNNING, CALL_OPEN, PERMISSION_AWAITED)),
              facts -> facts.signs.lastEvent() + Duration.ofHours(2).toMillis()),
          new Row(
              all(HOST_UNKNOWN, any(CALL_OPEN, PERMISSION_AWAITED)),
              facts -> facts.signs.lastEvent() + Duration.ofHours(1).toMillis()),
          new Row(otherwise -> true, facts -> facts.holderLastEvent + facts.lease));

  private final LivingSessions living;

  public LeaseLife(LivingSessions living) {
    this.living = living;
  }

  /** What the daemon knows. */
  private record Facts(boolean hostLives, SignsOfLife signs, long holderLastEvent, long lease) {}

  private record Row(Condition applies, End end) {}

  private interface Condition {
    boolean holds(Facts facts);
  }

  private interface End {
    long of(Facts facts);
  }

  /**
   * When the lease ends unless there is another sign of life: not before it says itself. A task
   * that was claimed outside any session lives by its own renewals.
   */
  public long keptUntil(Task task, BindingQueries bindings, SubagentQueries subagents) {
    Lease lease = task.lease().orElseThrow();
    return facts(task, lease, bindings, subagents)
        .map(facts -> Math.max(lease.expiresAt(), endFor(facts)))
        .orElse(lease.expiresAt());
  }

  private static long endFor(Facts facts) {
    return TABLE.stream()
        .filter(row -> row.applies.holds(facts))
        .findFirst()
        .map(row -> row.end.of(facts))
        .orElseThrow();
  }

  private Optional<Facts> facts(
      Task task, Lease lease, BindingQueries bindings, SubagentQueries subagents) {
    String project = task.swarm().project();
    return task.session()
        .flatMap(
            session ->
                living
                    .find(project, session)
                    .map(
                        signs ->
                            new Facts(
                                hostLives(project, session, bindings),
                                signs,
                                holderLastEvent(task, signs, subagents),
                                lease.durationMillis())));
  }

  /** A process that is watched lives, or its session is over in a moment. */
  private static boolean hostLives(String project, String session, BindingQueries bindings) {
    return bindings
        .find(session)
        .filter(binding -> binding.project().id().equals(project))
        .filter(binding -> binding.process().isPresent())
        .isPresent();
  }

  private static long holderLastEvent(Task task, SignsOfLife signs, SubagentQueries subagents) {
    return Holder.isMainAgent(task, subagents)
        ? signs.lastEvent()
        : signs.subagent(task.agent().orElseThrow()).map(SignsOfLife.Agent::lastEvent).orElse(0L);
  }

  private static Condition all(Condition... conditions) {
    return facts -> Stream.of(conditions).allMatch(condition -> condition.holds(facts));
  }

  private static Condition any(Condition... conditions) {
    return facts -> Stream.of(conditions).anyMatch(condition -> condition.holds(facts));
  }
}
