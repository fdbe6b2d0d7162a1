package swarmd.client;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;

/**
 * Starts the daemon, detached from this process and its terminal, and waits until it answers.
 *
 * <p>When many clients find no daemon at once, one of them starts it and the others wait. That only
 * saves work: the daemon's own lock makes sure that a single one runs.
 */
final class Starter {
  private static final long FIRST_POLL_MILLIS = 10;

  /** Hundreds of clients may wait for the same daemon, and must leave it a processor. */
  private static final long LAST_POLL_MILLIS = 200;

  private static final long ANSWER_LIMIT_MILLIS = 1_000;
  private static final long OUTPUT_LIMIT_BYTES = 1 << 20;
  private static final int ANOTHER_RUNS = 3;

  /** Ended by `swarm daemon stop` before it was up. */
  private static final int STOPPED = 143;

  private static final String JAVA_OPTIONS = "SWARMD_JAVA_OPTS";

  /** The person's to give; inside a host, an agent may have set it. */
  private static final String RIGHTS_OF_SCRIPTS = "SWARMD_SCRIPTS";

  /**
   * These belong to one session of a host, but the daemon serves them all; the home is passed
   * separately, because it may be relative to this process's directory.
   */
  private static final List<String> NOT_FOR_THE_DAEMON =
      List.of(
          "OMC_SKIP_HOOKS",
          "DISABLE_OMC",
          "SWARM_TTY",
          "SWARM_ERR_TTY",
          "SWARM_HOST",
          "COLUMNS",
          "LINES",
          "SWARMD_HOME",
          "SWARMD_SOCKET",
          "LISTEN_PID",
          "LISTEN_FDS",
          "LISTEN_FDNAMES");

  private final Home home;
  private final boolean showsProgress;

  Starter(Home home) {
    this(home, false);
  }

  private Starter(Home home, boolean showsProgress) {
    this.home = home;
    this.showsProgress = showsProgress;
  }

  /** Shows the user that starting takes a while. */
  static Starter withProgress(Home home) {
    return new Starter(home, true);
  }

  /** Returns the problem if no daemon answers. */
  Optional<String> start(long waitMillis) throws IOException {
    Optional<String> unusable = home.problem();
    if (unusable.isPresent()) {
      return unusable;
    }
    PrivateDirectory.create(home.directory());
    PrivateDirectory.create(home.output().getParent());
    try (Attempt attempt = new Attempt()) {
      Optional<String> problem = await(waitMillis, attempt);
      if (problem.isEmpty()) {
        Files.deleteIfExists(home.failedStart());
      }
      new DaemonArchive(home).refresh();
      return problem;
    }
  }

  /** Waits for a daemon that another program starts; returns the problem if none answers. */
  Optional<String> await(long waitMillis) throws IOException {
    return await(waitMillis, Optional::empty);
  }

  private Optional<String> await(long waitMillis, Step step) throws IOException {
    Optional<String> problem = Optional.empty();
    long pause = FIRST_POLL_MILLIS;
    try (Progress progress =
        showsProgress ? Progress.atOnce("starting swarmd") : Progress.silent()) {
      while (!answers() && problem.isEmpty()) {
        problem =
            progress.millis() < waitMillis
                ? step.problem()
                : Optional.of(
                    DaemonProbe.holdsLock(home)
                        ? DaemonProbe.silence(home)
                        : "no daemon answered within "
                            + waitMillis / 1000
                            + " s; see "
                            + home.log());
        Pause.of(pause);
        pause = Math.min(LAST_POLL_MILLIS, pause + pause / 4);
      }
    }
    return problem;
  }

  /** Runs each time that no daemon has answered. */
  private interface Step {
    Optional<String> problem() throws IOException;
  }

