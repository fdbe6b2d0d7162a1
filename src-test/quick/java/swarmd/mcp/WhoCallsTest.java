package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.UnixHttp;

/** The agent of a call is known by hooks, hosts and processes, not by what its model writes. */
final class WhoCallsTest extends McpTest {
  private static final String TOOL = "mcp__swarmd__task_claim";

  /** A client of which nothing is known but its project. */
  private McpClient stranger() {
    return new McpClient(daemon::connect, Map.of("Swarm-Project-Dir", daemon.project().toString()));
  }

  private JsonNode before(Consumer<ObjectNode> change) {
    ObjectNode payload = session.payload("PreToolUse").put("tool_name", TOOL);
    payload.putObject("tool_input").put("limit", 1);
    change.accept(payload);
    return session.send(payload).get("hookSpecificOutput");
  }

  @Test
  void the_hook_allows_the_call_and_adds_a_ticket() {
    JsonNode answer = before(payload -> {});

    assertThat(answer.get("permissionDecision").asText()).isEqualTo("allow");
    assertThat(answer.at("/updatedInput/limit").asInt()).isEqualTo(1);
    assertThat(answer.at("/updatedInput/_swarm").asText()).hasSize(32);
  }

  @Test
  void the_hook_leaves_tools_of_other_servers_to_the_host() {
    JsonNode answer =
        session.send(
            (ObjectNode)
                session
                    .payload("PreToolUse")
                    .put("tool_name", "mcp__other__task_claim")
                    .set("tool_input", Api.object()));

    assertThat(answer.toString()).doesNotContain("_swarm").doesNotContain("allow");
  }

  @Test
  void a_permission_request_for_an_own_tool_is_allowed() {
    ObjectNode payload = session.payload("PermissionRequest").put("tool_name", TOOL);
    payload.putObject("tool_input");

    assertThat(session.send(payload).at("/hookSpecificOutput/decision/behavior").asText())
        .isEqualTo("allow");
  }

  @Test
  void a_ticket_names_the_subagent_that_has_made_the_call() {
    api.add("parse");
    JsonNode input = before(payload -> payload.put("agent_id", "sub1")).get("updatedInput");

    stranger().call("task_claim", input);

    JsonNode task = api.show(1).get("task");
    assertThat(task.get("agent").asText()).isEqualTo("sub1");
    assertThat(task.get("session").asText()).isEqualTo(SESSION);
  }

  @Test
  void a_ticket_that_the_model_writes_is_replaced_or_refused() {
    JsonNode input =
        before(payload -> payload.withObject("/tool_input").put("_swarm", "forged"))
            .get("updatedInput");
    assertThat(input.get("_swarm").asText()).isNotEqualTo("forged");

    assertThat(mcp.refusal("task_claim", "{\"_swarm\":\"forged\"}"))
        .isEqualTo(
            "the argument '_swarm' is not valid any more; leave it out and call the tool again");
  }

  @Test
  void the_id_of_a_call_names_the_subagent_where_the_host_sends_it() {
    api.add("parse");
    before(payload -> payload.put("agent_id", "sub2").put("tool_use_id", "toolu_7"));
    ObjectNode call = stranger().callMessage("task_claim", Api.object());
    call.withObject("/params/_meta").put("claudecode/toolUseId", "toolu_7");

    stranger().result(call);

    assertThat(api.show(1).at("/task/agent").asText()).isEqualTo("sub2");
  }

  @Test
  void the_host_s_own_words_beside_the_arguments_name_session_and_thread() {
    api.add("parse");
    ObjectNode call = stranger().callMessage("task_claim", Api.object());
    call.withObject("/params/_meta").put("sessionId", SESSION).put("threadId", "thread-2");

    stranger().result(call);

    JsonNode task = api.show(1).get("task");
    assertThat(task.get("session").asText()).isEqualTo(SESSION);
    assertThat(task.get("agent").asText()).isEqualTo("thread-2");
  }

  @Test
  void a_process_of_one_session_cannot_call_for_another_one() {
    HostSession own = new HostSession(api.http(), daemon.project(), "own-session");
    own.startInThisProcess();
    api.add("parse");
    JsonNode stolen = before(payload -> {}).get("updatedInput");

    assertThat(mcp.call("task_claim", stolen).toString())
        .contains("this call belongs to another session than the program that sends it");
    mcp.text("task_claim", "{}"); // its environment names the session of somebody else

    assertThat(api.show(1).at("/task/session").asText()).isEqualTo("own-session");
  }

  @Test
  void a_host_is_known_by_its_connection_on_the_loopback_address() {
    HostSession own = new HostSession(api.http(), daemon.project(), "own-session");
    own.startInThisProcess();
    api.add("parse");
    McpClient host =
        new McpClient(
            () -> UnixHttp.loopback(daemon.daemon().info().httpPort()),
            Map.of(
                "Host", "127.0.0.1", "Authorization", "Bearer " + daemon.daemon().tokens().mcp()));

    host.text("task_claim", "{}");

    assertThat(api.show(1).at("/task/session").asText()).isEqualTo("own-session");
  }

  @Test
  void a_host_with_several_sessions_needs_its_hooks() {
    new HostSession(api.http(), daemon.project(), "first").startInThisProcess();
    new HostSession(api.http(), daemon.project(), "second").startInThisProcess();

    assertThat(stranger().refusal("task_claim", "{}"))
        .contains("cannot tell which of this program's sessions calls");
    assertThat(agent("second").text("status", "{}")).contains("main-second");
  }

  @Test
  void a_client_without_a_session_is_an_agent_of_its_own() {
    api.add("parse");

    stranger().text("task_claim", "{}");

    assertThat(api.show(1).at("/task/agent").asText())
        .isEqualTo("mcp-" + ProcessHandle.current().pid());
    assertThat(stranger().with("Swarm-Agent", "ada").text("status", "{}"))
        .contains("you are agent ada");
    assertThat(new McpClient(daemon::connect, Map.of()).refusal("status", "{}"))
        .contains("does not know this client's project");
  }
}
