package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;
import swarmd.hostfile.MalformedJson;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.userhooks.UserHook.Origin;

final class HookImportTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static ImportedHooks imported(HostProfile host, String settings) {
    try {
      return HookImport.of(host.settings().orElseThrow(), HostCatalogue.STANDARD, settings);
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode hooks(ImportedHooks imported) {
    assertThat(HookFileReader.read("f", Origin.USER, bytes(imported.json())).problems()).isEmpty();
    return Json.parse(bytes(imported.json())).get("hooks");
  }

  private static String command(String event, String matcher, String command, String more) {
    return "{\"hooks\":{\"%s\":[{\"matcher\":\"%s\",\"hooks\":[{\"type\":\"command\",\"command\":\"%s\"%s}]}]}}"
        .formatted(event, matcher, command, more);
  }

  @Test
  void hooks_of_claude_code_are_imported() {
    ImportedHooks imported =
        imported(
            HostProfiles.CLAUDE,
            """
            {"model": "x", "permissions": {}, "hooks": {
              "PostToolUse": [{"matcher": "Write|Edit", "hooks": [
                {"type": "command", "command": "fmt \\"$CLAUDE_PROJECT_DIR\\"", "timeout": 5, "statusMessage": "formatting"},
                {"type": "http", "url": "http://localhost:9/h", "headers": {"X-A": "1"}}]}],
              "Stop": [{"hooks": [{"type": "command", "command": "check"}]}]}}
            """);

    assertThat(imported.count()).isEqualTo(3);
    assertThat(imported.skipped()).isEmpty();
    assertThat(hooks(imported))
        .isEqualTo(
            Json.parse(
                bytes(
                    """
                    {"PostToolUse": [{"matcher": "Write|write_file|create|write|Edit|edit|apply_patch|replace", "hooks": [
                      {"type": "command", "command": "fmt \\"$CLAUDE_PROJECT_DIR\\"", "statusMessage": "formatting", "timeout": 5},
                      {"type": "http", "url": "http://localhost:9/h", "headers": {"X-A": "1"}}]}],
                     "Stop": [{"hooks": [{"type": "command", "command": "check"}]}]}
                    """)));
  }

  @Test
  void hooks_of_gemini_cli_get_our_names_and_seconds() {
    ImportedHooks imported =
        imported(
            HostProfiles.GEMINI,
            """
            { // as Gemini CLI allows
              "hooks": {"enabled": true, "disabled": ["off"],
              "BeforeTool": [{"matcher": "run_shell_command", "sequential": true, "hooks": [
                {"name": "guard", "type": "command", "command": "$GEMINI_PROJECT_DIR/g.sh ${GEMINI_SESSION_ID}", "timeout": 1500},
                {"name": "off", "type": "command", "command": "other"}]}],
              "AfterAgent": [{"hooks": [{"type": "command", "command": "done"}]}]}}
            """);

    assertThat(hooks(imported))
        .isEqualTo(
            Json.parse(
                bytes(
                    """
                    {"PreToolUse": [{"matcher": "run_shell_command|Bash|bash|exec_command", "sequential": true, "hooks": [
                      {"type": "command", "command": "$PROJECT_DIR/g.sh ${SESSION_ID}", "name": "guard", "timeout": 1.5}]}],
                     "Stop": [{"hooks": [{"type": "command", "command": "done"}]}]}
                    """)));
    assertThat(imported.skipped()).containsExactly("BeforeTool: other: it is disabled in the host");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "claude; PreToolUse; Bash; Bash|run_shell_command|bash|exec_command",
        "claude; PreToolUse; Write, Edit;"
            + " Write|write_file|create|write|Edit|edit|apply_patch|replace",
        "claude; PreToolUse; mcp__x__y; mcp__x__y",
        "claude; PreToolUse; ^Bash; ^Bash",
        "claude; SessionStart; startup; startup",
        "claude; Notification; Write; Write",
        "gemini; BeforeTool; write; (?:write)",
        "gemini; BeforeTool; write_file|replace;"
            + " write_file|Write|create|write|replace|Edit|edit|apply_patch",
        "gemini; BeforeTool; write_.*; write_.*",
        "gemini; SessionStart; startup; startup"
      })
  void matchers_keep_their_meaning_and_name_the_tools_of_all_hosts(
      String host, String event, String theirs, String ours) {
    ImportedHooks imported =
        imported(HostCatalogue.STANDARD.find(host).orElseThrow(), command(event, theirs, "x", ""));

    assertThat(hooks(imported).elements().next().get(0).get("matcher").textValue()).isEqualTo(ours);
  }

