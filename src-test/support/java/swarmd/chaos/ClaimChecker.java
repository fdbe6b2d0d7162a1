package swarmd.chaos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import swarmd.chaos.ClientLog.Acknowledged;
import swarmd.chaos.ClientLog.Added;
import swarmd.chaos.ClientLog.Claimed;
import swarmd.chaos.ClientLog.Entry;
import swarmd.chaos.ClientLog.Held;
import swarmd.chaos.ClientLog.Refused;
import swarmd.chaos.ClientLog.Sent;
import swarmd.chaos.StoredFacts.Event;
import swarmd.chaos.StoredFacts.Task;

/**
 * Compares what clients were told with what is stored, and names every broken promise. It knows
 * nothing of the daemon's code.
 */
public final class ClaimChecker {
  private static final Map<String, String> EVENT_OF_STEP =
      Map.of("complete", "completed", "fail", "failed", "release", "released");
  private static final Set<String> ENDS_A_LEASE =
      Set.of("released", "expired", "completed", "failed", "cancelled");

  private final List<Entry> log;
  private final StoredFacts stored;
  private final Map<Long, Event> claims = new TreeMap<>();
  private final Map<Long, Event> ends = new TreeMap<>();
  private final Map<Long, Long> latestFence = new HashMap<>();
  private final List<String> violations = new ArrayList<>();

  private ClaimChecker(List<Entry> log, StoredFacts stored) {
    this.log = log;
    this.stored = stored;
  }

  /** Returns what is wrong; nothing if every promise was kept. */
  public static List<String> violations(List<Entry> log, StoredFacts stored) {
    ClaimChecker checker = new ClaimChecker(log, stored);
    checker.checkHistory();
    checker.checkFinalState();
    checker.checkRequestIds();
    checker.checkAcknowledgements();
    checker.checkEnds();
    checker.checkOverlaps();
    return checker.violations;
  }

  private void check(boolean kept, String violation, Object about) {
    if (!kept) {
      violations.add(violation + ": " + about);
    }
  }

  /** Each task has one holder at a time, its fences grow, and it is done at most once. */
  private void checkHistory() {
    Map<Long, Long> holder = new HashMap<>();
    Set<Long> done = new HashSet<>();
    for (Event event : stored.events()) {
      if (event.kind().equals("claimed")) {
        check(!holder.containsKey(event.task()), "claimed while another held it", event);
        check(
            latestFence.getOrDefault(event.task(), 0L) < event.fence(),
            "the fence did not grow",
            event);
        holder.put(event.task(), event.fence());
        latestFence.put(event.task(), event.fence());
        claims.put(event.fence(), event);
      } else if (ENDS_A_LEASE.contains(event.kind()) && event.fence() != 0) {
        check(
            Optional.of(event.fence()).equals(Optional.ofNullable(holder.remove(event.task()))),
            "a lease ended that was not the current one",
            event);
        check(ends.put(event.fence(), event) == null, "a lease ended twice", event);
      }
      if (event.kind().equals("completed")) {
        check(done.add(event.task()), "done twice", event);
      }
    }
  }

  /** A task is held by the lease that the history says. */
  private void checkFinalState() {
    for (Task task : stored.tasks().values()) {
      Optional<Long> current =
          Optional.ofNullable(latestFence.get(task.id())).filter(fence -> !ends.containsKey(fence));
      check(
          task.status().equals("claimed")
              ? current.equals(Optional.of(task.fence()))
              : current.isEmpty(),
          "the history says another holder",
          task);
    }
  }

  /** A repeated request id never gives another claim. */
  private void checkRequestIds() {
    Map<String, Held> answered = new HashMap<>();
    Set<String> stories = new HashSet<>();
    for (Entry entry : log) {
      if (entry instanceof Claimed claimed) {
        Held first = answered.putIfAbsent(claimed.requestId(), claimed.held());
        check(
            first == null || first.equals(claimed.held()),
            "a repeated request got another claim than " + first,
            claimed);
      }
    }
    for (Event claim : claims.values()) {
      check(
          claim.requestId().isEmpty() || stories.add(claim.agent() + " " + claim.requestId()),
          "one request claimed twice",
          claim);
    }
  }

