package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static swarmd.client.StandInDaemon.frame;
import static swarmd.client.StandInDaemon.stream;
import static swarmd.testing.Eventually.eventually;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands that run in the daemon behave as if they ran in the terminal. */
class ForwardTest {
  private static final int STDOUT = 1;
  private static final int STDERR = 2;
  private static final int EXIT = 3;

  private final ClientFixture client = ClientFixture.installed();

  @AfterEach
  void close() {
    client.close();
  }

  private StandInDaemon daemonThatPrints(byte[]... frames) {
    return StandInDaemon.on(client.socket(), request -> stream(frames));
  }

  @Test
  void output_errors_and_exit_code_are_passed_on() {
    try (StandInDaemon daemon =
        daemonThatPrints(
            frame(STDOUT, "one ü\n"),
            frame(STDERR, "oh\n"),
            frame(STDOUT, "two"),
            frame(EXIT, "3"))) {
      var result = client.swarm("task", "add", "x");

      assertThat(result.out()).isEqualTo("one ü\ntwo");
      assertThat(result.err()).isEqualTo("oh\n");
      assertThat(result.exit()).isEqualTo(3);
      assertThat(daemon.onlyRequest().path()).isEqualTo("/v1/cli");
    }
  }

  @Test
  void the_daemon_gets_arguments_directory_and_relevant_environment_variables() {
    client.with("SWARM_AGENT", "a1").with("NO_COLOR", "1").with("SECRET", "s");
    try (StandInDaemon daemon = daemonThatPrints(frame(EXIT, "0"))) {
      client.swarm("task", "add", "a \"quoted\"\ttitle");

      String request = daemon.onlyRequest().body();
      assertThat(request)
          .startsWith("{\"argv\":[\"task\",\"add\",\"a \\\"quoted\\\"\\ttitle\"],")
          .contains("\"cwd\":\"" + client.root() + "\"")
          .contains("\"SWARM_AGENT\":\"a1\"", "\"NO_COLOR\":\"1\"")
          .doesNotContain("SECRET", "PATH", "stdin");
    }
  }

  @Test
  void without_a_daemon_swarm_alone_says_how_to_begin_and_starts_none() {
    var result = client.swarm();

    assertThat(result.exit()).isZero();
    assertThat(result.out())
        .startsWith("swarmd is not running")
        .contains("swarm demo", "swarm task add", "swarm install");
    assertThat(client.socket()).doesNotExist();
  }

  @Test
  void an_unknown_command_starts_no_daemon() {
    var result = client.swarm("tsak", "list");

    assertThat(result.exit()).isEqualTo(2);
    assertThat(result.err()).isEqualTo("swarm: unknown command 'tsak'; did you mean 'task'?\n");
    assertThat(client.socket()).doesNotExist();
  }