  @Test
  void a_command_shared_with_another_host_gets_our_variables() {
    ImportedHooks imported =
        imported(
            HostProfiles.CLAUDE,
            command("Stop", "", "x $GEMINI_SESSION_ID $GEMINI_SESSION_IDS", ""));

    assertThat(hooks(imported).at("/Stop/0/hooks/0/command").textValue())
        .isEqualTo("x $SESSION_ID $GEMINI_SESSION_IDS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "swarm hook",
        "/opt/swarmd/bin/swarm hook PreToolUse",
        "'/opt/my tools/bin/swarm' hook",
        "java -jar /opt/swarm-client.jar hook",
        "SWARM_HOST=claude swarm hook pre-tool-use"
      })
  void our_own_entries_are_left_out(String command) {
    ImportedHooks imported = imported(HostProfiles.CLAUDE, command("Stop", "", command, ""));

    assertThat(imported.count()).isZero();
    assertThat(imported.skipped()).containsExactly("Stop: " + command + ": it is swarmd's own");
    assertThat(hooks(imported)).isEmpty();
  }

  @Test
  void a_command_that_only_resembles_ours_is_imported() {
    assertThat(imported(HostProfiles.CLAUDE, command("Stop", "", "swarms hooked", "")).count())
        .isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "'{\"type\":\"http\",\"url\":\"http://127.0.0.1:1/v1/hooks\"}' ~ it is swarmd's own",
        "'{\"type\":\"http\",\"url\":\"http://x/\",\"headers\":{\"A\":\"Bearer $TOKEN\"}}' ~ its"
            + " variables are not set in the daemon",
        "'{\"type\":\"http\",\"url\":\"http://x/${ID}\"}' ~ its variables are not set in"
            + " the daemon",
        "'{\"type\":\"prompt\",\"prompt\":\"hm\"}' ~ only hooks of type command and http can be"
            + " imported",
        "'{\"type\":\"command\"}' ~ only hooks of type command and http can be imported",
        "'{\"type\":\"command\",\"command\":\"x\",\"if\":\"Bash(git *)\"}' ~ 'if' is not supported"
            + " here"
      })
  void a_hook_that_cannot_be_imported_is_listed_with_the_reason(String hook, String reason) {
    ImportedHooks imported =
        imported(HostProfiles.CLAUDE, "{\"hooks\":{\"Stop\":[{\"hooks\":[" + hook + "]}]}}");

    assertThat(imported.count()).isZero();
    assertThat(imported.skipped()).hasSize(1);
    assertThat(imported.skipped().get(0)).startsWith("Stop: ").endsWith(": " + reason);
  }

  @Test
  void an_unknown_event_is_listed() {
    ImportedHooks imported = imported(HostProfiles.CLAUDE, command("MoonRise", "", "x", ""));

    assertThat(imported.skipped()).containsExactly("MoonRise: unknown event");
  }

  @Test
  void a_file_keeps_its_content_and_gets_each_group_once() {
    ImportedHooks imported = imported(HostProfiles.CLAUDE, command("Stop", "", "x", ""));
    String old =
        "{\"settings\":{\"lease.ms\":1},\"hooks\":{\"enabled\":true,\"Stop\":[{\"hooks\":[]}]}}";
    String once = imported.addedTo(bytes(old));
    JsonNode added = Json.parse(bytes(once));

    assertThat(added.at("/settings/lease.ms").asInt()).isOne();
    assertThat(added.at("/hooks/enabled").asBoolean()).isTrue();
    assertThat(added.at("/hooks/Stop")).hasSize(2);
    assertThat(imported.addedTo(bytes(once))).isEqualTo(once);
    assertThat(imported.addedTo(new byte[0])).isEqualTo(imported.json());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{", "{\"hooks\":[]}", "{\"hooks\":{\"Stop\":{}}}"})
  void a_file_that_is_not_a_settings_file_is_refused(String old) {
    ImportedHooks imported = imported(HostProfiles.CLAUDE, command("Stop", "", "x", ""));

    assertThatThrownBy(() -> imported.addedTo(bytes(old))).isInstanceOf(InvalidInput.class);
  }

  @Test
  void settings_without_hooks_import_nothing() {
    assertThat(imported(HostProfiles.GEMINI, "{\"hooks\":{\"notifications\":true}}").count())
        .isZero();
    assertThat(imported(HostProfiles.CLAUDE, "[]").count()).isZero();
  }
}
