package swarmd.daemon;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be closed, in the order in which it was opened. Closing goes backwards, and one
 * failure does not keep the rest open.
 */
final class Lifecycle implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

  private final Deque<Step> open = new ArrayDeque<>();

  /** Closes one thing. */
  interface Closing {
    void close() throws Exception;
  }

  private record Step(String name, Closing closing) {}

  <T extends AutoCloseable> T add(String name, T resource) {
    onClose(name, resource::close);
    return resource;
  }

  void onClose(String name, Closing closing) {
    open.push(new Step(name, closing));
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      Step step = open.pop();
      try {
        step.closing.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) { // whatever it is, the rest still has to be closed
        log.error("{} was not closed cleanly", step.name, e);
      }
    }
  }
}
