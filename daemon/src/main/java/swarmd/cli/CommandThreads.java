package swarmd.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import swarmd.time.Time;

/** The threads that commands run on. When all are busy, a command waits for a few seconds. */
final class CommandThreads implements Executor {
  static final Duration MAX_WAIT = Duration.ofSeconds(10);

  /** Far more than anybody starts at once; keeps a runaway loop from filling the memory. */
  private static final int MAX_QUEUED = 4_000;

  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ThreadPoolExecutor threads;
  private final Time time;

  CommandThreads(int count, Time time) {
    this.time = time;
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            action -> new Thread(action, "command"));
    threads.allowCoreThreadTimeOut(true);
  }

  /** Runs either the work, as soon as a thread is free, or the refusal if that takes too long. */
  Submitted submit(Runnable work, Runnable refusal) {
    Submitted submitted = new Submitted();
    if (threads.getQueue().size() >= MAX_QUEUED) {
      submitted.begin(refusal);
      return submitted;
    }
    try {
      submitted.queue(work, refusal);
    } catch (RejectedExecutionException e) { // the daemon has stopped
      submitted.begin(refusal);
    }
    return submitted;
  }

  /** A command that has been submitted. */
  final class Submitted {
    private Optional<Future<?>> job = Optional.empty();
    private Time.Cancellable limit = () -> {};
    private boolean begun;

    private synchronized void queue(Runnable work, Runnable refusal) {
      job = Optional.of(threads.submit(() -> begin(work)));
      if (!begun) {
        limit = time.after(MAX_WAIT, () -> begin(refusal));
      }
    }

    private void begin(Runnable action) {
      if (leaveQueue()) {
        action.run();
      }
    }

    private synchronized boolean leaveQueue() {
      boolean first = !begun;
      begun = true;
      limit.cancel();
      return first;
    }

    /** Takes it from the queue, or interrupts it; returns whether it had not begun. */
    boolean cancel() {
      boolean queued = leaveQueue();
      job.ifPresent(future -> future.cancel(true));
      if (queued) {
        threads.purge();
      }
      return queued;
    }
  }

  /** For the next step of a command that waited: it is never refused. */
  @Override
  public void execute(Runnable step) {
    try {
      threads.execute(step);
    } catch (RejectedExecutionException e) {
      step.run();
    }
  }

  /** Interrupts all commands. */
  void interruptAll() {
    threads.shutdownNow();
  }

  /** Accepts no more; returns whether all have ended. */
  boolean endWithin(Duration limit) {
    threads.shutdown();
    try {
      return threads.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
