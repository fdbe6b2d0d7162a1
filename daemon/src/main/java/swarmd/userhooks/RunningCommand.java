package swarmd.userhooks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;
import swarmd.time.Time;

/**
 * One command on its way. It is over when the shell has exited; what the shell leaves running with
 * the hook's output still open has until the time limit.
 */
final class RunningCommand {
  static final int MAX_OUTPUT = 1 << 20;

  /** Between asking processes to end and ending them. */
  static final Duration TERM_GRACE = Duration.ofMillis(500);

  /** What was written before the exit is read by then, where others keep the pipe open. */
  static final Duration STRAGGLERS = Duration.ofMillis(200);

  /** The least that a pipe takes without anybody reading. */
  private static final int PIPE_BYTES = 4096;

  private static final int BLOCKED = 2;
  private static final int TIMED_OUT = 124; // as timeout(1) has it
  private static final int MAX_COMPLAINT = 2_000;

  private final UserHook hook;
  private final HookCall call;
  private final Process process;
  private final ProcessTree tree;
  private final Running handle;
  private final CappedOutput out;
  private final CappedOutput err;
  private final Executor threads;
  private final Time time;
  private final AtomicInteger open = new AtomicInteger(2);
  private final CompletableFuture<Void> silence = new CompletableFuture<>();
  private volatile boolean ending;

  RunningCommand(
      UserHook hook,
      HookCall call,
      Process process,
      ProcessTree tree,
      Running handle,
      Semaphore budget,
      Executor threads,
      Time time) {
    this.hook = hook;
    this.call = call;
    this.process = process;
    this.tree = tree;
    this.handle = handle;
    out = new CappedOutput(MAX_OUTPUT, budget);
    err = new CappedOutput(MAX_OUTPUT, budget);
    this.threads = threads;
    this.time = time;
  }

  /** Until its output ends; the calling thread is one of those that read. */
  void follow() {
    Time.Cancellable limit = time.after(hook.timeout(), this::limitReached);
    handle.gone().thenRun(limit::cancel);
    process
        .onExit()
        .thenRun(() -> time.after(STRAGGLERS, () -> threads.execute(this::leaveStragglers)));
    byte[] payload = call.json();
    if (payload.length <= PIPE_BYTES) {
      send(payload);
    } else {
      threads.execute(() -> send(payload));
    }
    threads.execute(() -> read(process.getErrorStream(), err));
    read(process.getInputStream(), out);
  }

  private void send(byte[] payload) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(payload);
    } catch (IOException notRead) {
      // A hook need not be interested in its payload.
    }
  }

  private void read(InputStream stream, CappedOutput output) {
    drain(stream, output);
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    drain(stream, output); // at the exit the JDK takes what is left in the pipe for itself
    if (open.decrementAndGet() == 0) {
      silence.complete(null);
      conclude();
      if (!ending) {
        handle.gone().complete(null);
      }
    }
  }

  private static void drain(InputStream stream, CappedOutput output) {
    byte[] buffer = new byte[8192];
    try {
      for (int count = stream.read(buffer); count >= 0; count = stream.read(buffer)) {
        output.add(buffer, count);
      }
    } catch (IOException closedAtExit) {
      // What was left is read next.
    }
  }

  /**
   * Others keep the output open. Where there are none its end is near, and who reads it is only
   * late: a denial may still be in the pipe.
   */
  private void leaveStragglers() {
    if (open.get() > 0 && tree.mayBeAlive()) {
      conclude();
    }
  }

  private void conclude() {
    if (!handle.outcome().isDone()) {
      handle.outcome().complete(outcome(process.exitValue(), out.close(), err.close().strip()));
    }
  }

  private HookOutcome outcome(int exitCode, String stdout, String stderr) {
    return switch (exitCode) {
      case 0 -> answer(stdout);
      case BLOCKED -> new HookOutcome.Answered(HookResult.deny(stderr));
      case TIMED_OUT -> new HookOutcome.TimedOut("says that it timed out" + complaint(stderr));
      default -> new HookOutcome.Failed("exit code " + exitCode + complaint(stderr));
    };
  }

  /** An answer of which a part is missing may have been a denial. */
  private HookOutcome answer(String stdout) {
    if (out.isLost()) {
      return new HookOutcome.Failed("its output is lost: all hooks together write too much");
    }
    if (out.isCut() && stdout.stripLeading().startsWith("{")) {
      return new HookOutcome.Failed("its answer is longer than " + MAX_OUTPUT + " bytes");
    }
    try {
      return new HookOutcome.Answered(HookOutput.ofText(call.event(), stdout));
    } catch (InvalidInput e) {
      return new HookOutcome.Failed(e.getMessage());
    }
  }

  private static String complaint(String stderr) {
    if (stderr.isEmpty()) {
      return "";
    }
    return ": " + stderr.substring(0, Math.min(stderr.length(), MAX_COMPLAINT));
  }

  /** On the timer's thread, which has no time to look for processes. */
  private void limitReached() {
    ending = true;
    boolean hangs = handle.outcome().complete(HookOutcome.TimedOut.after(hook.timeout()));
    if (hangs) {
      out.close();
      err.close();
    }
    threads.execute(this::terminate);
    time.after(TERM_GRACE, () -> threads.execute(this::kill));
  }

  private void terminate() {
    ProcessTree.terminate(List.of(tree));
  }

  void kill() {
    ending = true;
    ProcessTree.kill(List.of(tree));
    ended();
  }

  /** Somebody has ended it. */
  void ended() {
    handle.finish(new HookOutcome.Failed("was ended"));
  }

  /** Done when it and everything that shared its output have ended. */
  CompletableFuture<Void> silence() {
    return silence;
  }

  ProcessTree tree() {
    return tree;
  }
}
