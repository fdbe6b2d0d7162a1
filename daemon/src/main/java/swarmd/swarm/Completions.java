package swarmd.swarm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.store.Store;
import swarmd.time.Time;

/**
 * Completes tasks. One that needs checks is done only when the daemon has run them and all have
 * passed; its lease is kept meanwhile. The checks go on if the client goes away: then the task is
 * done without it, or its next request gets the failure.
 */
public final class Completions {
  private static final Logger log = LoggerFactory.getLogger(Completions.class);

  /** Somebody names further checks each time: more often than that cannot be chance. */
  private static final int MAX_ROUNDS = 5;

  /** A lease is renewed so often in its duration. */
  private static final int RENEWALS = 3;

  /** Failures that nobody has heard of; far more than agents on one machine can leave. */
  private static final int MAX_UNHEARD = 1_000;

  private final Tasks tasks;
  private final Store store;
  private final TaskChecker checker;
  private final CompletionGuard guard;
  private final Time time;
  private final Map<String, Checking> running = new HashMap<>();
  private final Map<String, Unheard> unheard = new LinkedHashMap<>();

  public Completions(Tasks tasks, Store store, TaskChecker checker, Time time) {
    this(tasks, store, checker, CompletionGuard.NONE, time);
  }

  /**
   * @param guard looks at the work before anything else
   */
  public Completions(
      Tasks tasks, Store store, TaskChecker checker, CompletionGuard guard, Time time) {
    this.tasks = tasks;
    this.store = store;
    this.checker = checker;
    this.guard = guard;
    this.time = time;
    store.onCommit(TaskEvent.class, this::onCommit);
  }

  /** A failure that no client was there to receive. */
  private record Unheard(Outcome<Task> outcome, TaskChecker.Run run) {}

  /**
   * Completes the task, after its checks if it needs any. A second request with the same token
   * joins the checks that are running. Cancelling the future only means that nobody waits any more.
   */
  public CompletableFuture<Outcome<Task>> complete(Completion request) {
    CompletableFuture<Outcome<Task>> answer = new CompletableFuture<>();
    guard
        .obstacle(request.id(), request.token())
        .thenCompose(
            obstacle ->
                obstacle.isPresent()
                    ? CompletableFuture.completedFuture(notDone(request, obstacle.get()))
                    : tasks.complete(
                        request.id(), request.token(), request.result(), Optional.empty()))
        .thenAccept(
            outcome -> {
              if (needsChecks(outcome)) {
                check(request, answer);
              } else {
                answer.complete(outcome);
              }
            })
        .exceptionally(
            failure -> {
              answer.completeExceptionally(Cause.of(failure));
              return null;
            });
    return answer;
  }

  private static Outcome<Task> notDone(Completion request, String obstacle) {
    return Outcome.refused(
        ErrorCode.UNCOMMITTED_WORK, "task %d is not done: %s".formatted(request.id(), obstacle));
  }

  /** Nothing else refuses a step of a holder for this reason. */
  private static boolean needsChecks(Outcome<Task> outcome) {
    return outcome instanceof Outcome.Refused<Task> refused
        && refused.error() == ErrorCode.CHECK_FAILED;
  }

  private void check(Completion request, CompletableFuture<Outcome<Task>> answer) {
    Optional<Unheard> before;
    synchronized (this) {
      Checking present = running.get(request.token());
      if (present != null) {
        present.join(request, answer);
        return;
      }
      before = Optional.ofNullable(unheard.remove(request.token()));
    }
    if (before.isEmpty()) {
      start(request, answer);
      return;
    }
    before
        .get()
        .run
        .stillHolds()
        .whenComplete(
            (holds, failure) -> {
              if (failure == null && holds && answer.complete(before.get().outcome)) {
                return;
              }
              start(request, answer);
            });
  }

