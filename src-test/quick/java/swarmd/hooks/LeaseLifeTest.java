package swarmd.hooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.HostSession.by;
import static swarmd.testing.HostSession.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.sessions.ProcessTable;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** What keeps a lease: one test for each row of the table, and for what could mislead it. */
class LeaseLifeTest {
  private static final Duration LEASE = Duration.ofMinutes(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final InProcessDaemon daemon = InProcessDaemon.start();
  private Api api = daemon.api();
  private HostSession session;
  private Held held;

  @BeforeEach
  void addTask() {
    api.add("long work");
  }

  @AfterEach
  void close() {
    api.close();
    daemon.close();
  }

  /** A session of a host whose process is this JVM, and lives. */
  private void startWithProcess() {
    session = new HostSession(api.http(), daemon.project(), "mine");
    long pid = ProcessHandle.current().pid();
    String process = pid + " " + ProcessTable.ofSystem().startOf(pid).orElseThrow();
    byte[] start =
        session.payload("SessionStart").put("source", "startup").toString().getBytes(UTF_8);
    api.http()
        .write(UnixHttp.request("POST", "/v1/hooks", Map.of("Swarm-Host-Process", process), start));
    assertThat(api.http().read().status()).isEqualTo(200);
    claim("main-mine");
  }

  private void startWithoutProcess() {
    session = new HostSession(api.http(), daemon.project(), "mine");
    session.start();
    claim("main-mine");
  }

  private void claim(String agent) {
    held = api.claim(api.body().put("agent", agent).put("session", "mine"));
  }

  private void restart() {
    api.close();
    daemon.restart();
    api = daemon.api();
    session = new HostSession(api.http(), daemon.project(), "mine");
  }

  /** Time passes in steps, as alarms and their writes follow each other. */
  private void pass(Duration duration) {
    long minutes = duration.toMinutes();
    for (long i = 0; i < minutes; i++) {
      daemon.time().advance(MINUTE);
      settle();
    }
  }

  private void settle() {
    for (int i = 0; i < 4; i++) {
      api.http().post("/v1/agents/heartbeat", api.body().put("agent", "nobody").toString());
    }
  }

  private String status() {
    return api.show(held.id()).at("/task/status").asText();
  }

  private void assertHeldFor(Duration duration) {
    pass(duration);
    assertThat(status()).isEqualTo("claimed");
    assertThat(api.show(held.id()).at("/task/lease/fence").asLong()).isEqualTo(held.fence());
  }

  private void assertLostWithin(Duration duration) {
    pass(duration);
    eventually().until(() -> status().equals("pending"));
  }

  private void callTool() {
    session.send(tool(session.payload("PreToolUse")));
  }

  private void endTool() {
    session.send(tool(session.payload("PostToolUse")));
  }

  private JsonNode askPermission() {
    ObjectNode request = session.payload("PermissionRequest").put("tool_name", "Bash");
    request.putObject("tool_input").put("command", "rm -rf build");
    return session.send(request);
  }

  // Row 1

  @Test
  void while_the_host_process_lives_and_a_turn_is_running_the_lease_is_kept_for_2_hours() {
    startWithProcess();
    session.prompt("work");

    assertHeldFor(Duration.ofMinutes(119));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void while_the_host_process_lives_and_a_tool_call_is_open_the_lease_is_kept_for_2_hours() {
    startWithProcess();
    callTool();

    assertHeldFor(Duration.ofMinutes(119));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void while_the_host_process_lives_and_a_permission_prompt_waits_the_lease_is_kept_for_2_hours() {
    startWithProcess();
    assertThat(askPermission().has("hookSpecificOutput")).isFalse();

    assertHeldFor(Duration.ofMinutes(119));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void the_turn_of_the_session_keeps_the_lease_of_its_subagent() {
    startWithProcess();
    session.prompt("work");
    session.startSubagent("sub1");
    api.step(held, "release");
    claim("sub1");

    assertHeldFor(Duration.ofMinutes(60));
  }

  @Test
  void a_held_stop_does_not_end_the_turn() {
    startWithProcess();
    session.prompt("ralph: do it all");
    session.held();

    assertHeldFor(Duration.ofMinutes(30));
  }

  // Row 2

  @Test
  void while_the_process_is_unknown_and_a_tool_call_is_open_the_lease_is_kept_for_1_hour() {
    startWithoutProcess();
    callTool();

    assertHeldFor(Duration.ofMinutes(59));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void while_the_process_is_unknown_and_a_permission_prompt_waits_it_is_kept_for_1_hour() {
    startWithoutProcess();
    askPermission();

    assertHeldFor(Duration.ofMinutes(59));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void a_notification_of_a_permission_prompt_counts_as_one() {
    startWithoutProcess();
    session.send(session.payload("Notification").put("notification_type", "permission_prompt"));

    assertHeldFor(Duration.ofMinutes(59));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void while_the_process_is_unknown_a_running_turn_alone_keeps_nothing() {
    startWithoutProcess();
    session.prompt("work");

    assertHeldFor(LEASE.minus(MINUTE));
    assertLostWithin(Duration.ofMinutes(2));
  }

  // Row 3

  @Test
  void otherwise_the_lease_ends_5_minutes_after_the_last_event_of_the_holder() {
    startWithProcess();
    session.prompt("work");
    pass(Duration.ofMinutes(20));
    session.letGo();

    assertHeldFor(LEASE.minus(MINUTE));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void the_events_of_its_subagents_renew_the_lease_of_a_main_agent() {
    startWithoutProcess();
    session.startSubagent("sub1");
    for (int i = 0; i < 5; i++) {
      assertHeldFor(Duration.ofMinutes(4));
      session.runToolAs("sub1");
    }

    assertHeldFor(LEASE.minus(MINUTE));
    assertLostWithin(Duration.ofMinutes(2));
  }

  @Test
  void own_renewals_keep_a_task_that_was_claimed_outside_any_session() {
    held = api.claim("somebody");
    for (int i = 0; i < 5; i++) {
      assertHeldFor(Duration.ofMinutes(4));
      api.step(held, "renew");
    }

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void an_event_a_moment_after_a_renewal_still_gives_a_whole_lease() {
    startWithoutProcess();
    daemon.time().advance(Duration.ofSeconds(20)); // too early to renew again
    session.runTool();
    daemon.time().advance(LEASE.minusSeconds(1));
    settle();
    assertThat(status()).isEqualTo("claimed");

    assertLostWithin(MINUTE);
  }

  // Row 4

  @Test
  void the_end_of_the_session_ends_the_lease_at_once() {
    startWithProcess();
    callTool();
    session.end();

    assertThat(status()).isEqualTo("pending");
  }

  @Test
  void the_stop_of_a_subagent_ends_its_lease_while_the_turn_runs() {
    startWithProcess();
    session.prompt("work");
    session.startSubagent("sub1");
    api.step(held, "release");
    claim("sub1");
    for (int i = 0; i < 4; i++) {
      session.stopSubagent("sub1");
    }

    assertThat(status()).isEqualTo("pending");
  }

  // What could mislead it

  @Test
  void a_denied_call_is_not_open() {
    startWithoutProcess();
    ObjectNode owned = api.body().put("title", "theirs");
    owned.putArray("files").add("src/**");
    api.post("/v1/tasks", owned);
    api.claim(api.body().put("agent", "other").put("lease_ms", 3_600_000));
    ObjectNode edit = tool(session.payload("PreToolUse")).put("tool_name", "Write");
    edit.putObject("tool_input").put("file_path", "src/A.java");
    assertThat(session.send(edit).toString()).contains("\"deny\"");

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void the_result_of_a_call_closes_it() {
    startWithoutProcess();
    callTool();
    pass(Duration.ofMinutes(20));
    endTool();

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_failed_call_is_closed() {
    startWithoutProcess();
    callTool();
    session.send(tool(session.payload("PostToolUseFailure")));

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_call_that_was_interrupted_ends_with_the_next_prompt() {
    startWithoutProcess();
    callTool();
    session.prompt("never mind");

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_stop_closes_the_calls_of_subagents_that_never_ended() {
    startWithoutProcess();
    session.startSubagent("sub1");
    session.send(by("sub1", tool(session.payload("PreToolUse"))));
    ObjectNode stop = session.payload("Stop").put("stop_hook_active", false);
    stop.putArray("background_tasks");
    session.send(stop);

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_subagent_with_an_open_call_goes_on_if_the_host_does_not_name_what_does() {
    startWithoutProcess();
    session.startSubagent("sub1");
    session.send(by("sub1", tool(session.payload("PreToolUse"))));
    session.letGo();

    assertHeldFor(Duration.ofMinutes(59));
  }

  @Test
  void a_subagent_without_an_open_call_has_ended_if_the_host_does_not_name_what_goes_on() {
    startWithProcess();
    session.startSubagent("sub1");
    session.letGo();

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_subagent_in_the_background_goes_on_after_the_stop() {
    startWithoutProcess();
    session.startSubagent("sub1");
    session.send(by("sub1", tool(session.payload("PreToolUse"))));
    ObjectNode stop = session.payload("Stop").put("stop_hook_active", false);
    stop.putArray("background_tasks").addObject().put("id", "b1");
    session.send(stop);

    assertHeldFor(Duration.ofMinutes(59));
  }

  @Test
  void of_two_calls_without_numbers_one_result_closes_one() {
    startWithoutProcess();
    for (int i = 0; i < 2; i++) {
      ObjectNode call = tool(session.payload("PreToolUse"));
      call.remove("tool_use_id");
      session.send(call);
    }
    ObjectNode result = tool(session.payload("PostToolUse"));
    result.remove("tool_use_id");
    session.send(result);
    assertHeldFor(Duration.ofMinutes(30));
    session.send(result);

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void any_later_event_answers_a_permission_prompt() {
    startWithoutProcess();
    askPermission();
    session.prompt("no, something else");

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void a_host_that_waits_for_a_prompt_has_no_turn_running() {
    startWithProcess();
    session.prompt("work"); // and the person interrupts it, which sends nothing
    session.send(session.payload("Notification").put("notification_type", "idle_prompt"));

    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void an_open_call_survives_a_restart_of_the_daemon() {
    startWithoutProcess();
    callTool();
    restart();

    assertHeldFor(Duration.ofMinutes(58));
    assertLostWithin(Duration.ofMinutes(3));
  }

  @Test
  void a_running_turn_of_a_host_that_lives_survives_a_restart_of_the_daemon() {
    startWithProcess();
    session.prompt("work");
    pass(Duration.ofMinutes(10));
    restart();

    assertHeldFor(Duration.ofMinutes(100));
    session.letGo();
    assertLostWithin(Duration.ofMinutes(6));
  }

  @Test
  void the_time_that_the_machine_was_suspended_is_not_silence() {
    startWithProcess();
    callTool();
    pass(Duration.ofMinutes(10));
    daemon.time().jump(Duration.ofHours(8));

    assertHeldFor(Duration.ofMinutes(100));
    assertLostWithin(Duration.ofMinutes(11));
  }
}