  @Test
  void a_daemon_that_cannot_start_says_why_in_one_line() {
    var result = client.with("SWARMD_FILE_OWNERSHIP", "denny").swarm("task", "list");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err())
        .isEqualTo(
            "swarm: the daemon ended with exit code 1: SWARMD_FILE_OWNERSHIP must be one of deny,"
                + " ask, warn, off, not 'denny' (environment SWARMD_FILE_OWNERSHIP); did you mean"
                + " 'deny'?\n");
  }

  @Test
  void a_start_is_announced_on_a_terminal_and_only_there() {
    assertThat(client.with("SWARM_ERR_TTY", "1").swarm("task", "list").err())
        .startsWith("\r\033[Kstarting swarmd …")
        .contains("\r\033[Kswarm: started a daemon");
    client.swarm("daemon", "stop");

    assertThat(client.with("SWARM_ERR_TTY", "").swarm("task", "list").err())
        .doesNotContain("starting");
  }

  @Test
  void a_watched_status_waits_for_a_daemon_that_is_stopped_and_goes_on_with_the_next()
      throws Exception {
    client.with("SWARM_TTY", "1").with("LINES", "10").with("COLUMNS", "40");
    Path out = client.root().resolve("watched");
    Process watch =
        client.start(
            List.of(
                "sh",
                "-c",
                "exec \"$0\" status --watch >\"$1\" 2>&1",
                client.launcherPath().toString(),
                out.toString()));
    try {
      eventually().until(() -> Files.exists(out) && Files.readString(out).contains("No tasks yet"));
      client.swarm("daemon", "stop");
      eventually().until(() -> Files.readString(out).contains("waiting for it"));
      client.swarm("task", "add", "sweep");
      eventually().until(() -> Files.readString(out).contains("PROJECT"));
      assertThat(watch.isAlive()).isTrue();
    } finally {
      watch.destroy();
      watch.waitFor();
    }
  }

  @Test
  void calling_swarm_without_arguments_reaches_the_daemon() {
    try (StandInDaemon daemon = daemonThatPrints(frame(STDOUT, "help"), frame(EXIT, "0"))) {
      assertThat(client.swarm().out()).isEqualTo("help");
      assertThat(daemon.onlyRequest().body()).startsWith("{\"argv\":[],");
    }
  }

  @Test
  void non_ascii_text_survives_a_shell_without_a_locale() {
    client.with("LANG", "").with("LC_ALL", "C");
    try (StandInDaemon daemon = daemonThatPrints(frame(STDOUT, "修復完了\n"), frame(EXIT, "0"))) {
      var result = client.swarm("task", "add", "修復測試 🐝");

      assertThat(daemon.onlyRequest().body()).contains("\"修復測試 🐝\"");
      assertThat(result.out()).isEqualTo("修復完了\n");
    }
  }

  @Test
  void standard_input_is_sent_if_an_argument_is_a_dash() {
    try (StandInDaemon daemon = daemonThatPrints(frame(EXIT, "0"))) {
      client.swarmWithInput("first\nsecond ü", "task", "add", "-");

      assertThat(daemon.onlyRequest().body()).endsWith(",\"stdin\":\"first\\nsecond ü\"}");
    }
  }

  @Test
  void an_unused_open_standard_input_blocks_nothing() throws Exception {
    try (StandInDaemon daemon = daemonThatPrints(frame(EXIT, "0"))) {
      Process process = client.start(List.of(client.launcherPath().toString(), "status"));

      assertThat(process.waitFor()).isZero();
      assertThat(daemon.onlyRequest().body()).doesNotContain("stdin");
    }
  }

  @Test
  void standard_input_that_is_too_large_is_refused() {
    try (StandInDaemon daemon = daemonThatPrints(frame(EXIT, "0"))) {
      var result = client.swarmWithInput("x".repeat((16 << 20) + 1), "task", "add", "-");

      assertThat(result.exit()).isEqualTo(2);
      assertThat(result.err()).contains("larger than 16 MiB");
      assertThat(daemon.requests()).isEmpty();
    }
  }

  @Test
  void a_command_fails_if_its_daemon_dies_halfway() {
    try (StandInDaemon daemon = daemonThatPrints(frame(STDOUT, "half"))) {
      var result = client.swarm("events");

      assertThat(result.out()).isEqualTo("half");
      assertThat(result.err()).contains("before the command was finished");
      assertThat(result.exit()).isEqualTo(1);
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_claim_whose_daemon_dies_before_the_answer_is_repeated_with_the_same_id() {
    AtomicInteger requests = new AtomicInteger();
    byte[] died = stream();
    byte[] answered = stream(frame(STDOUT, "task 1\n"), frame(EXIT, "0"));
    try (StandInDaemon daemon =
        StandInDaemon.on(
            client.socket(), request -> requests.incrementAndGet() < 3 ? died : answered)) {
      var result = client.swarm("task", "claim");

      assertThat(result.exit()).as(result.err()).isZero();
      assertThat(result.out()).isEqualTo("task 1\n");
      assertThat(daemon.requests()).hasSize(3);
      assertThat(daemon.requests().stream().map(StandInDaemon.Request::body).distinct())
          .singleElement(STRING)
          .contains("\"SWARM_RUN\":");
    }
  }

  @Test
  void two_claims_have_different_ids() {
    try (StandInDaemon daemon = daemonThatPrints(frame(EXIT, "0"))) {
      client.with("SWARM_RUN", "inherited").swarm("task", "claim");
      client.swarm("task", "claim");

      assertThat(daemon.requests())
          .extracting(StandInDaemon.Request::body)
          .doesNotHaveDuplicates()
          .noneMatch(body -> body.contains("inherited"));
    }
  }

  @Test
  void a_command_that_may_have_had_its_effect_is_not_repeated() {
    try (StandInDaemon daemon = daemonThatPrints()) {
      var result = client.swarm("task", "add", "x");

      assertThat(result.exit()).isEqualTo(1);
      assertThat(result.err()).contains("before the command was finished");
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_claim_that_was_printed_in_part_is_not_repeated() {
    try (StandInDaemon daemon = daemonThatPrints(frame(STDOUT, "task 1\n"))) {
      assertThat(client.swarm("task", "claim").exit()).isEqualTo(1);
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_refusal_is_shown_with_its_message() {
    String error = "{\"error\":{\"code\":\"overloaded\",\"message\":\"try \\\"later\\\"\"}}";
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 503, error)) {
      var result = client.swarm("status");

      assertThat(result.err()).contains("try \"later\"");
      assertThat(result.exit()).isEqualTo(1);
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_closed_pipe_ends_the_command_quietly() throws IOException {
    String lines = "line\n".repeat(100_000);
    try (StandInDaemon daemon = daemonThatPrints(frame(STDOUT, lines), frame(STDOUT, lines))) {
      var result =
          client.run(
              "",
              List.of("sh", "-c", "\"$0\" events | head -n 1", client.launcherPath().toString()));

      assertThat(result.out()).isEqualTo("line\n");
      assertThat(result.err()).isEmpty();
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_command_shows_why_the_daemon_does_not_start() {
    var result = client.withoutDaemon().swarm("status");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("NoSuchOption").contains("swarm doctor");
  }

  @Test
  void without_java_the_error_says_what_to_install() {
    var result = client.withoutJava().swarm("status");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("Java 17").contains("JAVA_HOME");
  }

  @Test
  void the_version_needs_no_daemon() {
    var result = client.withoutDaemon().swarm("--version");

    assertThat(result.out()).matches("swarm \\d+\\.\\d+\\.\\d+\n");
    assertThat(client.swarm("-V").out()).isEqualTo(result.out());
  }

  @Test
  void a_socket_path_that_is_too_long_gets_a_clear_error() {
    client.with("SWARMD_HOME", client.root() + "/" + "long".repeat(30));

    var result = client.swarm("status");

    assertThat(result.exit()).isEqualTo(1);
    assertThat(result.err()).contains("too long").contains("SWARMD_SOCKET");
  }
}