  /** Nothing that was acknowledged is lost. */
  private void checkAcknowledgements() {
    for (Entry entry : log) {
      if (entry instanceof Added added) {
        check(stored.tasks().containsKey(added.task()), "an added task is lost", added);
      } else if (entry instanceof Claimed claimed) {
        checkClaimed(claimed);
      } else if (entry instanceof Acknowledged step && EVENT_OF_STEP.containsKey(step.step())) {
        checkStep(step);
      } else if (entry instanceof Refused refused) {
        check(
            ends.containsKey(refused.held().fence()),
            "refused, although the lease never ended",
            refused);
      }
    }
  }

  private void checkClaimed(Claimed claimed) {
    Event claim = claims.get(claimed.held().fence());
    check(
        claim != null
            && claim.task() == claimed.held().task()
            && claim.token().equals(claimed.held().token())
            && claim.requestId().equals(claimed.requestId())
            && claim.agent().equals(claimed.client()),
        "an acknowledged claim is lost",
        claimed);
  }

  private void checkStep(Acknowledged step) {
    Event end = ends.get(step.held().fence());
    check(
        end != null && end.kind().equals(EVENT_OF_STEP.get(step.step())),
        "an acknowledged " + step.step() + " is lost",
        step);
    Task task = stored.tasks().get(step.held().task());
    if (step.step().equals("complete")) {
      check(
          task != null && task.status().equals("done") && task.result().equals(step.text()),
          "an acknowledged result is lost",
          step);
      check(
          latestFence.getOrDefault(step.held().task(), 0L) == step.held().fence(),
          "completed by a holder that had lost the task",
          step);
    } else if (step.step().equals("fail")) {
      check(
          task != null && task.status().equals("failed") && task.error().equals(step.text()),
          "an acknowledged failure is lost",
          step);
    }
  }

  /** A lease that the holder knew of ends by its own step, or by running out. */
  private void checkEnds() {
    Map<Long, Set<String>> sent = new HashMap<>();
    Map<Long, Long> leases = new HashMap<>();
    for (Entry entry : log) {
      if (entry instanceof Sent step && EVENT_OF_STEP.containsKey(step.step())) {
        sent.computeIfAbsent(step.held().fence(), fence -> new HashSet<>())
            .add(EVENT_OF_STEP.get(step.step()));
      } else if (entry instanceof Claimed claimed) {
        leases.put(claimed.held().fence(), claimed.leaseMillis());
      }
    }
    for (Event end : ends.values()) {
      Event claim = claims.get(end.fence());
      boolean hasId = claim != null && !claim.requestId().isEmpty();
      boolean own = sent.getOrDefault(end.fence(), Set.of()).contains(end.kind());
      if (end.kind().equals("expired")) {
        long lease = leases.getOrDefault(end.fence(), 0L);
        check(claim != null && end.at() >= claim.at() + lease, "expired before its time", end);
      } else {
        check(own || !(hasId || leases.containsKey(end.fence())), "taken from its holder", end);
      }
    }
  }

  /** Once another holder was acknowledged, the earlier one can do nothing more. */
  private void checkOverlaps() {
    Map<Long, TreeMap<Long, Long>> answeredByTask = new HashMap<>();
    for (Entry entry : log) {
      if (entry instanceof Claimed claimed) {
        answeredByTask
            .computeIfAbsent(claimed.held().task(), task -> new TreeMap<>())
            .merge(claimed.held().fence(), claimed.answered(), Math::min);
      }
    }
    for (Entry entry : log) {
      if (entry instanceof Acknowledged step && step.step().equals("renew")) {
        Map<Long, Long> later =
            answeredByTask
                .getOrDefault(step.held().task(), new TreeMap<>())
                .tailMap(step.held().fence(), false);
        check(
            later.values().stream().noneMatch(answered -> answered < step.sent()),
            "renewed by a holder that had lost the task",
            step);
      }
    }
  }
}
