package swarmd.cli;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import swarmd.time.Time;

/** Repeats a step, with a pause after each, until the command ends. */
final class Repetition {
  private final PendingExit exit;
  private final Time time;
  private final Duration pause;
  private final Supplier<CompletableFuture<Void>> step;
  private Time.Cancellable next = () -> {};

  private Repetition(
      PendingExit exit, Time time, Duration pause, Supplier<CompletableFuture<Void>> step) {
    this.exit = exit;
    this.time = time;
    this.pause = pause;
    this.step = step;
  }

  /** Begins with the pause. A step that fails ends the command. */
  static void start(
      PendingExit exit, Time time, Duration pause, Supplier<CompletableFuture<Void>> step) {
    Repetition repetition = new Repetition(exit, time, pause, step);
    repetition.schedule();
    exit.onEnd(repetition::stop);
  }

  private synchronized void schedule() {
    if (!exit.isDone()) {
      next = time.after(pause, this::run);
    }
  }

  private synchronized void stop() {
    next.cancel();
  }

  private void run() {
    try {
      step.get()
          .whenComplete(
              (done, failure) -> {
                if (failure == null) {
                  schedule();
                } else {
                  exit.completeExceptionally(failure);
                }
              });
    } catch (RuntimeException | Error e) {
      exit.completeExceptionally(e);
    }
  }
}
