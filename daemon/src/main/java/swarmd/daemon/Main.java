package swarmd.daemon;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.LoggerFactory;
import swarmd.home.Home;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.settings.Settings.InvalidSettings;
import swarmd.store.sqlite.DatabaseUnusable;
import swarmd.time.SystemTime;

/** Runs the daemon in the foreground until a signal ends it. */
public final class Main {
  private static final int FAILED = 1;
  private static final int ALREADY_RUNNING = 3;

  private Main() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(run());
  }

  private static int run() throws InterruptedException {
    Home home = Home.find();
    Optional<String> problem = home.problem(); // before anything in it is read
    if (problem.isPresent()) {
      return complain("swarmd could not start: " + problem.get(), FAILED);
    }
    try {
      Settings settings = Settings.load(home);
      System.setProperty("swarmd.log.file", home.log().toString());
      System.setProperty("swarmd.log.level", settings.text(Setting.LOG_LEVEL));
      SystemTime time = new SystemTime();
      Daemon daemon = Daemon.start(settings, time);
      greet(daemon, time);
      waitForSignal(daemon, time);
      return 0;
    } catch (AlreadyRunning e) {
      return complain(e.getMessage(), ALREADY_RUNNING);
    } catch (InvalidSettings | DatabaseUnusable e) {
      return complain(e.getMessage(), FAILED);
    } catch (IOException | RuntimeException e) {
      LoggerFactory.getLogger(Main.class).error("swarmd could not start", e);
      return complain("swarmd could not start: " + e.getMessage(), FAILED);
    }
  }

  private static int complain(String message, int exitCode) {
    System.err.println(message);
    return exitCode;
  }

  private static void greet(Daemon daemon, SystemTime time) {
    long millis = time.millis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    System.out.printf(
        """
        swarmd %s is up (pid %d, ready in %.1f s)
          socket  %s
          page    %s
          next    %s task add "my first task"
        """,
        daemon.info().version(),
        daemon.info().pid(),
        millis / 1000.0,
        daemon.info().socket(),
        stdoutIsSocket() ? daemon.page().replaceFirst("#.*", "") : daemon.page(),
        client());
  }

  /** As the system's journal is, which other users may read: no place for a token. */
  private static boolean stdoutIsSocket() {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString().startsWith("socket:");
    } catch (IOException e) {
      return false; // not Linux
    }
  }

  /** As short as it can be typed from here. */
  private static String client() {
    String installed = System.getProperty("swarmd.dist");
    if (installed == null) {
      return "swarm";
    }
    Path program = Path.of(installed, "bin", "swarm").toAbsolutePath().normalize();
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(program) && program.startsWith(here)
        ? here.relativize(program).toString()
        : program.toString();
  }

  private static void waitForSignal(Daemon daemon, SystemTime time) throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop(daemon, time);
                  stopped.countDown();
                  Runtime.getRuntime().halt(0); // a signal's own exit code would be 143
                },
                "shutdown"));
    stopped.await();
  }

  private static void stop(Daemon daemon, SystemTime time) {
    daemon.close();
    time.close();
  }
}
