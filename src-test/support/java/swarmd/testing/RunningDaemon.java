package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** The installed daemon as a separate process with its own home. */
public final class RunningDaemon implements AutoCloseable {
  private final TestHome home = TestHome.create();
  private final Map<String, String> environment = new HashMap<>();
  private Process process;

  private RunningDaemon(Map<String, String> settings) {
    environment.put("HOME", home.root().toString());
    environment.put("USER", "tester");
    environment.put("SWARMD_HOME", home.directory().toString());
    environment.put("SWARMD_SCRIPTS", "allow"); // tests act for a person, without a terminal
    environment.put("SWARMD_ARCHIVE", "off"); // built in the background, beyond a test's end
    environment.put(
        "SWARMD_JAVA_OPTS",
        "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir="
            + home.temporary()
            + " "
            + DaemonLeaks.javaOptionsToLogLeaks());
    environment.putAll(settings);
    home.beforeDelete(this::end);
  }

  public static RunningDaemon start() {
    return start(Map.of());
  }

  public static RunningDaemon start(Map<String, String> settings) {
    RunningDaemon daemon = notStarted(settings);
    try {
      daemon.restart();
      return daemon;
    } catch (RuntimeException | Error e) {
      daemon.home.close();
      throw e;
    }
  }

  /** A home for a daemon that is started later or never. */
  public static RunningDaemon notStarted(Map<String, String> settings) {
    return new RunningDaemon(settings);
  }

  /** Starts it again after it was stopped or killed. */
  public void restart() {
    process = startAnother();
    eventually().until(() -> answers() || !process.isAlive());
    assertThat(process.isAlive()).as("the daemon runs; its log: %s", log()).isTrue();
  }

  /** Another process for the same home, which the caller must end. */
  public Process startAnother() {
    Process another = Programs.start(home.root(), environment, program("swarmd"));
    drain(another);
    return another;
  }

  /** Runs it until it exits, for starts that are refused. */
  public Programs.Result runToEnd() {
    return Programs.run(home.root(), environment, program("swarmd"));
  }

  /** Waits for a daemon that a client starts. */
  public void awaitAnswer() {
    eventually().until(this::answers);
  }

  private boolean answers() {
    try (UnixHttp http = connect()) {
      return http.get("/healthz").status() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static void drain(Process process) {
    Thread reader =
        new Thread(
            () -> {
              try (Stream<String> out = process.inputReader().lines();
                  Stream<String> err = process.errorReader().lines()) {
                out.forEach(line -> {});
                err.forEach(line -> {});
              } catch (UncheckedIOException e) {
                // the process has ended
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  /** SIGTERM. Returns the exit code. */
  public int stop() {
    process.destroy();
    return Programs.await(process);
  }

  /** Does not wait for its end. */
  public void beginToStop() {
    process.destroy();
  }

  public boolean endsWithin(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Of a daemon that has ended. */
  public int exitCode() {
    return Programs.await(process);
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** kill -9 */
  public void kill() {
    process.destroyForcibly();
    Programs.await(process);
    DaemonLeaks.forget(process.pid());
  }

  public long pid() {
    return process.pid();
  }

  public Path home() {
    return home.directory();
  }

  public Path root() {
    return home.root();
  }

  public Path project() {
    return home.project();
  }

  public Path socket() {
    return Path.of(environment.getOrDefault("SWARMD_SOCKET", home() + "/swarmd.sock"));
  }

  public Map<String, String> environment() {
    return Map.copyOf(environment);
  }

  public UnixHttp connect() {
    return UnixHttp.connect(socket());
  }

  public Api api() {
    return Api.on(connect(), project());
  }

  /** Runs the client in this directory. */
  public Programs.Result swarm(Path directory, String... arguments) {
    return swarmWithInput(directory, "", arguments);
  }

  public Programs.Result swarmWithInput(Path directory, String input, String... arguments) {
    return Programs.runWithInput(input, directory, environment, swarmCommand(arguments));
  }

  public static String[] swarmCommand(String... arguments) {
    return Stream.concat(Stream.of(program("swarm")), Stream.of(arguments)).toArray(String[]::new);
  }

  private static String program(String name) {
    return System.getProperty("swarmd.dist") + "/bin/" + name;
  }

  public String log() {
    Path log = home().resolve("log/swarmd.log");
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Also checks that the daemon has logged no error; a leaked buffer is one. */
  @Override
  public void close() {
    if (process != null && process.isAlive() && answers()) {
      DaemonLeaks.logLeaks(process.pid(), this::connect);
    }
    end();
    String log = process == null ? "" : log();
    home.close();
    assertThat(log.lines().filter(line -> line.contains(" ERROR ")))
        .as("errors in the daemon's log: %s", log)
        .isEmpty();
  }

  private void end() {
    if (process != null) {
      end(process.toHandle());
    }
    ProcessHandle.allProcesses().filter(this::servesThisHome).forEach(RunningDaemon::end);
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      process.onExit().join();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    DaemonLeaks.forget(process.pid());
  }

  /** A client may have started another daemon after this one was stopped. */
  private boolean servesThisHome(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains("tmpdir=" + home.temporary());
  }
}
