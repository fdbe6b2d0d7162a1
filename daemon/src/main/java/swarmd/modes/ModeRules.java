package swarmd.modes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.sessions.Session;
import swarmd.store.Transaction;

/** Which modes may start, change and end. Each method is one step of a transaction. */
final class ModeRules {

  /** The session that is in a mode, or wants to be. */
  record Owner(String project, String session) {}

  Outcome<ActiveMode> start(
      Transaction transaction, Owner owner, Mode mode, Map<String, ?> fields, long now) {
    Optional<ActiveMode> conflicting = conflicting(transaction, owner, mode, now);
    if (conflicting.isPresent()) {
      return Outcome.refused(ErrorCode.MODE_CONFLICT, conflict(mode, conflicting.get(), now));
    }
    endReplaced(transaction, owner.project, mode, now);
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

  private static Optional<ActiveMode> conflicting(
      Transaction transaction, Owner owner, Mode mode, long now) {
    Predicate<ActiveMode> conflicts =
        other ->
            other.session().equals(owner.session)
                ? mode.conflictsInSession(other.mode())
                : mode.conflictsInProject(other.mode());
    return transaction
        .get(ModeRepository.class)
        .list(Optional.of(owner.project), Optional.empty())
        .stream()
        .filter(other -> !other.stale(now))
        .filter(conflicts)
        .findFirst();
  }

  /** A stale exclusive mode that is replaced must not come back with its session. */
  private static void endReplaced(Transaction transaction, String project, Mode mode, long now) {
    if (mode.exclusive()) {
      end(
          transaction,
          project,
          Optional.empty(),
          other -> other.mode().exclusive() && other.stale(now));
    }
  }

  private static String conflict(Mode wanted, ActiveMode holder, long now) {
    return "%s cannot start: session %s has been in %s mode for %d min; wait for it, or end it with: swarm mode stop %s --session %s"
        .formatted(
            wanted.label(),
            holder.session(),
            holder.mode().label(),
            (now - holder.startedAt()) / 60_000,
            holder.mode().label(),
            holder.session());
  }

  /** Ends the modes that match; a late hook does not bring them back. */
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
      Optional<ActiveMode> other = conflicting(transaction, owner, mode.mode(), now);
      if (other.isPresent()) {
        modes.delete(owner.project, owner.session, mode.mode());
        inTheWay.add(conflict(mode.mode(), other.get(), now));
      } else {
        modes.save(mode.checked(now));
        active.add(mode);
      }
    }
    List<ActiveMode> tooLate = modes.suspended(owner.project, owner.session, 0);
    tooLate.forEach(mode -> modes.delete(owner.project, owner.session, mode.mode()));
    return new Modes.Resumed(active, inTheWay, tooLate);
  }

  /** Ends the modes of a session that was silent for too long. */
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
}
