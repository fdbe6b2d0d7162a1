package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;

/** Who may say that ralph's work is verified, told by real processes. */
class PersonTest {
  private static final String VERIFY =
      RunningDaemon.swarmCommand()[0] + " mode set ralph --session first --verified";

  private RunningDaemon daemon;
  private Api api;
  private HostSession session;

  @BeforeEach
  void start() {
    daemon = RunningDaemon.start();
    api = daemon.api();
    session = new HostSession(api.http(), daemon.project(), "first");
  }

  @AfterEach
  void stop() {
    api.close();
    daemon.close();
  }

  private void startRalph() {
    Result started = daemon.swarm(daemon.project(), "mode", "start", "ralph", "--session", "first");
    assertThat(started.exit()).as(started.toString()).isZero();
  }

  private Result run(String... command) {
    Map<String, String> environment = new HashMap<>(daemon.environment());
    environment.put("TERM", "dumb");
    return Programs.run(daemon.project(), environment, command);
  }

  /** A process that is no shell, whose session starts and which then runs a command. */
  private Result runInHost(String command) throws IOException {
    Path event = daemon.root().resolve("first.json");
    Files.writeString(event, session.payload("SessionStart").put("source", "startup").toString());
    String script =
        "sh -c '%s hook <%s >/dev/null'; %s mode start ralph --session first >/dev/null; %s"
            .formatted(
                RunningDaemon.swarmCommand()[0], event, RunningDaemon.swarmCommand()[0], command);
    return run("timeout", "900", "sh", "-c", script);
  }

  @Test
  void somebody_at_a_terminal_is_the_person() {
    startRalph();

    Result result = run("script", "-qec", VERIFY, "/dev/null");

    assertThat(result.exit()).as(result.toString()).isZero();
    assertThat(session.stop().get("systemMessage").asText()).contains("verified by the person");
  }

  @Test
  void a_script_without_a_terminal_is_not() {
    startRalph();

    Result result = run("setsid", "-w", "sh", "-c", VERIFY);

    assertThat(result.exit()).isEqualTo(3);
    assertThat(result.err()).contains("cannot tell who says so", "in a terminal of their own");
    assertThat(session.held()).startsWith("[swarmd ralph");
  }

  @Test
  void an_agent_that_hides_its_session_and_makes_a_terminal_is_not() throws IOException {
    Result result =
        runInHost(
            "env -u CLAUDE_CODE_SESSION_ID -u SWARM_SESSION script -qec \"%s\" /dev/null"
                .formatted(VERIFY));

    assertThat(result.exit()).as(result.toString()).isEqualTo(3);
    assertThat(result.out() + result.err()).contains("your own word does not count");
  }

  @Test
  void an_agent_that_sends_the_request_itself_is_not() throws IOException {
    Result result =
        runInHost(
            "curl -s --unix-socket %s -X PATCH \"http://x/v1/modes/ralph?project=%s&session=first\" -d \"{\\\"verified\\\":true}\""
                .formatted(daemon.socket(), daemon.project()));

    assertThat(result.out()).contains("not_verified", "your own word does not count");
  }
}
