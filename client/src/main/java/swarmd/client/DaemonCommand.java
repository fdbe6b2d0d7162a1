package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import swarmd.home.Home;
import swarmd.usage.CommandShape;

/** `swarm daemon`: starts, stops and inspects the daemon, so it must work without one. */
final class DaemonCommand {
  private static final long START_LIMIT_MILLIS = 30_000;

  /** Longer than a daemon takes to finish its work. */
  private static final long STOP_LIMIT_MILLIS = 10_000;

  /** One that does not answer has no work to finish, or hangs. */
  private static final long SILENT_STOP_LIMIT_MILLIS = 5_000;

  private static final long POLL_MILLIS = 20;
  private static final int LOG_LINES = 50;

  private static final String ANOTHER_VERSION =
      "; another version is installed, to use it run: swarm daemon restart";

  private static final String STARTS_AGAIN =
      "; systemd starts it again with the next hook or command"
          + "\nTo end that, run: swarm service uninstall";

  private final Home home;

  DaemonCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    Arguments arguments = Arguments.read(CommandShape.DAEMON, args);
    return switch (arguments.command()) {
      case "start" -> start();
      case "run" -> runInForeground();
      case "stop" -> stop();
      case "restart" -> restart();
      case "status" -> status();
      default ->
          new LogFile(home.log())
              .print(arguments.number("-n", LOG_LINES), arguments.has("--follow"));
    };
  }

  private int start() throws IOException {
    DaemonAnswer before = DaemonProbe.ask(home);
    if (before instanceof DaemonAnswer.Running running) {
      System.out.println("already running: " + describe(running));
      return Main.OK;
    }
    if (!(before instanceof DaemonAnswer.Absent)) {
      return Main.fail(describe(before));
    }
    Optional<String> problem = Starter.withProgress(home).start(START_LIMIT_MILLIS);
    if (problem.isPresent()) {
      return Main.fail(problem.get());
    }
    DaemonAnswer started = DaemonProbe.ask(home);
    if (started instanceof DaemonAnswer.Running running) {
      System.out.println("started: " + describe(running));
      return Main.OK;
    }
    return Main.fail(describe(started));
  }

  private String describe(DaemonAnswer answer) throws IOException {
    if (answer instanceof DaemonAnswer.Running daemon) {
      return "pid "
          + daemon.pid()
          + ", socket "
          + home.socket()
          + ", version "
          + daemon.version()
          + (daemon.restartDue() ? ANOTHER_VERSION : "")
          + daemon.page().map(page -> "\npage: " + page + " (open it with: swarm open)").orElse("");
    }
    if (answer instanceof DaemonAnswer.Troubled daemon) {
      return "the daemon is running, but cannot work: " + daemon.reason();
    }
    return DaemonProbe.silence(home);
  }

  int stop() throws IOException {
    DaemonAnswer answer = DaemonProbe.ask(home);
    if (answer instanceof DaemonAnswer.Absent && !DaemonProbe.holdsLock(home)) {
      System.out.println("not running");
      return Main.OK;
    }
    Optional<ProcessHandle> process =
        pid(answer).flatMap(ProcessHandle::of).filter(DaemonCommand::isDaemon);
    if (process.isEmpty()) {
      System.err.println(
          "swarm: a daemon holds "
              + home.lock()
              + ", but its process is not visible from here; stop it where it was started");
      return Main.FAILED;
    }
    return end(process.get(), answer instanceof DaemonAnswer.Running);
  }

  private Optional<Long> pid(DaemonAnswer answer) throws IOException {
    return answer instanceof DaemonAnswer.Running running
        ? Optional.of(running.pid())
        : DaemonProbe.pidInLock(home);
  }

  /** A process id may have been reused, or belong to another container. */
  private static boolean isDaemon(ProcessHandle process) {
    Optional<String> command = process.info().commandLine();
    return command.isEmpty() || command.get().contains("swarmd.daemon.Main");
  }

  /** A daemon that hangs is killed; everything that it has acknowledged is on the disk. */
  private int end(ProcessHandle daemon, boolean answers) throws IOException {
    long limit = answers ? STOP_LIMIT_MILLIS : SILENT_STOP_LIMIT_MILLIS;
    daemon.destroy();
    boolean killed = !releasesLock(limit);
    if (killed) {
      daemon.destroyForcibly();
      if (!releasesLock(STOP_LIMIT_MILLIS)) {
        return Main.fail("the daemon cannot be ended, not even with: kill -9 " + daemon.pid());
      }
    }
    Files.deleteIfExists(home.hung());
    String how =
        killed
            ? "killed: pid " + daemon.pid() + ", which did not stop within " + limit / 1000 + " s"
            : "stopped: pid " + daemon.pid();
    // a killed daemon leaves its socket, too
    System.out.println(how + (!killed && startsAgain() ? STARTS_AGAIN : ""));
    return Main.OK;
  }

  /** A socket without a daemon is kept open by systemd. */
  private boolean startsAgain() {
    return Files.exists(home.socket());
  }

  /** Waits for the lock, not the process: a container may never reap a dead process. */
  private boolean releasesLock(long limitMillis) throws IOException {
    try (Progress progress = Progress.of("stopping swarmd")) {
      while (DaemonProbe.holdsLock(home)) {
        if (progress.millis() > limitMillis) {
          return false;
        }
        Pause.of(POLL_MILLIS);
      }
      return true;
    }
  }

  int restart() throws IOException {
    int stopped = stop();
    return stopped == Main.OK ? start() : stopped;
  }

  private int status() throws IOException {
    DaemonAnswer answer = DaemonProbe.ask(home);
    if (answer instanceof DaemonAnswer.Running running) {
      System.out.println("running: " + describe(running));
      return Main.OK;
    }
    if (answer instanceof DaemonAnswer.Absent) {
      System.out.println(
          DaemonProbe.holdsLock(home)
              ? "running, but does not answer on " + home.socket()
              : "not running");
    } else {
      System.out.println(describe(answer));
    }
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
}
