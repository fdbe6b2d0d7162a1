package swarmd.userhooks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.HookEvent;
import swarmd.time.Time;

/** Runs command lines in a shell, each in its own session so that its whole tree can be killed. */
final class CommandRun implements AutoCloseable {
  /** The budget for the output of all hooks together: an eighth of the daemon's heap. */
  private static final int OUTPUT_BYTES = 32 << 20;

  private final Executor threads;
  private final Time time;
  private final Semaphore output;
  private final Set<RunningCommand> running = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CommandRun(Executor threads, Time time) {
    this(threads, time, OUTPUT_BYTES);
  }

  CommandRun(Executor threads, Time time, int outputBytes) {
    this.threads = threads;
    this.time = time;
    output = new Semaphore(outputBytes);
  }

  RunningHook start(UserHook hook, String line, HookCall call) {
    RunningHook handle = new RunningHook();
    threads.execute(() -> run(hook, line, call, handle));
    return handle;
  }

  private void run(UserHook hook, String line, HookCall call, RunningHook handle) {
    RunningCommand command;
    try {
      String mark = UUID.randomUUID().toString();
      Process process = builder(line, call, mark).start();
      command =
          new RunningCommand(
              hook, call, process, ShellProcess.OWN_SESSION, mark, handle, output, threads, time);
    } catch (IOException | RuntimeException | Error e) { // no more threads, for example
      handle.finish(new HookOutcome.Failed(e.getMessage()));
      return;
    }
    running.add(command);
    handle.gone().thenRun(() -> running.remove(command));
    if (closed) {
      command.kill();
    }
    command.follow();
  }

  private static ProcessBuilder builder(String line, HookCall call, String mark) {
    ProcessBuilder builder = ShellProcess.builder(line, call.directory(), mark);
    Map<String, String> environment = builder.environment();
    HookEvent event = call.event();
    environment.put("HOOK_EVENT", event.name());
    environment.put("SESSION_ID", event.session().orElse(""));
    environment.put("PROJECT_DIR", call.directory().toString());
    // Hooks written for a host expect the project in that host's own variable.
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      host.variables()
          .project()
          .ifPresent(name -> environment.put(name, call.directory().toString()));
    }
    return builder;
  }

  /** Stops running commands like a timeout does: first politely, then by force. */
  @Override
  public void close() {
    closed = true;
    ProcessTree.terminate(trees());
    awaitOutputEnd(RunningCommand.TERM_GRACE);
    ProcessTree.kill(trees());
    running.forEach(RunningCommand::stopped);
  }

  private List<ProcessTree> trees() {
    return running.stream().map(RunningCommand::tree).toList();
  }

  /** Waits in real time, because a stop must end even if a test's clock does not move. */
  private void awaitOutputEnd(Duration atMost) {
    CompletableFuture<?>[] ends =
        running.stream().map(RunningCommand::outputEnd).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(ends).get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException stillRunning) {
      // The caller kills them next.
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