  private void start(Completion request, CompletableFuture<Outcome<Task>> answer) {
    Checking checking;
    synchronized (this) {
      checking = running.get(request.token());
      if (checking != null) {
        checking.join(request, answer);
        return;
      }
      checking = new Checking(request);
      checking.join(request, answer);
      running.put(request.token(), checking);
    }
    checking.begin(0);
  }

  /** The number of tasks whose checks are running or waiting. */
  public synchronized int running() {
    return running.size();
  }

  /** Ends checks whose task somebody has lost or given back meanwhile. */
  private void onCommit(List<TaskEvent> events) {
    List<Checking> lost = new ArrayList<>();
    synchronized (this) {
      if (running.isEmpty()) {
        return;
      }
      for (TaskEvent event : events) {
        if (endsLease(event.kind())) {
          running.values().stream().filter(checking -> checking.isOf(event)).forEach(lost::add);
        }
      }
    }
    lost.forEach(Checking::lose);
  }

  private static boolean endsLease(TaskEvent.Kind kind) {
    return switch (kind) {
      case RELEASED, EXPIRED, FAILED, CANCELLED -> true;
      case CREATED,
          CLAIMED,
          CHECK_FAILED,
          COMPLETED,
          RETRIED,
          REOPENED,
          EDITED,
          WORKTREE,
          LANDED,
          LAND_FAILED,
          SWARM_COMPLETE,
          SWARM_STUCK,
          SWARM_PAUSED,
          SWARM_RESUMED,
          SWARM_EDITED,
          SWARM_LIMITED ->
          false;
    };
  }

  /** A client that waits. */
  private record Waiting(Completion request, CompletableFuture<Outcome<Task>> answer) {}

  /** The checks for one token. */
  private final class Checking {
    private final Completion request;
    private final List<Waiting> waiting = new ArrayList<>();
    private Optional<String> lastLine = Optional.empty();
    private Optional<TaskChecker.Run> run = Optional.empty();
    private Optional<Time.Cancellable> renewal = Optional.empty();
    private Optional<Long> fence = Optional.empty();
    private boolean lost;
    private boolean over;

    Checking(Completion request) {
      this.request = request;
    }

    /** Must be called with the lock on the running checks. */
    void join(Completion other, CompletableFuture<Outcome<Task>> answer) {
      Optional<String> line;
      synchronized (this) {
        waiting.add(new Waiting(other, answer));
        line = lastLine;
      }
      line.ifPresent(other.progress());
    }

    private void progress(String line) {
      List<Waiting> all;
      synchronized (this) {
        lastLine = Optional.of(line);
        all = List.copyOf(waiting);
      }
      all.forEach(
          each -> {
            if (!each.answer.isDone()) {
              each.request.progress().accept(line);
            }
          });
    }

    synchronized boolean isOf(TaskEvent event) {
      return event.taskId().equals(Optional.of(request.id())) && event.fence().equals(fence);
    }

    void begin(int round) {
      store
          .write(transaction -> held(transaction.get(TaskRepository.class)))
          .thenAccept(
              held -> {
                if (held.isEmpty() || round >= MAX_ROUNDS) {
                  end(retry());
                } else {
                  run(held.get(), round);
                }
              })
          .exceptionally(this::failed);
    }

    private record Held(Task task, List<String> checks) {}

    private Optional<Held> held(TaskRepository stored) {
      return stored
          .find(request.id())
          .filter(task -> task.heldWith(request.token()))
          .map(task -> new Held(task, stored.requiredChecks(task)));
    }

    private void run(Held held, int round) {
      Lease lease = held.task.lease().orElseThrow();
      TaskChecker.Run started =
          checker.start(held.task, held.checks, request.folder(), this::progress);
      synchronized (this) {
        run = Optional.of(started);
        fence = Optional.of(lease.fence());
      }
      if (round == 0) {
        renew(Math.max(1, lease.durationMillis() / RENEWALS));
      }
      started
          .result()
          .thenAccept(
              outcome -> {
                if (outcome instanceof Outcome.Ok<Checked> passed) {
                  complete(passed.value(), round);
                } else {
                  refused((Outcome.Refused<Checked>) outcome, started);
                }
              })
          .exceptionally(this::failed);
    }

