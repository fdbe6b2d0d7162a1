package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostProfiles;
import swarmd.catalogue.OwnPolicy;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

/** `swarm` calls in an agent's shell run in the agent's name. */
class AgentIdentityTest extends InProcessTest {
  private static final JsonNode CONTINUE = Api.json("{\"continue\":true}");

  /** By another hook, which adds nothing else. */
  private static final JsonNode ALLOWED =
      Api.json(
          "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\"}}");

  private static final String SESSION = "4bd9f519-7089-4c3e-b2c0-f4b603788ac4";
  private static final String SUBAGENT = "export SWARM_SESSION=" + SESSION + " SWARM_AGENT=sub1; ";

  private static final String STAND_IN = "#!/bin/sh\necho $SWARM_SESSION $SWARM_AGENT\n";

  @TempDir private Path folder;

  private ObjectNode send(ObjectNode payload) {
    payload.put("cwd", daemon.project().toString());
    return (ObjectNode) new HostSession(api.http(), daemon.project(), "unused").send(payload);
  }

  private static ObjectNode bash(String command) {
    ObjectNode payload = Recording.of("PreToolUse").payload();
    ((ObjectNode) payload.get("tool_input")).put("command", command).put("timeout", 5000);
    return payload;
  }

  @Test
  void a_command_is_unchanged_if_the_host_exports_its_session() {
    assertThat(send(bash("swarm task claim"))).isEqualTo(ALLOWED);
  }

  @Test
  void a_subagent_gets_its_own_name() {
    ObjectNode answer = send(bash("swarm task claim").put("agent_id", "sub1"));

    assertThat(HostRules.problems("claude", "PreToolUse", answer)).isEmpty();
    assertThat(answer)
        .isEqualTo(
            Api.json(
                """
                {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{
                 "command":"%sswarm task claim","description":"say hi","timeout":5000}}}
                """
                    .formatted(SUBAGENT)));
  }

