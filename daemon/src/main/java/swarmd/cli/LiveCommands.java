package swarmd.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Commands that run until the user or the daemon ends them, such as `swarm events -f`. */
final class LiveCommands {
  private final Set<PendingExit> waiting = new HashSet<>();
  private final Set<Thread> threads = new HashSet<>();
  private boolean ended;

  /** Runs until it is interrupted. */
  interface Loop {
    void run() throws InterruptedException;
  }

  /** Creates the exit of a command that waits without a thread. */
  PendingExit begin() {
    PendingExit exit = new PendingExit();
    synchronized (this) {
      if (ended) {
        throw stopping();
      }
      waiting.add(exit);
    }
    exit.onEnd(() -> remove(exit));
    return exit;
  }

  private synchronized void remove(PendingExit exit) {
    waiting.remove(exit);
  }

  /** Runs a loop on the calling thread. */
  void run(Loop loop) throws InterruptedException {
    synchronized (this) {
      if (ended) {
        throw stopping();
      }
      threads.add(Thread.currentThread());
    }
    try {
      loop.run();
    } catch (InterruptedException e) {
      if (isEnded()) {
        throw stopping();
      }
      throw e;
    } finally {
      leave();
    }
  }

  private synchronized void leave() {
    threads.remove(Thread.currentThread());
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Ends all running commands, and any that start later. */
  void endAll() {
    List<PendingExit> exits;
    synchronized (this) {
      ended = true;
      threads.forEach(Thread::interrupt);
      exits = List.copyOf(waiting);
    }
    exits.forEach(exit -> exit.completeExceptionally(stopping()));
  }

  private static CommandFailed stopping() {
    return CommandFailed.because("the daemon is stopping");
  }
}
