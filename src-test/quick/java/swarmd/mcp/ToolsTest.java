package swarmd.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.TaskSpec;
import swarmd.testing.Api;

/** What each tool does, and what a model reads of it. */
final class ToolsTest extends McpTest {

  @Test
  void tasks_are_added_with_their_dependencies_and_listed() {
    String added =
        mcp.text(
            "task_add",
            "{\"tasks\":[{\"title\":\"schema\",\"key\":\"a\"},"
                + "{\"title\":\"queries\",\"depends_on\":[\"a\"]}]}");

    assertThat(added).isEqualTo("task 1  schema  [pending]\ntask 2  queries  [blocked]");
    JsonNode listed = mcp.call("task_list", "{}");
    assertThat(McpClient.text(listed)).contains("task 2  queries  [blocked]  depends on 1");
    assertThat(listed.at("/structuredContent/tasks/1/status").asText()).isEqualTo("blocked");
    assertThat(mcp.text("task_list", "{\"status\":[\"pending\"]}")).doesNotContain("queries");
    assertThat(mcp.text("task_list", "{\"search\":\"nothing\"}")).isEqualTo("no tasks");
    JsonNode first = mcp.call("task_list", "{\"limit\":1}");
    assertThat(first.at("/structuredContent/next_after").asLong()).isEqualTo(1);
  }

  @Test
  void a_claimed_task_is_the_agent_s_and_needs_no_token() {
    api.add("parse the header");

    JsonNode claimed = mcp.call("task_claim", "{}");

    assertThat(McpClient.text(claimed))
        .startsWith("task 1  parse the header")
        .contains("lease  5m")
        .contains("task_complete with \"id\": 1");
    assertThat(claimed.toString()).doesNotContain("token");
    JsonNode task = api.show(1).get("task");
    assertThat(task.get("agent").asText()).isEqualTo(AGENT);
    assertThat(task.get("session").asText()).isEqualTo(SESSION);
    assertThat(mcp.text("task_renew", "{\"id\":1}")).contains("[claimed by " + AGENT + "]");
    assertThat(mcp.text("task_complete", "{\"id\":1,\"result\":\"in src\"}")).contains("[done");
    assertThat(mcp.text("task_complete", "{\"id\":1}")).as("once more").contains("[done");
    assertThat(api.show(1).at("/task/result").asText()).isEqualTo("in src");
    assertThat(mcp.text("task_claim", "{}")).contains("complete");
  }

  @Test
  void a_released_task_goes_to_the_next_agent_with_its_note() {
    api.add("parse");
    mcp.text("task_claim", "{\"id\":1}");

    mcp.text("task_release", "{\"id\":1,\"note\":\"needs SQL\"}");

    assertThat(agent("other").text("task_claim", "{}")).contains("before you", "> needs SQL");
    assertThat(agent("other").text("task_fail", "{\"id\":1,\"error\":\"no\"}")).contains("[failed");
    assertThat(mcp.text("task_show", "{\"id\":1}")).contains("error\n> no");
  }

  @Test
  void a_task_of_somebody_else_stays_theirs() {
    api.add("parse");
    agent("other").text("task_claim", "{}");

    assertThat(mcp.refusal("task_complete", "{\"id\":1}"))
        .isEqualTo(
            "task 1 is held by agent main-other of session other, not by you; for other work:"
                + " task_claim");
    assertThat(mcp.text("task_claim", "{\"id\":1}"))
        .isEqualTo("task 1 is claimed by agent main-other of session other");
    assertThat(mcp.refusal("task_fail", "{\"id\":7}"))
        .isEqualTo("there is no task 7; see: task_list");
  }

  @Test
  void a_note_reaches_the_project() {
    assertThat(mcp.text("note", "{\"text\":\"tests need a database\"}")).isEqualTo("added note 1");
    assertThat(mcp.refusal("note", "{\"text\":\"x\",\"priority\":true,\"working\":true}"))
        .isEqualTo("a note is 'priority' or 'working', not both");
  }

  @Test
  void a_message_goes_to_another_agent_and_is_read_there() {
    session.send(session.payload("UserPromptSubmit").put("prompt", "hello"));
    swarmd.testing.HostSession other =
        new swarmd.testing.HostSession(api.http(), daemon.project(), "other-session");
    other.start();
    other.send(other.payload("UserPromptSubmit").put("prompt", "hello"));

    assertThat(mcp.text("send", "{\"to\":\"other-session\",\"text\":\"rebase first\"}"))
        .startsWith("stored message 1 for ");
    JsonNode inbox = agent("other-session").call("inbox", "{}");
    assertThat(McpClient.text(inbox))
        .contains("> rebase first")
        .contains("To answer: send " + AGENT);
    assertThat(mcp.text("inbox", "{}")).isEqualTo("no messages");
    assertThat(mcp.refusal("send", "{\"text\":\"to whom?\"}"))
        .isEqualTo("give exactly one of the fields 'to', 'task' and 'all'");
  }