  /** Starts a daemon as soon as no other client is starting one. */
  private final class Attempt implements Step, Closeable {
    private final FileChannel lockFile =
        FileChannel.open(
            home.directory().resolve("start.lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    private final long began = System.currentTimeMillis();
    private FileLock startLock;
    private Process daemon;
    private long outputBefore;

    Attempt() throws IOException {}

    @Override
    public Optional<String> problem() throws IOException {
      if (startLock == null) {
        startLock = lockFile.tryLock();
        Optional<String> failure = startLock == null ? Optional.empty() : othersFailure();
        if (failure.isPresent()) {
          return failure;
        }
      }
      if (startLock != null && (daemon == null ? !isListening() : gaveWayToEndedDaemon())) {
        outputBefore = trimOutput();
        daemon = spawn();
      }
      if (daemon == null || !hasFailed(daemon)) {
        return Optional.empty();
      }
      String failure = failure(daemon.exitValue(), outputBefore);
      if (daemon.exitValue() != STOPPED) {
        Files.writeString(home.failedStart(), failure);
      }
      return Optional.of(failure);
    }

    /** Why the client failed that had the lock before, while this one waited for it. */
    private Optional<String> othersFailure() throws IOException {
      Path file = home.failedStart();
      return Files.exists(file) && Files.getLastModifiedTime(file).toMillis() >= began
          ? Optional.of(Files.readString(file))
          : Optional.empty();
    }

    /** The old daemon held the lock when the new one started, and has ended since. */
    private boolean gaveWayToEndedDaemon() throws IOException {
      return !daemon.isAlive()
          && daemon.exitValue() == ANOTHER_RUNS
          && !DaemonProbe.holdsLock(home);
    }

    @Override
    public void close() throws IOException {
      lockFile.close();
    }
  }

  /** A daemon that is busy, or systemd, which starts one by itself. */
  private boolean isListening() {
    try {
      Exchange.connect(home.socket()).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean answers() {
    try (Exchange exchange = Exchange.connect(home.socket(), ANSWER_LIMIT_MILLIS)) {
      exchange.get("/healthz");
      return exchange.status() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  private Process spawn() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command(Installation.find().daemon()))
            .directory(home.directory().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(home.output().toFile()));
    Map<String, String> environment = builder.environment();
    environment.keySet().removeAll(NOT_FOR_THE_DAEMON);
    int before = environment.size();
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      environment.keySet().removeAll(host.variables().names());
    }
    if (environment.size() < before) {
      environment.remove(RIGHTS_OF_SCRIPTS);
    }
    environment.putAll(home.environment());
    return builder.start();
  }

  /** Uses a new session, or without setsid a process group that ignores hang-ups. */
  private static List<String> command(Path daemon) {
    String script =
        "command -v setsid >/dev/null && exec setsid \"$0\"; set -m; nohup \"$0\" & exit 0";
    return List.of("/bin/sh", "-c", script, daemon.toString());
  }

  private static boolean hasFailed(Process daemon) {
    return !daemon.isAlive() && daemon.exitValue() != 0 && daemon.exitValue() != ANOTHER_RUNS;
  }

  private String failure(int exitCode, long outputBefore) throws IOException {
    byte[] all = Files.readAllBytes(home.output());
    int start = (int) Math.min(outputBefore, all.length);
    String output = new String(all, start, all.length - start, StandardCharsets.UTF_8).trim();
    return isRefusedByJava(output)
        ? "Java refuses SWARMD_JAVA_OPTS='%s': %s; correct or unset it"
            .formatted(System.getenv(JAVA_OPTIONS), output.lines().findFirst().orElseThrow())
        : "the daemon ended with exit code " + exitCode + (output.isEmpty() ? "" : ": " + output);
  }

  private static boolean isRefusedByJava(String output) {
    return System.getenv(JAVA_OPTIONS) != null
        && output.contains("Could not create the Java Virtual Machine");
  }

  /** Deletes the output of earlier daemons if it has grown large; returns its remaining size. */
  private long trimOutput() throws IOException {
    long size = Files.exists(home.output()) ? Files.size(home.output()) : 0;
    if (size > OUTPUT_LIMIT_BYTES) {
      Files.delete(home.output());
      return 0;
    }
    return size;
  }
}
