package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** `swarm daemon` with the real daemon. */
class DaemonCommandTest {
  private final ClientFixture client = ClientFixture.installed();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void a_started_daemon_answers_and_reports_its_pid_and_socket() {
    var started = client.swarm("daemon", "start");

    assertThat(started.exit()).isZero();
    assertThat(started.out()).contains("socket " + client.socket());
    assertThat(ProcessHandle.of(pidIn(started.out()))).isPresent();
    assertThat(client.swarm("daemon", "status").out())
        .contains("running: pid " + pidIn(started.out()));
  }

  @Test
  void a_misspelt_option_for_java_is_reported_with_the_variable_that_has_it() {
    client.with("SWARMD_JAVA_OPTS", "-XX:+UseSerialGCC");

    var refused = client.swarm("daemon", "start");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("Java refuses SWARMD_JAVA_OPTS='-XX:+UseSerialGCC'", "option 'UseSerialGCC'");
  }

  @Test
  void a_second_start_finds_the_first() {
    long first = started();

    var second = client.swarm("daemon", "start");

    assertThat(second.out()).contains("already running: pid " + first);
    assertThat(second.exit()).isZero();
  }

  @Test
  void many_starts_at_once_all_succeed_with_one_daemon() {
    List<ClientFixture.Result> results =
        IntStream.range(0, 6).parallel().mapToObj(i -> client.swarm("daemon", "start")).toList();

    assertThat(results).allSatisfy(result -> assertThat(result.exit()).isZero());
    assertThat(results.stream().map(result -> pidIn(result.out())).distinct()).hasSize(1);
    assertThat(daemons()).hasSize(1);
  }

  @Test
  void a_daemon_runs_in_its_own_session() throws IOException {
    long pid = started();

    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    assertThat(fields[2]).as("process group").isEqualTo(String.valueOf(pid));
    assertThat(fields[3]).as("session").isEqualTo(String.valueOf(pid));
  }

  @Test
  void a_daemon_inherits_nothing_from_the_session_that_started_it() throws IOException {
    client.with("CLAUDE_CODE_SESSION_ID", "s1").with("OMC_SKIP_HOOKS", "ralph").with("KEPT", "1");
    long pid = started();

    String environment = Files.readString(Path.of("/proc/" + pid + "/environ"));
    assertThat(environment).contains("KEPT=1").doesNotContain("SESSION_ID", "OMC_SKIP_HOOKS");
  }

  @Test
  void a_stopped_daemon_is_gone_and_can_be_stopped_again() {
    long pid = started();

    var stopped = client.swarm("daemon", "stop");

    assertThat(stopped.out()).contains("stopped: pid " + pid);
    assertThat(stopped.exit()).isZero();
    eventually().until(() -> ProcessHandle.of(pid).isEmpty());
    var again = client.swarm("daemon", "stop");
    assertThat(again.out()).isEqualTo("not running\n");
    assertThat(again.exit()).isZero();
    assertThat(client.swarm("daemon", "status").exit()).isEqualTo(1);
  }

  @Test
  void a_restart_starts_a_new_daemon() {
    long first = started();

    var restarted = client.swarm("daemon", "restart");

    assertThat(restarted.exit()).isZero();
    assertThat(restarted.out()).contains("stopped: pid " + first).contains("started: pid");
    assertThat(daemons()).hasSize(1).doesNotContain(first);
  }

  @Test
  void after_a_kill_the_next_start_just_works() {
    long first = started();
    ProcessHandle daemon = ProcessHandle.of(first).orElseThrow();
    daemon.destroyForcibly();
    daemon.onExit().join();
    assertThat(client.socket()).exists();

    var next = client.swarm("daemon", "start");

    assertThat(next.exit()).isZero();
    assertThat(pidIn(next.out())).isNotEqualTo(first);
  }

  @Test
  void the_pid_in_a_free_lock_file_is_never_killed() throws Exception {
    Process bystander = new ProcessBuilder("sleep", "60").start();
    try {
      Files.writeString(client.home().resolve("swarmd.lock"), String.valueOf(bystander.pid()));

      assertThat(client.swarm("daemon", "stop").out()).isEqualTo("not running\n");
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroy();
    }
  }

  @Test
  void a_command_starts_the_daemon() {
    var result = client.swarm("status");

    assertThat(result.exit()).isZero();
    assertThat(daemons()).hasSize(1);
  }

