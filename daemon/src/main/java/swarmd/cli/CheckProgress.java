package swarmd.cli;

import java.time.Duration;
import java.util.Optional;
import swarmd.text.HumanDuration;
import swarmd.time.Time;

/**
 * Says what a command waits for, if that takes longer than a moment, and again from time to time.
 */
final class CheckProgress {
  private static final Duration MOMENT = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final Terminal terminal;
  private final Time time;
  private final long begin;
  private Optional<String> line = Optional.empty();
  private Optional<Time.Cancellable> alarm = Optional.empty();
  private boolean closed;

  CheckProgress(Terminal terminal, Time time) {
    this.terminal = terminal;
    this.time = time;
    begin = time.millis();
  }

  /** Shows in one line what is being waited for. */
  synchronized void show(String text) {
    line = Optional.of(text);
    after(MOMENT);
  }

  private synchronized void after(Duration delay) {
    alarm.ifPresent(Time.Cancellable::cancel);
    if (!closed) {
      alarm = Optional.of(time.after(delay, this::print));
    }
  }

  private synchronized void print() {
    if (closed || line.isEmpty()) {
      return;
    }
    long waited = time.millis() - begin;
    String since =
        waited < AGAIN.toMillis() ? "" : " (waiting for " + HumanDuration.of(waited) + ")";
    try {
      terminal.note(line.get() + since);
      after(AGAIN);
    } catch (Output.ReaderGone e) {
      closed = true; // the command ends
    }
  }

  synchronized void close() {
    closed = true;
    alarm.ifPresent(Time.Cancellable::cancel);
  }
}
