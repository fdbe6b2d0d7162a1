package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import swarmd.home.Home;

/** `swarm daemon`: starts, stops and inspects the daemon, so it must work without one. */
final class DaemonCommand {
  private static final long START_LIMIT_MILLIS = 10_000;
  private static final long STOP_LIMIT_MILLIS = 10_000;
  private static final long POLL_MILLIS = 20;

  private static final String HELP =
      """
      Usage: swarm daemon COMMAND

        start               start the daemon in the background
        run                 run it in the foreground
        stop                stop it
        restart             stop it and start it again
        status              show whether it is running
        logs [-f] [-n N]    print the last N lines of its log (50), and follow it with -f

        SWARMD_HOME=DIR          directory for its files; default ~/.swarmd
        SWARMD_JAVA_OPTS=OPTS    extra options for its JVM
        SWARMD_ARCHIVE=off       do not build class archives, which make Java start faster
      """;

  private static final String STARTS_AGAIN =
      "; systemd starts it again with the next hook or command"
          + "\nTo end that, run: swarm service uninstall";

  private final Home home;

  DaemonCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    String name = args.length == 0 ? "" : args[0];
    String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
    if (name.equals("--help") || name.equals("-h") || Arrays.asList(rest).contains("--help")) {
      System.out.print(HELP);
      return Main.OK;
    }
    if (name.equals("logs")) {
      return logs(rest);
    }
    if (rest.length > 0) {
      return usage("unexpected argument '" + rest[0] + "' after '" + name + "'");
    }
    return switch (name) {
      case "start" -> start();
      case "run" -> runInForeground();
      case "stop" -> stop();
      case "restart" -> restart();
      case "status" -> status();
      case "" -> usage("missing command");
      default -> usage("unknown command '" + name + "'");
    };
  }

  private static int usage(String problem) {
    System.err.print("swarm daemon: " + problem + "\n\n" + HELP);
    return Main.USAGE;
  }

  private int start() throws IOException {
    Optional<DaemonProbe> running = DaemonProbe.query(home);
    if (running.isPresent()) {
      System.out.println("already running: " + describe(running.get()));
      return Main.OK;
    }
    Optional<String> problem = Starter.withProgress(home).start(START_LIMIT_MILLIS);
    Optional<DaemonProbe> started =
        problem.isPresent() ? Optional.empty() : DaemonProbe.query(home);
    if (started.isEmpty()) {
      System.err.println(
          "swarm: "
              + problem.orElse("the daemon started, but does not report its status")
              + "\nTo find out more, run: swarm doctor");
      return Main.FAILED;
    }
    System.out.println("started: " + describe(started.get()));
    return Main.OK;
  }

  private String describe(DaemonProbe daemon) {
    return "pid " + daemon.pid() + ", socket " + home.socket();
  }

  int stop() throws IOException {
    Optional<DaemonProbe> running = DaemonProbe.query(home);
    if (running.isEmpty() && !DaemonProbe.holdsLock(home)) {
      System.out.println("not running");
      return Main.OK;
    }
    Optional<Long> pid =
        running.isPresent() ? Optional.of(running.get().pid()) : DaemonProbe.pidInLock(home);
    Optional<ProcessHandle> process = pid.flatMap(ProcessHandle::of);
    if (process.isEmpty()) {
      System.err.println(
          "swarm: a daemon holds "
              + home.lock()
              + ", but its process is not visible from here; stop it where it was started");
      return Main.FAILED;
    }
    process.get().destroy();
    if (!awaitLockRelease()) {
      System.err.println(
          "swarm: the daemon is still running "
              + STOP_LIMIT_MILLIS / 1000
              + " s after the request to stop\nTo kill it, run: kill -9 "
              + pid.get());
      return Main.FAILED;
    }
    System.out.println("stopped: pid " + pid.get() + (startsAgain() ? STARTS_AGAIN : ""));
    return Main.OK;
  }

  /** A socket without a daemon is kept open by systemd. */
  private boolean startsAgain() {
    return Files.exists(home.socket());
  }

  /** Waits for the lock, not the process: a container may never reap a dead process. */
  private boolean awaitLockRelease() throws IOException {
    try (Progress progress = Progress.of("waiting for the daemon to finish its work")) {
      while (DaemonProbe.holdsLock(home)) {
        if (progress.millis() > STOP_LIMIT_MILLIS) {
          return false;
        }
        Pause.of(POLL_MILLIS);
      }
      return true;
    }
  }

  private int restart() throws IOException {
    int stopped = stop();
    return stopped == Main.OK ? start() : stopped;
  }

  private int status() throws IOException {
    Optional<DaemonProbe> running = DaemonProbe.query(home);
    if (running.isPresent()) {
      System.out.println(
          "running: " + describe(running.get()) + ", version " + running.get().version());
      return Main.OK;
    }
    System.out.println(
        DaemonProbe.holdsLock(home)
            ? "running, but does not answer on " + home.socket()
            : "not running");
    return Main.FAILED;
  }

  /** The launcher uses exec instead; here the daemon is a child that ends with this process. */
  private static int runInForeground() throws IOException {
    String program = Installation.find().daemon().toString();
    Process daemon = new ProcessBuilder(program).inheritIO().start();
    Runtime.getRuntime().addShutdownHook(new Thread(daemon::destroy));
    try {
      return daemon.waitFor();
    } catch (InterruptedException e) {
      daemon.destroy();
      return Main.FAILED;
    }
  }

  private int logs(String[] args) throws IOException {
    int lines = 50;
    boolean follow = false;
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("-f") || args[i].equals("--follow")) {
        follow = true;
      } else if (args[i].equals("-n") && i + 1 < args.length) {
        try {
          lines = Math.max(0, Integer.parseInt(args[++i]));
        } catch (NumberFormatException e) {
          return usage("-n needs a number, not '" + args[i] + "'");
        }
      } else {
        return usage("unexpected argument '" + args[i] + "' after 'logs'");
      }
    }
    return new LogFile(home.log()).print(lines, follow);
  }
}
