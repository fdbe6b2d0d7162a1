package swarmd.cli;

import java.util.HashSet;
import java.util.Set;

/** Commands that show what happens until somebody ends them. The daemon does not wait for them. */
final class Watching {
  private final Set<Thread> watchers = new HashSet<>();
  private boolean over;

  /** Something that goes on until it is interrupted. */
  interface Show {
    void go() throws InterruptedException;
  }

  void run(Show show) throws InterruptedException {
    begin();
    try {
      show.go();
    } finally {
      end();
    }
  }

  private synchronized void begin() throws InterruptedException {
    if (over) {
      throw new InterruptedException("the daemon stops");
    }
    watchers.add(Thread.currentThread());
  }

  private synchronized void end() {
    watchers.remove(Thread.currentThread());
  }

  /** Ends all there are and all that come later. */
  synchronized void endAll() {
    over = true;
    watchers.forEach(Thread::interrupt);
  }
}
