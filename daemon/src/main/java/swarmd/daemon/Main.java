package swarmd.daemon;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import swarmd.home.Home;
import swarmd.json.Json;
import swarmd.settings.Setting;
import swarmd.settings.Settings;
import swarmd.settings.Settings.InvalidSettings;
import swarmd.store.sqlite.DatabaseUnusable;
import swarmd.store.sqlite.SqliteStore;
import swarmd.time.SystemTime;

/** Runs the daemon in the foreground until a signal ends it. */
public final class Main {
  private static final int FAILED = 1;
  private static final int ALREADY_RUNNING = 3;
  private static final int FILES_LOST = 4;

  private Main() {}

  public static void main(String[] arguments) {
    Home home = Home.find();
    boolean check = arguments.length == 1 && arguments[0].equals("--check");
    System.exit(check ? check(home) : run(home));
  }

  /** Checks the database while no daemon runs; prints only what is wrong. */
  private static int check(Home home) {
    return SqliteStore.damage(home.database()).map(found -> complain(found, FAILED)).orElse(0);
  }

  private static int run(Home home) {
    Optional<String> problem = home.problem(); // before anything in it is read
    if (problem.isPresent()) {
      return complain("swarmd could not start: " + problem.get(), FAILED);
    }
    new Thread(Json::load, "early").start(); // meanwhile, this thread goes on
    try {
      Settings settings = Settings.load(home);
      LogSetup.logTo(home.log().toString(), settings.text(Setting.LOG_LEVEL));
      SystemTime time = new SystemTime();
      Daemon daemon = Daemon.start(settings, time);
      stopAtEnd(daemon, time); // before a greeting that somebody may answer with Ctrl-C
      daemon.watchHome();
      daemon.keepHeapSmall();
      daemon.warmUp();
      greet(daemon, time);
      return complain(daemon.lost().join(), FILES_LOST);
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
          page    %s (open it with: %s open)
          next    %s task add "my first task"
        """,
        daemon.info().version(),
        daemon.info().pid(),
        millis / 1000.0,
        daemon.info().socket(),
        daemon.page(),
        client(),
        client());
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

  /** A signal ends it, or the loss of its files. Either way the shutdown hook stops the daemon. */
  private static void stopAtEnd(Daemon daemon, SystemTime time) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(daemon, time), "shutdown"));
    } catch (IllegalStateException signalled) { // while it started
      stop(daemon, time);
    }
  }

  private static void stop(Daemon daemon, SystemTime time) {
    daemon.close();
    time.close();
    // a signal's own exit code would be 143
    Runtime.getRuntime().halt(daemon.lost().isDone() ? FILES_LOST : 0);
  }
}
