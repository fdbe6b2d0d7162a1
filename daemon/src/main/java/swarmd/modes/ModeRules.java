package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.store.Transaction;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.SwarmSummary.State;
import swarmd.swarm.TaskRepository;

/** What is allowed with modes, and what a Stop finds. Each method is one step of a transaction. */
final class ModeRules {
  /** So often in a row is a stop held without any tool used in between. */
  private static final int MAX_IDLE_HOLDS = 3;

  private static final int SHOWN_TASKS = 6;

  /** The session that is in a mode, or wants to be. */
  record Owner(String project, String session) {}

  Outcome<ActiveMode> start(
      Transaction transaction, Owner owner, Mode mode, Map<String, ?> fields, long now) {
    Optional<ActiveMode> inTheWay = inTheWay(transaction, owner, mode, now);
    if (inTheWay.isPresent()) {
      return Outcome.refused(ErrorCode.MODE_CONFLICT, conflict(mode, inTheWay.get(), now));
    }
    endStaleBefore(transaction, owner.project, mode, now);
    ActiveMode before =
        current(transaction, owner, mode, now)
            .orElseGet(
                () ->
                    new ActiveMode(
                        owner.project, owner.session, ModeState.initial(mode), now, now, 0, 0));
    return changed(transaction, before, fields);
  }

  Outcome<ActiveMode> change(
      Transaction transaction, Owner owner, Mode mode, Map<String, ?> fields, long now) {
    return current(transaction, owner, mode, now)
        .map(before -> changed(transaction, before, fields))
        .orElseGet(
            () ->
                Outcome.refused(
                    ErrorCode.NOT_FOUND,
                    "%s is not active in session %s; start it with: swarm mode start %s --session %s"
                        .formatted(mode.label(), owner.session, mode.label(), owner.session)));
  }

  private static Outcome<ActiveMode> changed(
      Transaction transaction, ActiveMode before, Map<String, ?> fields) {
    try {
      ActiveMode after = before.withState(before.state().with(fields));
      transaction.get(ModeRepository.class).save(after);
      return Outcome.ok(after);
    } catch (InvalidModeField e) {
      return Outcome.refused(ErrorCode.INVALID_REQUEST, e.getMessage());
    }
  }

  private static Optional<ActiveMode> current(
      Transaction transaction, Owner owner, Mode mode, long now) {
    return transaction
        .get(ModeRepository.class)
        .find(owner.project, owner.session, mode)
        .filter(found -> !found.stale(now));
  }

  private static Optional<ActiveMode> inTheWay(
      Transaction transaction, Owner owner, Mode mode, long now) {
    Predicate<ActiveMode> own = other -> other.session().equals(owner.session);
    Predicate<ActiveMode> excluded =
        switch (mode) {
          case RALPH -> own.and(other -> other.mode() == Mode.ULTRAQA);
          case ULTRAQA -> own.and(other -> other.mode() == Mode.RALPH);
          case ULTRAWORK -> other -> false;
          case AUTOPILOT, ULTRAPILOT, SWARM, PIPELINE ->
              other -> other.mode().exclusive() && !(own.test(other) && other.mode() == mode);
        };
    return transaction
        .get(ModeRepository.class)
        .list(Optional.of(owner.project), Optional.empty())
        .stream()
        .filter(other -> !other.stale(now))
        .filter(excluded)
        .findFirst();
  }

  /** One that another has taken the place of does not come back with its session. */
  private static void endStaleBefore(Transaction transaction, String project, Mode mode, long now) {
    if (mode.exclusive()) {
      end(
          transaction,
          project,
          Optional.empty(),
          other -> other.mode().exclusive() && other.stale(now));
    }
  }

  private static String conflict(Mode wanted, ActiveMode holder, long now) {
    return "%s cannot start: session %s is in %s since %d min; wait for it, or end it with: swarm mode stop %s --session %s"
        .formatted(
            wanted.label(),
            holder.session(),
            holder.mode().label(),
            (now - holder.startedAt()) / 60_000,
            holder.mode().label(),
            holder.session());
  }

  /** Ends what is there and matches; a late hook does not bring it back. */
  List<ActiveMode> end(
      Transaction transaction, String project, Optional<String> session, Optional<Mode> mode) {
    return end(
        transaction, project, session, active -> mode.isEmpty() || active.mode() == mode.get());
  }

  List<ActiveMode> suspend(Transaction transaction, Owner owner, long now) {
    ModeRepository modes = transaction.get(ModeRepository.class);
    List<ActiveMode> active = modes.list(Optional.of(owner.project), Optional.of(owner.session));
    modes.suspend(owner.project, owner.session, now);
    return active;
  }