  @Test
  void status_says_who_the_agent_is_and_what_it_holds() {
    api.add("parse", "print");
    mcp.text("task_claim", "{}");

    assertThat(mcp.text("status", "{}"))
        .isEqualTo(
            """
            you are agent %1$s
            swarm default: 1 pending, 1 claimed
            task 1  parse  [claimed by %1$s]  you hold it\
            """
                .formatted(AGENT));
  }

  @Test
  void a_task_that_was_claimed_without_a_session_is_held_by_the_agent_of_that_name() {
    api.add("parse", "print");
    api.post("/v1/tasks/claim", api.body().put("agent", AGENT));
    api.post("/v1/tasks/claim", api.body().put("agent", AGENT).put("session", "another"));

    assertThat(mcp.text("status", "{}"))
        .contains("task 1  parse  [claimed by " + AGENT + "]  you hold it")
        .endsWith("task 2  print  [claimed by " + AGENT + "]");
    assertThat(mcp.text("task_complete", "{\"id\":1}")).contains("[done");
    assertThat(mcp.refusal("task_complete", "{\"id\":2}")).contains("not by you");
  }

  @Test
  void a_mode_is_updated_but_not_certified_by_its_own_agent() {
    session.send(session.payload("UserPromptSubmit").put("prompt", "autopilot build a shop"));

    assertThat(mcp.text("mode_set", "{\"mode\":\"autopilot\",\"phase\":\"planning\"}"))
        .isEqualTo("autopilot is updated");
    assertThat(mcp.refusal("mode_set", "{\"mode\":\"autopilot\"}"))
        .isEqualTo("nothing to set; give a field of autopilot");
    assertThat(mcp.refusal("mode_set", "{\"mode\":\"nothing\",\"phase\":\"planning\"}"))
        .isEqualTo("field 'mode' must be a mode's name, not 'nothing'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "task_claim | {\"wait\":5}         | unknown field 'wait'",
        "task_claim | {\"agent\":\"ada\"}  | unknown field 'agent'",
        "task_claim | {\"session\":\"s\"}  | unknown field 'session'",
        "task_claim | {\"wait_ms\":60001}  | field 'wait_ms' must be from 0 s to 60 s",
        "task_claim | {\"limit\":0}        | field 'limit' must be from 1 to 1000, not 0",
        "task_show  | {}                   | field 'id' is missing; it must be a number",
        "task_add   | {\"tasks\":[{}]}     | field 'tasks[0].title' is missing",
        "task_list  | {\"status\":[\"x\"]} | field 'status' must be one of pending",
        "note       | {\"text\":\" \"}     | field 'text' must not be blank",
        "inbox      | {\"limit\":\"all\"}  | field 'limit' must be a whole number, not string"
      })
  void a_wrong_argument_is_a_result_that_names_it(String tool, String arguments, String problem) {
    assertThat(mcp.refusal(tool, arguments)).startsWith(problem);
  }

  @Test
  void the_schemas_have_the_limits_of_the_domain() {
    JsonNode tools = mcp.request("tools/list", Api.object()).get("tools");

    assertThat(argument(tools, "task_claim", "wait_ms").get("maximum").asLong())
        .isEqualTo(ClaimRequest.WAIT.max().toMillis());
    assertThat(argument(tools, "task_add", "tasks").at("/items/properties/title/maxLength").asInt())
        .isEqualTo(TaskSpec.TITLE.max());
  }

  private static JsonNode argument(JsonNode tools, String tool, String name) {
    for (JsonNode each : tools) {
      if (each.get("name").asText().equals(tool)) {
        return each.at("/inputSchema/properties/" + name);
      }
    }
    throw new AssertionError(tool);
  }

  /** Claude Code and Codex show their models only the structured content. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "task_claim | {}",
        "task_list  | {}",
        "task_show  | {\"id\":1}",
        "task_add   | {\"tasks\":[{\"title\":\"print\"}]}",
        "note       | {\"text\":\"tests need a database\"}",
        "inbox      | {}",
        "status     | {}"
      })
  void structured_content_has_the_whole_text(String tool, String arguments) {
    api.add("parse");

    JsonNode result = mcp.call(tool, arguments);

    assertThat(result.at("/structuredContent/text").asText())
        .isNotBlank()
        .isEqualTo(McpClient.text(result));
  }
}
