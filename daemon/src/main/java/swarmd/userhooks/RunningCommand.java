package swarmd.userhooks;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;
import swarmd.time.Time;

/**
 * A running command. It has answered when the shell has exited; processes that the shell leaves
 * running with the hook's output still open are ended at the time limit, others are left alone.
 */
final class RunningCommand {
  static final int MAX_OUTPUT = 1 << 20;

  /** The time between SIGTERM and SIGKILL. */
  static final Duration TERM_GRACE = Duration.ofMillis(500);

  /** The time to read the rest of the output if other processes keep the pipe open. */
  static final Duration STRAGGLER_GRACE = Duration.ofMillis(200);

  /** A pipe accepts at least this much before anyone reads. */
  private static final int PIPE_BYTES = 4096;

  private static final int EXIT_DENIED = 2;
  private static final int EXIT_TIMED_OUT = 124; // from timeout(1)
  private static final int MAX_QUOTED_STDERR = 2_000;

  private final UserHook hook;
  private final HookCall call;
  private final Process process;
  private final Map<Integer, OutputPipe> pipes;
  private final ProcessTree tree;
  private final RunningHook handle;
  private final CappedOutput out;
  private final CappedOutput err;
  private final Executor threads;
  private final Time time;
  private final AtomicInteger unread = new AtomicInteger(2);
  private final AtomicInteger inRead = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger(2);
  private final CompletableFuture<Void> outputEnd = new CompletableFuture<>();
  private volatile boolean stopping;

  /**
   * @param ownSession whether the process has a session of its own
   * @param mark the value of {@link ProcessTree#MARK} in its environment
   */
  RunningCommand(
      UserHook hook,
      HookCall call,
      Process process,
      boolean ownSession,
      String mark,
      RunningHook handle,
      Semaphore budget,
      Executor threads,
      Time time) {
    this.hook = hook;
    this.call = call;
    this.process = process;
    pipes = pipesOf(process);
    tree =
        new ProcessTree(
            process.toHandle(),
            ownSession,
            mark,
            pipes.values().stream().map(OutputPipe::name).collect(Collectors.toSet()));
    this.handle = handle;
    out = new CappedOutput(MAX_OUTPUT, budget);
    err = new CappedOutput(MAX_OUTPUT, budget);
    this.threads = threads;
    this.time = time;
  }

  /** Both pipes, or none if the process has exited already. */
  private static Map<Integer, OutputPipe> pipesOf(Process process) {
    Optional<OutputPipe> out = OutputPipe.of(process.pid(), OutputPipe.STDOUT);
    Optional<OutputPipe> err = OutputPipe.of(process.pid(), OutputPipe.STDERR);
    if (out.isPresent() && err.isPresent()) {
      return Map.of(OutputPipe.STDOUT, out.get(), OutputPipe.STDERR, err.get());
    }
    out.ifPresent(OutputPipe::close);
    err.ifPresent(OutputPipe::close);
    return Map.of();
  }

  /** Reads the output on the calling thread until it ends. */
  void follow() {
    Time.Cancellable limit = time.after(hook.timeout(), this::limitReached);
    handle.gone().thenRun(limit::cancel);
    handle.gone().thenRun(() -> pipes.values().forEach(OutputPipe::close));
    process.onExit().thenRun(this::finishLater);
    byte[] payload = call.json();
    if (payload.length <= PIPE_BYTES) {
      send(payload);
    } else {
      threads.execute(() -> send(payload));
    }
    threads.execute(() -> read(process.getErrorStream(), OutputPipe.STDERR, err));
    read(process.getInputStream(), OutputPipe.STDOUT, out);
  }

  private void send(byte[] payload) {
    try (OutputStream stdin = process.getOutputStream()) {
      stdin.write(payload);
    } catch (IOException notRead) {
      // A hook may ignore its payload.
    }
  }

  private void read(InputStream stream, int descriptor, CappedOutput output) {
    drain(stream, output);
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    drain(stream, output); // at exit the JDK moves the rest of the pipe to a buffer
    if (unread.decrementAndGet() == 0) {
      conclude(); // all that the shell has written is read; others may still have the pipe open
    }
    Optional.ofNullable(pipes.get(descriptor)).ifPresent(pipe -> pipe.drain(output));
    if (open.decrementAndGet() == 0) {
      outputEnd.complete(null);
      if (!stopping && !isOutputOpenUnseen()) {
        handle.gone().complete(null);
      }
    }
  }

  /** The shell exited so soon that there is no pipe to watch; the limit ends what it has left. */
  private boolean isOutputOpenUnseen() {
    return pipes.isEmpty() && ProcessTree.isSearchable() && tree.mayBeAlive();
  }

  private void drain(InputStream stream, CappedOutput output) {
    byte[] buffer = new byte[8192];
    try {
      for (int count = read(stream, buffer); count >= 0; count = read(stream, buffer)) {
        output.add(buffer, count);
      }
    } catch (IOException closedAtExit) {
      // The caller reads the rest.
    }
  }

  private int read(InputStream stream, byte[] buffer) throws IOException {
    inRead.incrementAndGet();
    try {
      return stream.read(buffer);
    } finally {
      inRead.decrementAndGet();
    }
  }

  /**
   * Answers although other processes keep the output open. Without such processes the readers are
   * only late and must finish. With them, the readers must have read what the shell has written,
   * because that may be a denial.
   */
  private void finishDespiteStragglers() {
    if (unread.get() == 0 || handle.outcome().isDone() || !tree.mayBeAlive()) {
      return;
    }
    boolean allRead = pipes.values().stream().allMatch(OutputPipe::isEmpty);
    if (allRead && inRead.get() == unread.get()) {
      conclude();
    } else {
      finishLater();
    }
  }

  private void finishLater() {
    time.after(STRAGGLER_GRACE, () -> threads.execute(this::finishDespiteStragglers));
  }

  private void conclude() {
    if (!handle.outcome().isDone()) {
      handle.outcome().complete(outcome(process.exitValue(), out.close(), err.close().strip()));
    }
  }

  private HookOutcome outcome(int exitCode, String stdout, String stderr) {
    return switch (exitCode) {
      case 0 -> answer(stdout);
      case EXIT_DENIED -> new HookOutcome.Answered(HookResult.deny(stderr));
      case EXIT_TIMED_OUT -> new HookOutcome.TimedOut("reported a timeout" + quoted(stderr));
      default -> new HookOutcome.Failed("exit code " + exitCode + quoted(stderr));
    };
  }

  /** An incomplete answer is a failure, because it may have been a denial. */
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

  private static String quoted(String stderr) {
    if (stderr.isEmpty()) {
      return "";
    }
    return ": " + stderr.substring(0, Math.min(stderr.length(), MAX_QUOTED_STDERR));
  }

  /** Runs on the timer's thread, which must not be blocked by a search for processes. */
  private void limitReached() {
    stopping = true;
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
    stopping = true;
    ProcessTree.kill(List.of(tree));
    stopped();
  }

  /** Completes the hook after its processes were killed. */
  void stopped() {
    handle.finish(new HookOutcome.Failed("was stopped"));
  }

  /** Completes when no process has the output open any more. */
  CompletableFuture<Void> outputEnd() {
    return outputEnd;
  }

  ProcessTree tree() {
    return tree;
  }
}