  /** Modes come back within two hours of their session's end, unless another is in their way. */
  Modes.Resumed resume(Transaction transaction, Owner owner, long now) {
    ModeRepository modes = transaction.get(ModeRepository.class);
    List<ActiveMode> active = new ArrayList<>();
    List<String> inTheWay = new ArrayList<>();
    for (ActiveMode mode :
        modes.suspended(owner.project, owner.session, now - Session.STALE.toMillis())) {
      Optional<ActiveMode> other = inTheWay(transaction, owner, mode.mode(), now);
      if (other.isPresent()) {
        modes.delete(owner.project, owner.session, mode.mode());
        inTheWay.add(conflict(mode.mode(), other.get(), now));
      } else {
        modes.save(mode.checked(now));
        active.add(mode);
      }
    }
    return new Modes.Resumed(active, inTheWay);
  }

  /** Ends those of a session that it has not been heard of for too long. */
  List<ActiveMode> endStale(Transaction transaction, Owner owner, long now) {
    return end(transaction, owner.project, Optional.of(owner.session), active -> active.stale(now));
  }

  private static List<ActiveMode> end(
      Transaction transaction,
      String project,
      Optional<String> session,
      Predicate<ActiveMode> which) {
    List<ActiveMode> ended =
        transaction.get(ModeRepository.class).list(Optional.of(project), session).stream()
            .filter(which)
            .toList();
    ended.forEach(
        active ->
            transaction.get(ModeRepository.class).delete(project, active.session(), active.mode()));
    return ended;
  }

  /** Empty where the mode has no say. */
  Optional<StopAnswer> stop(
      Transaction transaction,
      Owner owner,
      Mode mode,
      String host,
      Optional<StopInputs.Prd> prd,
      long now) {
    return current(transaction, owner, mode, now)
        .map(active -> judge(transaction, active, host, prd, now));
  }

  private static StopAnswer judge(
      Transaction transaction,
      ActiveMode active,
      String host,
      Optional<StopInputs.Prd> prd,
      long now) {
    String project = active.project();
    String session = active.session();
    transaction.get(SessionRepository.class).seen(project, session, host, now);
    int idle =
        transaction
            .get(SessionRepository.class)
            .find(project, session)
            .map(Session::idleHolds)
            .orElse(0);
    if (idle >= MAX_IDLE_HOLDS) {
      transaction.get(SessionRepository.class).setIdleHolds(project, session, 0);
      transaction.get(ModeRepository.class).save(active.checked(now));
      return new StopAnswer.LetGo(
          "%s let the session stop: it was told to go on %d times in a row and used no tool. It is still active; end it with: swarm mode stop %s"
              .formatted(active.mode().label(), idle, active.mode().label()));
    }
    Verdict verdict =
        withinLimit(active, active.state().onStop(evidence(transaction, active, prd)));
    if (verdict instanceof Verdict.Hold hold) {
      transaction.get(SessionRepository.class).setIdleHolds(project, session, idle + 1);
      transaction.get(ModeRepository.class).save(active.held(hold.next(), now));
      return new StopAnswer.GoOn(hold.reason());
    }
    transaction.get(ModeRepository.class).delete(project, session, active.mode());
    return new StopAnswer.Ended(((Verdict.Over) verdict).message());
  }

  /** What is done by then is over because it is done. */
  private static Verdict withinLimit(ActiveMode active, Verdict verdict) {
    return verdict instanceof Verdict.Hold && active.holds() >= active.state().maxHolds()
        ? new Verdict.Over(
            "%s has held the session %d times, its limit, and is over; the work may not be done"
                .formatted(active.mode().label(), active.holds()))
        : verdict;
  }

  private static StopInputs evidence(
      Transaction transaction, ActiveMode active, Optional<StopInputs.Prd> prd) {
    if (!(active.state() instanceof SwarmState state)) {
      return new StopInputs(prd, Optional.empty(), List.of());
    }
    Optional<SwarmSummary> summary =
        transaction.get(TaskRepository.class).summaries(Optional.of(active.project())).stream()
            .filter(swarm -> swarm.id().name().equals(state.swarm()))
            .filter(swarm -> swarm.state() != State.COMPLETE || swarm.since() >= active.startedAt())
            .findFirst();
    return new StopInputs(
        Optional.empty(),
        summary,
        transaction
            .get(TaskRepository.class)
            .claimable(active.project(), Optional.of(state.swarm()), SHOWN_TASKS));
  }
}
