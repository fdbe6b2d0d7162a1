package swarmd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.InProcessTest;
import swarmd.testing.Programs.Result;

final class HooksCommandsTest extends InProcessTest {
  private static final String GUARD =
      """
      {"hooks": {"PreToolUse": [{"name": "guard", "matcher": "Bash",
        "hooks": [{"type": "command", "command": "./guard.sh --strict", "timeout": 5}]}]}}
      """;

  private Path write(String name, String text) {
    try {
      Path file = daemon.project().resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path userFile() {
    return daemon.socket().resolveSibling("settings.json");
  }

  private JsonNode json(String... words) {
    return Api.json(swarm.run(words).out());
  }

  private String hash() {
    return json("hooks", "trust", "--json").get("sha256").textValue();
  }

  @Test
  void status_lists_the_files_that_may_contain_hooks() {
    assertThat(ok(swarm.run("hooks", "status")).out())
        .contains("hooks are on: 60.0 s each, 5 at a time, timeout ignore, failure ignore")
        .contains("this project has no hooks of its own")
        .contains(userFile().toString())
        .contains("p/.swarmd/settings.local.json");
    assertThat(swarm.run("hooks")).isEqualTo(swarm.run("hooks", "status"));
  }

  @Test
  void status_shows_trust_counts_and_problems() {
    write(".swarmd/settings.json", GUARD.replace("\"name\"", "\"nmae\""));

    assertThat(swarm.run("hooks", "status").out())
        .contains("not trusted and do not run; review them:  swarm hooks trust")
        .containsPattern("settings\\.json +project +1 +1\n")
        .contains("settings.json:1:36: 'nmae' is unknown");
    JsonNode status = json("hooks", "status", "--json");
    assertThat(status.get("enabled").booleanValue()).isTrue();
    assertThat(status.get("trust").textValue()).isEqualTo("untrusted");
    assertThat(status.get("events")).isEmpty();
    assertThat(status.at("/problems/0/line").intValue()).isOne();
    ok(swarm.run("hooks", "trust", "--hash", hash()));
    assertThat(json("hooks", "status", "--json").at("/events/PreToolUse").intValue()).isOne();
  }

  @Test
  void status_lists_every_hook_that_may_run() throws IOException {
    Files.writeString(userFile(), GUARD);

    assertThat(ok(swarm.run("hooks", "status")).out())
        .containsPattern("PreToolUse +Bash +guard +user +\\./guard\\.sh --strict\n");
    JsonNode hook = json("hooks", "status", "--json").at("/hooks/0");
    assertThat(hook.get("event").textValue()).isEqualTo("PreToolUse");
    assertThat(hook.get("matcher").textValue()).isEqualTo("Bash");
    assertThat(hook.get("command").textValue()).isEqualTo("./guard.sh --strict");
  }

  @Test
  void trust_shows_every_command_in_full_and_how_to_agree() {
    write(".swarmd/settings.json", GUARD.replace("--strict", "--strict\\n  rm \\u202e -rf"));
    Result shown = swarm.run("hooks", "trust");

    assertThat(shown.exit()).isOne();
    assertThat(shown.out())
        .contains("PreToolUse, matcher Bash")
        .contains("    ./guard.sh --strict\n      rm \\u{202e} -rf\n")
        .contains("swarm hooks trust --hash " + hash());
  }

  @Test
  void only_the_current_hash_is_accepted() {
    write(".swarmd/settings.json", GUARD);
    String seen = hash();
    write(".swarmd/settings.json", GUARD.replace("--strict", ""));
    Result late = swarm.run("hooks", "trust", "--hash", seen);
    assertThat(late.exit()).isEqualTo(3);
    assertThat(late.err()).contains("the hooks have changed since");

    assertThat(ok(swarm.run("hooks", "trust", "--hash", hash())).out()).contains("are trusted");
    assertThat(ok(swarm.run("hooks", "trust")).out()).contains("swarm hooks untrust");
    assertThat(ok(swarm.run("hooks", "untrust")).out()).contains("no longer trusted");
    assertThat(json("hooks", "untrust", "--json").get("was_trusted").booleanValue()).isFalse();
    ok(swarm.run("hooks", "trust", "--yes"));
    assertThat(json("hooks", "trust", "--json").get("trust").textValue()).isEqualTo("trusted");
  }

  @Test
  void an_agent_cannot_trust_hooks() {
    write(".swarmd/settings.json", GUARD);
    String seen = hash();
    swarm.with("CLAUDE_CODE_SESSION_ID", "s1");

    assertThat(swarm.run("hooks", "trust", "--yes").err()).contains("an agent cannot");
    assertThat(swarm.run("hooks", "trust", "--hash", seen).exit()).isOne();
    assertThat(json("hooks", "trust", "--json").get("trust").textValue()).isEqualTo("untrusted");
  }

  @Test
  void trust_fails_if_there_is_nothing_to_trust() {
    Result result = swarm.run("hooks", "trust");

    assertThat(result.exit()).isOne();
    assertThat(result.err()).contains("there is nothing to trust");
  }

  @Test
  void trust_reports_why_an_existing_file_has_no_hooks() {
    write(".swarmd/settings.json", GUARD.replace("}]}]}}", "}]}],}}"));

    assertThat(swarm.run("hooks", "trust").err())
        .contains("there is nothing to trust\n")
        .contains("settings.json:2:84: not valid JSON");
  }

  @Test
  void test_shows_what_an_event_would_run() throws IOException {
    Files.writeString(userFile(), GUARD);

    assertThat(ok(swarm.run("hooks", "test", "BeforeTool", "--tool", "Bash")).out())
        .startsWith("one at a time:\n")
        .containsPattern("guard +user +5.0 s +./guard.sh --strict\n");
    assertThat(ok(swarm.run("hooks", "test", "PreToolUse", "--tool", "Write")).out())
        .isEqualTo("none of your own hooks would run\n");
    JsonNode plan = json("hooks", "test", "pre-tool-use", "--tool", "Bash", "--json");
    assertThat(plan.get("event").textValue()).isEqualTo("PreToolUse");
    assertThat(plan.get("sequential").booleanValue()).isTrue();
    assertThat(plan.at("/hooks/0/command").textValue()).isEqualTo("./guard.sh --strict");
  }

  @Test
  void test_takes_an_input() throws IOException {
    Files.writeString(
        userFile(),
        """
        {"hooks": {
          "PreToolUse": [{"matcher": {"commands": "^rm"}, "hooks": [{"type": "command", "command": "a"}]}],
          "SessionStart": [{"matcher": "resume", "hooks": [{"type": "http", "url": "http://x/y"}]}]}}
        """);

    assertThat(
            swarm
                .run(
                    "hooks",
                    "test",
                    "PreToolUse",
                    "--tool",
                    "Bash",
                    "--input",
                    "{\"command\":\"rm x\"}")
                .out())
        .contains("PreToolUse #1");
    assertThat(
            swarm.run("hooks", "test", "SessionStart", "--input", "{\"source\":\"resume\"}").out())
        .startsWith("at the same time, at most 5:\n")
        .contains("POST http://x/y");
    assertThat(swarm.run("hooks", "test", "Stop", "--input", "{").exit()).isEqualTo(2);
    assertThat(swarm.run("hooks", "test", "MoonRise").err()).contains("no host sends 'MoonRise'");
  }

  @Test
  void a_projects_hooks_are_not_in_the_plan_until_they_are_trusted() {
    write(".swarmd/settings.json", GUARD);
    Result before = swarm.run("hooks", "test", "PreToolUse", "--tool", "Bash");
    assertThat(before.out()).isEqualTo("none of your own hooks would run\n");
    assertThat(before.err()).contains("not trusted");
    ok(swarm.run("hooks", "trust", "--yes"));

    assertThat(ok(swarm.run("hooks", "test", "PreToolUse", "--tool", "Bash")).out())
        .containsPattern("guard +project");
  }

  @Test
  void import_copies_a_projects_hooks_once_and_reports_skipped_ones() {
    write(
        ".claude/settings.json",
        """
        {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "check"},
          {"type": "command", "command": "swarm hook"}]}]}}
        """);
    Result dry = swarm.run("hooks", "import", "claude", "--project", "--dry-run");
    assertThat(dry.out()).contains("\"check\"");
    assertThat(dry.err()).contains("skipped Stop: swarm hook: it is swarmd's own");
    Path target = daemon.project().resolve(".swarmd/settings.json");
    assertThat(target).doesNotExist();

    Result result = swarm.run("hooks", "import", "claude", "--project");
    assertThat(result.out())
        .contains("imported 1 hooks from ")
        .contains("the host runs them too")
        .contains("swarm hooks trust");
    assertThat(target).content().isEqualTo(dry.out());
    swarm.run("hooks", "import", "claude", "--project");
    assertThat(target).content().isEqualTo(dry.out());
  }

  @Test
  void import_of_the_users_hooks_needs_no_trust() throws IOException {
    swarm.with("HOME", daemon.project().toString());
    write(
        ".gemini/settings.json",
        """
        {"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "g", "timeout": 500}]}]}}
        """);
    JsonNode result = json("hooks", "import", "gemini", "--json");

    assertThat(result.get("written").booleanValue()).isTrue();
    assertThat(result.get("to").textValue()).isEqualTo(userFile().toString());
    assertThat(swarm.run("hooks", "test", "PreToolUse", "--tool", "x").out())
        .containsPattern("user +0.5 s +g\n");
  }

  @Test
  void import_into_a_project_never_writes_elsewhere() throws IOException {
    write(
        ".claude/settings.json",
        """
        {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "evil"}]}]}}
        """);
    Files.writeString(userFile(), "{}");
    Path link = daemon.project().resolve(".swarmd/settings.json");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, userFile());
    Result throughFile = swarm.run("hooks", "import", "claude", "--project");
    Files.delete(link);
    Files.delete(link.getParent());
    Files.delete(userFile());
    Files.createSymbolicLink(link.getParent(), userFile().getParent());
    Result throughFolder = swarm.run("hooks", "import", "claude", "--project");

    assertThat(throughFile.err()).contains("was not changed: it is a link that leads out");
    assertThat(throughFolder.err()).contains("was not changed: it is a link that leads out");
    assertThat(userFile()).doesNotExist();
  }

  @Test
  void import_follows_no_link_out_of_the_project() throws IOException {
    Path endless = daemon.project().resolve(".claude/settings.json");
    Files.createDirectories(endless.getParent());
    Files.createSymbolicLink(endless, Path.of("/dev/zero"));

    assertThat(swarm.run("hooks", "import", "claude", "--project").err())
        .contains("settings.json: it is a link that leads out of the project");
  }

  @Test
  void import_accepts_a_host_in_any_case_and_no_unknown_one() {
    swarm.with("HOME", daemon.project().toString());
    write(".gemini/settings.json", "{}");

    assertThat(swarm.run("hooks", "import", "GEMINI").out()).contains("imported 0 hooks from ");
    assertThat(swarm.run("hooks", "import", "generic").err())
        .contains(
            "unknown host 'generic'; known hosts: claude, codex, copilot, gemini, opencode, qwen");
  }

  @Test
  void import_reports_a_missing_or_broken_file() {
    swarm.with("HOME", daemon.project().toString());
    assertThat(swarm.run("hooks", "import", "gemini").err()).contains("there is no file");
    write(".gemini/settings.json", "{,");
    assertThat(swarm.run("hooks", "import", "gemini").err()).contains("settings.json:1:2: ");
  }

  @Test
  void list_has_your_own_hooks_and_what_limits_them() throws IOException {
    Files.writeString(userFile(), GUARD.replace("\"timeout\": 5", "\"timeout\": 30"));
    write(
        ".swarmd/settings.json",
        "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\",\"timeout\":2}]}],"
            + "\"TaskDone\":[{\"hooks\":[{\"type\":\"command\",\"command\":\"true\",\"timeout\":60}]}]}}");

    assertThat(ok(swarm.run("hooks", "list")).out())
        .containsPattern("TaskDone +TaskDone #1 +not trusted +60 s +yours")
        .containsPattern(
            "PreToolUse +guard +on +4\\.7 s, not 30 s +yours \\(user, matcher Bash\\):"
                + " \\./guard\\.sh")
        .containsPattern("Stop +Stop #1 +not trusted +2 s +yours \\(project\\): true")
        .containsPattern("pre-tool-use +file-ownership +on +5 s ")
        .contains("SWARMD_HOOK_TIMEOUT_MS");
    JsonNode own = json("hooks", "list", "--json").get("user_hooks");
    assertThat(own.at("/0/timeout_ms").asInt()).isEqualTo(30_000);
    assertThat(own.at("/0/limited_to_ms").asInt()).isEqualTo(4_700);
    assertThat(own.at("/0/limited_by").textValue()).isEqualTo("event");
    assertThat(own.at("/1/state").textValue()).isEqualTo("not trusted");
    assertThat(own.at("/1").has("limited_to_ms")).isFalse();
  }

  @Test
  void list_says_which_hooks_get_no_event_until_one_has_come() {
    String row = "BeforeModel +empty-message-sanitizer +";
    assertThat(ok(swarm.run("hooks", "list")).out())
        .containsPattern(row + "no event from your hosts")
        .containsPattern("AfterModel +thinking-block-validator +off")
        .containsPattern("Notification +background-notification +on");
    assertThat(json("hooks", "list", "--json").findValuesAsText("state"))
        .contains("on", "off", "no event from your hosts");

    api.http()
        .post(
            "/v1/hooks",
            Recording.of("gemini-BeforeModel")
                .payload()
                .put("cwd", daemon.project().toString())
                .toString());

    eventually()
        .untilAsserted(
            () -> assertThat(ok(swarm.run("hooks", "list")).out()).containsPattern(row + "on"));
  }

  @Test
  void test_explains_why_a_command_is_approved_or_not() {
    assertThat(permission("git status"))
        .startsWith("permission-handler leaves it to the host: the folder or a path leads out");
    assertThat(permission("pwd"))
        .startsWith("permission-handler approves it: it is a read-only command\n");
    assertThat(permission("npm test"))
        .startsWith("permission-handler leaves it to the host: 'npm test' runs the project's own");
    assertThat(permission("npm test; rm -rf /"))
        .startsWith("permission-handler leaves it to the host: it contains ;, which a shell");
    JsonNode shown =
        json(
            "hooks",
            "test",
            "PermissionRequest",
            "--tool",
            "Bash",
            "--input",
            "{\"command\":\"pwd\"}",
            "--json");
    assertThat(shown.at("/built_in/0"))
        .isEqualTo(
            Api.json(
                "{\"name\":\"permission-handler\",\"decision\":\"allow\",\"reason\":\"it is a"
                    + " read-only command\"}"));
  }

  private String permission(String command) {
    return ok(swarm.run(
            "hooks",
            "test",
            "PermissionRequest",
            "--input",
            Api.object().put("command", command).toString()))
        .out();
  }
}
