package swarmd.checks;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import swarmd.checks.CheckRecord.Ending;
import swarmd.time.Time;
import swarmd.userhooks.CheckEntry;
import swarmd.userhooks.ProcessTree;
import swarmd.userhooks.ShellProcess;

/** The processes of one check. Its time limit, or a stop, ends all of them. */
final class CheckProcess {
  /** The time between SIGTERM and SIGKILL. */
  static final Duration TERM_GRACE = Duration.ofMillis(500);

  /** The time to read the rest of the output if other processes keep the pipe open. */
  private static final Duration STRAGGLER_GRACE = Duration.ofMillis(200);

  private final Process process;
  private final ProcessTree tree;
  private final Executor threads;
  private final Time time;
  private Ending forced = Ending.PASSED;
  private boolean over;

  private CheckProcess(Process process, ProcessTree tree, Executor threads, Time time) {
    this.process = process;
    this.tree = tree;
    this.threads = threads;
    this.time = time;
  }

  /**
   * @param owner marks the processes of one daemon
   */
  static CheckProcess start(
      CheckEntry check, Path folder, String owner, Executor threads, Time time) throws IOException {
    String mark = owner + UUID.randomUUID();
    ProcessBuilder builder =
        ShellProcess.builder(check.command(), folder, mark)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().put("SWARMD_CHECK", check.name());
    Process process = builder.start();
    return new CheckProcess(process, ProcessTree.of(process, mark), threads, time);
  }

  /** How a check ended. */
  record Result(Ending ending, OptionalInt exitCode) {}

  /** Passes the output on until all of it is read. Blocks. */
  Result follow(Duration limit, Consumer<String> output) throws InterruptedException {
    Time.Cancellable alarm = time.after(limit, () -> end(Ending.TIMED_OUT));
    process
        .onExit()
        .thenRun(() -> time.after(STRAGGLER_GRACE, () -> threads.execute(this::endStragglers)));
    try {
      read(output);
      int code = process.waitFor();
      return result(code);
    } finally {
      alarm.cancel();
      finish();
    }
  }

  private void read(Consumer<String> output) {
    char[] buffer = new char[8_192];
    try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
      for (int count = reader.read(buffer); count >= 0; count = reader.read(buffer)) {
        output.accept(new String(buffer, 0, count));
      }
    } catch (IOException closedAtExit) {
      // all that matters is read
    }
  }

  private synchronized Result result(int code) {
    if (forced != Ending.PASSED) {
      return new Result(forced, OptionalInt.empty());
    }
    return new Result(code == 0 ? Ending.PASSED : Ending.FAILED, OptionalInt.of(code));
  }

  private synchronized void finish() {
    over = true;
  }

  private synchronized boolean isOver() {
    return over;
  }

  /** Processes that the shell has left behind with its output open. */
  private void endStragglers() {
    if (!isOver()) {
      ProcessTree.kill(List.of(tree));
    }
  }

  /** First politely, then by force; must not block, as it may run on the timer's thread. */
  void end(Ending why) {
    synchronized (this) {
      if (over || forced != Ending.PASSED) {
        return;
      }
      forced = why;
    }
    threads.execute(() -> ProcessTree.terminate(List.of(tree)));
    time.after(TERM_GRACE, () -> threads.execute(this::kill));
  }

  /** Blocks. */
  void kill() {
    ProcessTree.kill(List.of(tree));
  }
}