  @Test
  void the_foreground_daemon_ends_with_its_terminal() throws Exception {
    Process foreground = client.start(List.of(client.launcherPath().toString(), "daemon", "run"));
    try {
      eventually().until(() -> client.swarm("daemon", "status").exit() == 0);
      assertThat(client.swarm("daemon", "status").out()).contains("pid " + foreground.pid());

      foreground.destroy();

      assertThat(foreground.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(foreground.exitValue()).isZero();
    } finally {
      foreground.destroyForcibly();
    }
  }

  @Test
  void the_end_of_the_log_is_printed() throws IOException {
    writeLog(IntStream.rangeClosed(1, 200).mapToObj(i -> "line " + i + "\n"));

    assertThat(client.swarm("daemon", "logs", "-n", "2").out()).isEqualTo("line 199\nline 200\n");
    assertThat(client.swarm("daemon", "logs").out()).startsWith("line 151\n");
    assertThat(client.swarm("daemon", "logs", "-n", "0").out()).isEmpty();
    assertThat(client.swarm("daemon", "logs", "-n", "999").out()).startsWith("line 1\n");
  }

  @Test
  void following_a_log_continues_after_a_rotation() throws Exception {
    writeLog(Stream.of("one\n"));
    Path out = Files.createFile(client.root().resolve("followed"));
    Process follower =
        client.start(
            List.of(
                "sh",
                "-c",
                "exec \"$0\" daemon logs -f >\"$1\"",
                client.launcherPath().toString(),
                out.toString()));
    try {
      eventually().until(() -> Files.readString(out).equals("one\n"));
      append("two\n");
      Files.move(log(), log().resolveSibling("swarmd.1.log"));
      append("three\n");

      eventually().until(() -> Files.readString(out).equals("one\ntwo\nthree\n"));
    } finally {
      follower.destroy();
    }
  }

  @Test
  void help_and_usage_errors_need_no_daemon() {
    assertThat(client.swarm("daemon", "--help").out()).startsWith("Usage: swarm daemon");
    assertThat(client.swarm("hook", "--help").out()).startsWith("Usage: swarm hook");
    assertThat(client.swarm("doctor", "--help").out()).startsWith("Usage: swarm doctor");
    assertThat(client.swarm("service", "--help").out()).startsWith("Usage: swarm service");
    var mistake = client.swarm("daemon", "strat");
    assertThat(mistake.exit()).isEqualTo(2);
    assertThat(mistake.err()).isEqualTo("swarm: unknown command 'strat'; did you mean 'start'?\n");
    assertThat(client.swarm("task", "add", "--help").out()).startsWith("Usage: swarm task add");
    assertThat(client.swarm("help", "mode", "start").out()).startsWith("Usage: swarm mode start");
    assertThat(client.swarm("--help").out()).startsWith("Usage: swarm ");
    assertThat(daemons()).isEmpty();
  }

  @Test
  void a_daemon_that_holds_the_lock_but_does_not_answer_is_reported() throws IOException {
    Path lock = client.home().resolve("swarmd.lock");
    try (FileChannel file =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = file.lock()) {
      assertThat(held.isValid()).isTrue();

      assertThat(client.swarm("daemon", "status").out()).contains("does not answer");
      var stop = client.swarm("daemon", "stop");
      assertThat(stop.exit()).isEqualTo(1);
      assertThat(stop.err()).contains("is not visible from here");
    }
  }

  @Test
  void a_start_while_the_old_daemon_is_ending_is_retried_once_that_is_gone() throws Exception {
    Path lock = client.home().resolve("swarmd.lock");
    Process start;
    try (FileChannel file =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = file.lock()) {
      assertThat(held.isValid()).isTrue();
      start = client.start(List.of(client.launcherPath().toString(), "daemon", "start"));
      eventually()
          .until(() -> read(client.home().resolve("log/daemon.out")).contains("already running"));
    }

    assertThat(start.waitFor()).isZero();
    assertThat(daemons()).hasSize(1);
  }

  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private long started() {
    var result = client.swarm("daemon", "start");
    assertThat(result.exit()).as(result.err()).isZero();
    return pidIn(result.out());
  }

  private List<Long> daemons() {
    return ProcessHandle.allProcesses()
        .filter(client::servesThisHome)
        .filter(process -> process.info().commandLine().orElse("").contains("swarmd.daemon.Main"))
        .map(ProcessHandle::pid)
        .toList();
  }

  private static long pidIn(String text) {
    Matcher matcher = Pattern.compile("pid (\\d+)").matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  private Path log() {
    return client.home().resolve("log/swarmd.log");
  }

  private void writeLog(Stream<String> lines) throws IOException {
    Files.createDirectories(log().getParent());
    for (String line : lines.toList()) {
      append(line);
    }
  }

  private void append(String line) throws IOException {
    Files.writeString(log(), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
