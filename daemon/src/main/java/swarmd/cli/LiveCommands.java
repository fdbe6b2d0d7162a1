package swarmd.cli;

import java.util.HashSet;
import java.util.Set;

/** Commands that run until the user or the daemon ends them, such as `swarm events -f`. */
final class LiveCommands {
  private final Set<Thread> threads = new HashSet<>();
  private boolean ended;

  /** Runs until it is interrupted. */
  interface Loop {
    void run() throws InterruptedException;
  }

  void run(Loop loop) throws InterruptedException {
    begin();
    try {
      loop.run();
    } finally {
      end();
    }
  }

  private synchronized void begin() throws InterruptedException {
    if (ended) {
      throw new InterruptedException("the daemon is stopping");
    }
    threads.add(Thread.currentThread());
  }

  private synchronized void end() {
    threads.remove(Thread.currentThread());
  }

  /** Ends all running commands, and any that start later. */
  synchronized void endAll() {
    ended = true;
    threads.forEach(Thread::interrupt);
  }
}