  @Test
  void gemini_gets_the_prefix_in_its_own_format() {
    ObjectNode payload = Recording.of("gemini-BeforeTool").payload();
    ((ObjectNode) payload.get("tool_input")).put("command", "swarm task claim");

    ObjectNode answer = send(payload);

    assertThat(HostRules.problems("gemini", "BeforeTool", answer)).isEmpty();
    assertThat(answer)
        .isEqualTo(
            Api.json(
                """
                {"decision":"allow","hookSpecificOutput":{"hookEventName":"BeforeTool","tool_input":{
                 "command":"SWARM_SESSION=be0dfc92-885f-4c2b-b07d-e19e76108ad3 SWARM_AGENT=main-be0dfc92 swarm task claim",
                 "description":"say hi"}}}
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swarm task claim",
        "swarm note add \"fixed (most); see *.log > b\"",
        "swarm mode set ralph --verified",
        "  swarm status"
      })
  void the_policy_for_gemini_allows_a_command_that_was_checked(String command) {
    assertThat(sentByGemini(command)).matches(GeminiPolicy::allows);
    assertThat(sentByGemini(sentByGemini(command))).matches(GeminiPolicy::allows);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swarm cancel",
        "swarm mode stop ralph",
        "swarm daemon stop",
        "swarm task claim --agent bob",
        "swarm task add --from /etc/passwd",
        "swarm task list; touch x",
        "swarm task list; PATH=$PWD; swarm task list",
        "swarm note add \"$(touch x)\""
      })
  void the_policy_for_gemini_allows_nothing_else_whatever_stands_before_it(String command) {
    String forged = "SWARM_SESSION=be0dfc92 SWARM_AGENT=bob ";
    String own = sentByGemini("swarm status").replace("swarm status", "");

    assertThat(Stream.of("", forged, own).map(prefix -> sentByGemini(prefix + command)))
        .noneMatch(GeminiPolicy::allows);
  }

  private String sentByGemini(String command) {
    ObjectNode payload = Recording.of("gemini-BeforeTool").payload();
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    return send(payload).at("/hookSpecificOutput/tool_input/command").asText(command);
  }

  /** As Gemini CLI reads the rule: a pattern for the arguments, with NUL around each. */
  private static final class GeminiPolicy {
    private static final Pattern RULE =
        Pattern.compile(
            OwnPolicy.text(HostProfiles.GEMINI)
                .lines()
                .filter(line -> line.startsWith("argsPattern"))
                .map(line -> line.substring(line.indexOf('\'') + 1, line.lastIndexOf('\'')))
                .findFirst()
                .orElseThrow());

    static boolean allows(String command) {
      String arguments = Api.object().put("command", command).toString();
      String inner = arguments.substring(1, arguments.length() - 1);
      return RULE.matcher("{\0" + inner + "\0}").find();
    }
  }

  @Test
  void other_commands_and_prefixed_ones_are_unchanged() {
    assertThat(send(bash("echo hi").put("agent_id", "sub1"))).isEqualTo(CONTINUE);
    assertThat(send(bash(SUBAGENT + "swarm task claim").put("agent_id", "sub1")))
        .isEqualTo(ALLOWED);
    assertThat(send(bash("swarm task claim").put("tool_name", "Read"))).isEqualTo(CONTINUE);
    assertThat(send(bash("swarm task claim").put("session_id", "a b; rm"))).isEqualTo(ALLOWED);
    ObjectNode noText = bash("");
    ((ObjectNode) noText.get("tool_input")).put("command", 5);
    assertThat(send(noText)).isEqualTo(CONTINUE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cd ~/dev/swarm && ls",
        "cargo test -p swarm",
        "git push origin swarm",
        "git commit -m 'swarm task claim'",
        "cat > notes.md <<'END'\nswarm task claim\nEND"
      })
  void a_command_that_only_mentions_swarm_is_unchanged(String command) {
    assertThat(sentBySubagent(command)).isEqualTo(command);
    assertThat(sentByGemini(command)).isEqualTo(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cd ~/dev/swarm && swarm task claim",
        "sudo -E swarm status",
        "echo 1 | xargs swarm task done",
        "bash -lc \"swarm task claim\""
      })
  void a_command_that_runs_swarm_gets_its_identity(String command) {
    assertThat(sentBySubagent(command)).isEqualTo(SUBAGENT + command);
    assertThat(sentByGemini(command)).endsWith("; " + command).startsWith("export SWARM_SESSION=");
  }

  private String sentBySubagent(String command) {
    return send(bash(command).put("agent_id", "sub1"))
        .at("/hookSpecificOutput/updatedInput/command")
        .asText(command);
  }

  @Test
  void an_invalid_id_never_reaches_the_shell() {
    ObjectNode odd = bash("swarm status").put("agent_id", "x; rm -rf /");

    assertThat(send(odd).toString()).doesNotContain("rm -rf");
  }

  /** Uses a fake `swarm` that prints its session and agent. */
  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @ValueSource(
      strings = {
        "swarm task claim",
        "# take one\nswarm task claim",
        "\n  swarm task claim",
        "true && (cd / && swarm task claim)",
        "cat <<'END' | { cat >/dev/null; swarm task add -; }\nsome $text\nEND",
        "x=$(swarm task claim); echo $x",
        "echo task | xargs env swarm"
      })
  void every_command_keeps_its_meaning(String command) throws Exception {
    String sent =
        send(bash(command).put("agent_id", "sub1"))
            .at("/hookSpecificOutput/updatedInput/command")
            .asText();
    Path stub = Files.writeString(folder.resolve("swarm"), STAND_IN);
    assertThat(stub.toFile().setExecutable(true)).isTrue();
    Process shell =
        new ProcessBuilder(List.of("bash", "-c", "PATH=" + folder + ":$PATH\n" + sent))
            .redirectErrorStream(true)
            .start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo(SESSION + " sub1\n");
    assertThat(shell.waitFor()).isZero();
  }

  @Test
  void claiming_and_completing_need_no_flags_in_an_agent_s_shell() {
    api.add("sweep", "paint");
    swarm.with("CLAUDE_CODE_SESSION_ID", SESSION);

    JsonNode task = Api.json(ok(swarm.run("task", "claim", "--json")).out()).at("/tasks/0");

    assertThat(task.get("agent").asText()).isEqualTo("main-4bd9f519");
    assertThat(task.get("session").asText()).isEqualTo(SESSION);
    ok(swarm.run("task", "complete", task.get("id").asText()));
  }

  @Test
  void gemini_s_session_also_names_its_agent_and_a_broken_id_is_ignored() {
    api.add("sweep", "paint");
    swarm.with("GEMINI_SESSION_ID", "s1");
    assertThat(claimant()).isEqualTo("main-s1");
    swarm.with("GEMINI_SESSION_ID", "no id");
    assertThat(claimant()).isEqualTo("tester");
  }

  private String claimant() {
    return Api.json(swarm.run("task", "claim", "--json").out()).at("/tasks/0/agent").asText();
  }

  @Test
  void an_agent_of_the_same_name_in_another_session_cannot_end_the_task() {
    api.add("sweep");
    swarm.with("SWARM_AGENT", "main-4bd9f519").with("SWARM_SESSION", SESSION);
    ok(swarm.run("task", "claim"));
    swarm.with("SWARM_SESSION", "4bd9f519-another");

    Result refused = swarm.run("task", "complete", "1");

    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err())
        .contains("is held by main-4bd9f519 of session " + SESSION + ", not by you");
    swarm.with("SWARM_SESSION", SESSION);
    ok(swarm.run("task", "complete", "1"));
  }

  @Test
  void every_swarm_command_is_recognized() {
    assertThat(SwarmCall.COMMANDS)
        .containsAll(
            swarm
                .run("--help")
                .out()
                .lines()
                .dropWhile(line -> !line.startsWith("Commands:"))
                .filter(line -> line.matches(" {2}[a-z].*"))
                .map(line -> line.strip().split("[ ,]")[0])
                .toList());
  }
}
