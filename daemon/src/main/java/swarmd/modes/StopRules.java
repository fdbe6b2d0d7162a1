package swarmd.modes;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookResult;
import swarmd.hooks.IdleHolds;
import swarmd.modes.ModeRules.Owner;
import swarmd.sessions.SessionRepository;
import swarmd.store.Transaction;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.SwarmSummary.State;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskRepository;
import swarmd.swarm.TaskStatus;

/**
 * Decides in one transaction whether a session may stop.
 *
 * @param modes the modes that may hold it
 * @param reminds whether the person is reminded of open work
 */
record StopRules(Set<Mode> modes, boolean reminds) {
  private static final int SHOWN_TASKS = 6;
  private static final int MAX_FAILED = 1_000;

  /**
   * A session that wants to stop.
   *
   * @param prd the project's PRD, read before the transaction
   * @param evidence for the modes that need it, read before the transaction
   * @param noTasks why the session gets no tasks for now
   */
  record Stop(
      Owner owner,
      HostProfile host,
      Optional<StopInputs.Prd> prd,
      Map<Mode, Evidence> evidence,
      Optional<String> noTasks,
      long at) {

    Stop withoutTasks(Optional<String> why) {
      return new Stop(owner, host, prd, evidence, why, at);
    }
  }

  /**
   * The first mode that holds answers. A mode that is over ends, and the next one is judged. The
   * reminder comes last.
   */
  HookResult judge(Transaction transaction, Stop stop) {
    HookResult answer = endStale(transaction.get(ModeRepository.class), stop);
    for (ActiveMode active : active(transaction.get(ModeRepository.class), stop.owner, stop.at)) {
      StopDecision decision = decide(transaction, stop, active);
      save(transaction.get(ModeRepository.class), active, decision.next(active, stop.at));
      answer = answer.and(decision.answer());
      if (answer.decides()) {
        return answer.decidedBy(active.mode().label());
      }
    }
    return answer.and(remind(transaction, stop.owner));
  }

  /** The session's modes that may hold its stop, in the order in which they are judged. */
  List<ActiveMode> active(ModeQueries stored, Owner owner, long now) {
    return stored.list(Optional.of(owner.project()), Optional.of(owner.session())).stream()
        .filter(active -> modes.contains(active.mode()) && !active.stale(now))
        .toList();
  }

  /** The session's modes that nothing was heard of for so long that they hold no more. */
  List<ActiveMode> stale(ModeQueries stored, Owner owner, long now) {
    return stored.list(Optional.of(owner.project()), Optional.of(owner.session())).stream()
        .filter(active -> modes.contains(active.mode()) && active.stale(now))
        .toList();
  }

  private HookResult endStale(ModeRepository stored, Stop stop) {
    List<ActiveMode> ended = stale(stored, stop.owner, stop.at);
    ended.forEach(active -> stored.delete(active.project(), active.session(), active.mode()));
    return ended.isEmpty()
        ? HookResult.NOTHING
        : HookResult.NOTHING.withSystemMessage(ModeNotice.silent(ended));
  }

  private static StopDecision decide(Transaction transaction, Stop stop, ActiveMode active) {
    StopDecision decision = active.state().onStop(inputs(transaction, stop, active));
    if (!(decision instanceof StopDecision.Hold)) {
      return decision;
    }
    if (active.holds() >= active.state().maxHolds()) {
      return new StopDecision.Over(ModeNotice.overLimit(active) + active.state().unfinished());
    }
    boolean allowed =
        IdleHolds.allowAnother(
            transaction.get(SessionRepository.class),
            stop.owner.project(),
            stop.owner.session(),
            stop.host.id(),
            stop.at);
    return allowed
        ? decision
        : new StopDecision.Release(ModeNotice.idle(active.mode(), IdleHolds.MAX, stop.host));
  }

  private static void save(ModeRepository stored, ActiveMode before, Optional<ActiveMode> after) {
    after.ifPresentOrElse(
        stored::save, () -> stored.delete(before.project(), before.session(), before.mode()));
  }

  private static StopInputs inputs(Transaction transaction, Stop stop, ActiveMode active) {
    Optional<String> name = active.state().watchedSwarm();
    Evidence evidence = stop.evidence.getOrDefault(active.mode(), Evidence.NONE);
    if (name.isEmpty()) {
      return new StopInputs(
          stop.prd, Optional.empty(), List.of(), Optional.empty(), List.of(), evidence);
    }
    TaskRepository tasks = transaction.get(TaskRepository.class);
    Optional<SwarmSummary> summary =
        tasks.summaries(Optional.of(active.project())).stream()
            .filter(swarm -> swarm.id().name().equals(name.get()))
            .filter(swarm -> swarm.state() != State.COMPLETE || swarm.since() >= active.startedAt())
            .findFirst();
    return new StopInputs(
        stop.prd,
        summary,
        tasks.claimable(active.project(), name, SHOWN_TASKS, stop.at),
        tasks
            .later(active.project(), name, List.of(), stop.at)
            .map(later -> Duration.ofMillis(later.next() - stop.at)),
        failed(tasks, active, name),
        evidence,
        stop.noTasks);
  }

  /** What failed before the mode began is not its work. */
  private static List<Task> failed(
      TaskRepository tasks, ActiveMode active, Optional<String> swarm) {
    return tasks
        .list(
            TaskFilter.of(
                Optional.of(active.project()),
                swarm,
                Optional.of(TaskStatus.FAILED),
                0,
                MAX_FAILED))
        .stream()
        .filter(task -> task.finishedAt().orElse(0L) >= active.startedAt())
        .toList();
  }

  private HookResult remind(Transaction transaction, Owner owner) {
    if (!reminds) {
      return HookResult.NOTHING;
    }
    SessionRepository sessions = transaction.get(SessionRepository.class);
    OpenWork open = OpenWork.of(owner, sessions, transaction.get(TaskRepository.class));
    if (!open.needsReminder()) {
      return HookResult.NOTHING;
    }
    sessions.setReminders(owner.project(), owner.session(), open.reminders() + 1);
    return open.reminder();
  }
}
