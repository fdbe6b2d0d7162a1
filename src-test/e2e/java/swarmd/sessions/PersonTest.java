package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
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
    daemon = RunningDaemon.start(Map.of("SWARMD_SCRIPTS", "refuse"));
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
    // Gemini CLI's hooks run in its own session of processes, and so do those of this script.
    Files.writeString(
        event,
        session
            .payload("SessionStart")
            .put("source", "startup")
            .put("timestamp", "now")
            .toString());
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
  void a_process_that_has_left_its_host_and_its_terminal_does_nothing_that_is_the_person_s()
      throws IOException {
    startRalph();
    Files.createDirectories(daemon.project().resolve(".swarmd"));
    Files.writeString(
        daemon.project().resolve(".swarmd/settings.json"),
        "{\"checks\":{\"test\":{\"command\":\"true\"}}}");
    String swarm = RunningDaemon.swarmCommand()[0];

    for (String act :
        List.of(
            "cancel --session first",
            "mode stop ralph --session first",
            "mode set ralph --session first --max 1",
            "hooks trust --yes",
            "hooks untrust",
            "open --print",
            "skill accept 1",
            "skill retire 1")) {
      Result result = run("setsid", "-w", "sh", "-c", "nohup " + swarm + " " + act);
      assertThat(result.exit()).as(act + result).isNotZero();
      assertThat(result.out() + result.err()).as(act).contains("without a terminal cannot");
    }
    assertThat(session.held()).startsWith("[swarmd ralph");
  }

  @Test
  void a_host_s_variables_show_that_an_agent_has_started_a_process() {
    startRalph();

    Result result = run("env", "CLAUDECODE=1", "script", "-qec", VERIFY, "/dev/null");

    assertThat(result.exit()).as(result.toString()).isEqualTo(3);
  }

  @Test
  void a_command_in_a_tool_cannot_send_its_host_s_events() throws IOException {
    String cancel = event("BeforeAgent", "prompt", "/cancel");
    String end = event("SessionEnd", "reason", "exit");
    String cleared = event("SessionStart", "source", "clear");
    String list = RunningDaemon.swarmCommand()[0] + " mode list";
    String tool = "setsid -w sh -c \"%s hook <%s\" >/dev/null; ";
    String swarm = RunningDaemon.swarmCommand()[0];

    Result result =
        runInHost(
            tool.formatted(swarm, cancel)
                + tool.formatted(swarm, end)
                + tool.formatted(swarm, cleared)
                + list
                + "; %s hook <%s >/dev/null; echo then; ".formatted(swarm, cancel)
                + list);

    assertThat(result.out().split("then")[0]).as(result.toString()).contains("ralph");
    assertThat(result.out().split("then")[1]).as(result.toString()).doesNotContain("ralph");
    assertThat(daemon.swarm(daemon.project(), "events", "--hooks", "-n", "50").out())
        .contains("does not come from the host of session first");
  }

  private String event(String name, String field, String value) throws IOException {
    Path file = daemon.root().resolve(name + ".json");
    Files.writeString(
        file, session.payload(name).put("timestamp", "now").put(field, value).toString());
    return file.toString();
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

  /** By the time the request is read, no process has the connection any more. */
  @Test
  void an_agent_that_sends_a_request_with_the_page_s_token_and_hangs_up_is_not()
      throws IOException {
    JsonNode access = Api.json(Files.readString(daemon.home().resolve("http.json")));
    String request =
        "DELETE /v1/modes/ralph?session=first&project=%s HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nAuthorization: Bearer %s\\r\\n\\r\\n"
            .formatted(daemon.project(), access.get("page_token").asText());
    String send =
        "bash -c \"exec 3<>/dev/tcp/127.0.0.1/%d; printf \\\"%s\\\" >&3\"; "
            .formatted(access.get("port").asInt(), request);

    Result result = runInHost(send.repeat(5) + RunningDaemon.swarmCommand()[0] + " mode list");

    assertThat(result.out()).as(result.toString()).contains("ralph");
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
