package swarmd.testing;

import static swarmd.testing.Eventually.eventually;

import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import io.netty.util.ResourceLeakTracker;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Fails the run if a buffer of Netty was dropped without being released. Netty itself only logs
 * that, and only if the garbage collector happens to find the buffer in time.
 */
public final class NettyLeaks implements LauncherSessionListener {
  private static final Pattern TEST_FRAME =
      Pattern.compile(
          "\\s*(org\\.junit|org\\.gradle|java\\.base/(jdk\\.internal|java\\.lang\\.reflect))\\b");

  private final Detectors detectors = new Detectors();

  /** Runs before any class of Netty is loaded, because each creates its detector then. */
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(detectors);
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    List<String> leaks = detectors.collect();
    if (!leaks.isEmpty()) {
      throw new AssertionError(
          "Netty's buffers leaked in %d places:%n%s"
              .formatted(leaks.size(), String.join("\n", leaks)));
    }
  }

  private static final class Detectors extends ResourceLeakDetectorFactory {
    private final Queue<String> leaks = new ConcurrentLinkedQueue<>();
    private final List<Detector<?>> all = new CopyOnWriteArrayList<>();

    @Override
    @SuppressWarnings("deprecation") // Netty's factory has no other method to implement
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      Detector<T> detector = new Detector<>(resource, samplingInterval, leaks);
      all.add(detector);
      return detector;
    }

    /** Everything that has leaked so far. */
    List<String> collect() {
      awaitGarbageCollection();
      all.forEach(Detector::report);
      return List.copyOf(leaks);
    }

    /** Leaks a buffer on purpose and waits until it is detected. */
    private static void awaitGarbageCollection() {
      Queue<String> found = new ConcurrentLinkedQueue<>();
      Detector<Object> canary = new Detector<>(Object.class, 1, found);
      ResourceLeakTracker<Object> forgotten = canary.track(new Object());
      eventually()
          .until(
              () -> {
                System.gc();
                canary.report();
                return !found.isEmpty();
              });
      forgotten.record();
    }
  }

  private static final class Detector<T> extends ResourceLeakDetector<T> {
    private final Queue<String> leaks;

    Detector(Class<?> resource, int samplingInterval, Queue<String> leaks) {
      super(resource, samplingInterval);
      this.leaks = leaks;
    }

    /** Netty looks for leaks only when another resource is created. */
    @SuppressWarnings("unchecked") // nothing but its identity is used
    void report() {
      T resource = (T) new Object();
      track(resource).close(resource);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      leaks.add(resourceType + " was not released" + withoutTestFrames(records));
    }

    private static String withoutTestFrames(String records) {
      return records
          .lines()
          .filter(line -> !TEST_FRAME.matcher(line).lookingAt())
          .collect(Collectors.joining("\n"));
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      leaks.add(resourceType + " was not released");
    }
  }
}