    private void complete(Checked checked, int round) {
      tasks
          .complete(request.id(), request.token(), request.result(), Optional.of(checked))
          .thenAccept(
              outcome -> {
                if (needsChecks(outcome)) {
                  begin(round + 1);
                } else {
                  end(CompletableFuture.completedFuture(outcome));
                }
              })
          .exceptionally(this::failed);
    }

    private void refused(Outcome.Refused<Checked> refused, TaskChecker.Run ended) {
      Outcome<Task> outcome = refused.as();
      if (refused.output().isEmpty()) { // no check has run
        end(CompletableFuture.completedFuture(outcome));
        return;
      }
      tasks
          .checkFailed(
              request.id(), request.token(), refused.message() + "\n" + refused.output().get())
          .whenComplete(
              (recorded, failure) -> {
                if (failure != null) {
                  log.warn(
                      "A failed check is not in the history: {}", Cause.of(failure).toString());
                }
                if (recorded instanceof Outcome.Refused<Task>) {
                  end(CompletableFuture.completedFuture(recorded)); // the lease is lost
                } else if (!deliver(outcome)) {
                  remember(new Unheard(outcome, ended));
                }
              });
    }

    private void remember(Unheard failure) {
      synchronized (Completions.this) {
        unheard.put(request.token(), failure);
        if (unheard.size() > MAX_UNHEARD) {
          unheard.remove(unheard.keySet().iterator().next());
        }
      }
    }

    private Void failed(Throwable failure) {
      end(isLost() ? retry() : CompletableFuture.failedFuture(Cause.of(failure)));
      return null;
    }

    /** Asks once more, without checks: the lease may be lost, for example. */
    private CompletableFuture<Outcome<Task>> retry() {
      return tasks.complete(request.id(), request.token(), request.result(), Optional.empty());
    }

    private synchronized boolean isLost() {
      return lost;
    }

    void lose() {
      Optional<TaskChecker.Run> started;
      synchronized (this) {
        lost = true;
        started = run;
      }
      started.ifPresent(TaskChecker.Run::stop);
    }

    /** Keeps the lease until the checks are over. */
    private void renew(long interval) {
      tasks
          .renew(request.id(), request.token())
          .whenComplete(
              (renewed, failure) -> {
                if (renewed instanceof Outcome.Refused<Task>) {
                  if (!isOver()) {
                    lose();
                  }
                  return;
                }
                renewLater(interval); // also if the database is away
              });
    }

    private void renewLater(long interval) {
      synchronized (this) {
        if (!over) {
          renewal = Optional.of(time.after(Duration.ofMillis(interval), () -> renew(interval)));
        }
      }
    }

    private synchronized boolean isOver() {
      return over;
    }

    private void end(CompletableFuture<Outcome<Task>> answer) {
      answer.whenComplete(
          (outcome, failure) -> {
            if (failure == null) {
              deliver(outcome);
            } else {
              close().forEach(each -> each.answer.completeExceptionally(Cause.of(failure)));
            }
          });
    }

    /** Whether anybody was there to receive it. */
    private boolean deliver(Outcome<Task> outcome) {
      boolean delivered = false;
      for (Waiting each : close()) {
        delivered |= each.answer.complete(outcome);
      }
      return delivered;
    }

    /** Nobody joins any more. */
    private List<Waiting> close() {
      Optional<Time.Cancellable> alarm;
      List<Waiting> all;
      synchronized (Completions.this) {
        running.remove(request.token(), this);
        synchronized (this) {
          over = true;
          alarm = renewal;
          all = List.copyOf(waiting);
        }
      }
      alarm.ifPresent(Time.Cancellable::cancel);
      return all;
    }
  }
}
