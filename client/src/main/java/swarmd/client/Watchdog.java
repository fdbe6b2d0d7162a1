package swarmd.client;

/** Runs an action after a delay, unless the program has ended by then. */
final class Watchdog extends Thread {
  private final long millis;

  private Watchdog(long millis, Runnable action) {
    super(action, "watchdog");
    this.millis = millis;
    setDaemon(true);
  }

  static void start(long millis, Runnable action) {
    new Watchdog(millis, action).start();
  }

  @Override
  public void run() {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      return;
    }
    super.run();
  }
}
