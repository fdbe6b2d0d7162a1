package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.hooks.HookResult;
import swarmd.swarm.Answers;
import swarmd.testing.Api;
import swarmd.testing.SettableTime;
import swarmd.userhooks.HookFacade.ToolUse;

/** An agent in Java that meets the hooks of settings files, without a daemon. */
class ProjectPlansTest extends RunnerTest {
  private static final ToolUse LS =
      new ToolUse("Bash", "t1", Map.of("command", "ls"), "s1", Optional.of("plan"));

  private Path home;
  private HookConfigs configs;
  private HookFacade hooks;

  @BeforeEach
  void embed() throws IOException {
    folder = folder.toRealPath();
    home = Files.createDirectory(folder.resolve("home"));
    configs = new HookConfigs(home, HookOverrides.NONE, Runnable::run, new SettableTime());
    hooks =
        new EmbeddedHooks(
            new ProjectPlans(configs, new HookPlanner(List.of()), folder), runner, folder);
  }

  private static String settings(boolean enabled, String... events) {
    ObjectNode settings = Api.object();
    ObjectNode hooks = settings.putObject("hooks").put("enabled", enabled);
    for (String event : events) {
      hooks
          .putArray(event)
          .addObject()
          .putArray("hooks")
          .addObject()
          .put("type", "command")
          .put("command", "cat > " + event);
    }
    return settings.toString();
  }

  private void user(String settings) throws IOException {
    Files.writeString(home.resolve("settings.json"), settings);
  }

  private void assertTold(String event, String fields) throws IOException {
    ObjectNode expected =
        Api.object()
            .put("session_id", "s1")
            .put("cwd", folder.toString())
            .put("hook_event_name", event);
    expected.setAll((ObjectNode) Api.json(fields));
    assertThat(Api.json(read(event))).isEqualTo(expected);
  }

  @Test
  void each_function_tells_the_hooks_of_its_event_all_it_was_told() throws IOException {
    user(
        settings(
            true,
            "SessionStart",
            "UserPromptSubmit",
            "PreToolUse",
            "PermissionRequest",
            "PostToolUse",
            "PostToolUseFailure",
            "Compaction",
            "Stop",
            "SessionEnd"));

    Answers.await(hooks.onSessionStart("s1"));
    Answers.await(hooks.onUserPromptSubmit("hello", "s1"));
    Answers.await(hooks.onPreToolUse(LS));
    Answers.await(hooks.onPermissionRequest("Bash", Map.of("command", "ls"), "s1"));
    Answers.await(hooks.onPostToolUse(LS, Map.of("success", true, "llmContent", "a b")));
    Answers.await(hooks.onPostToolUseFailure(LS, "broken"));
    Answers.await(hooks.onCompaction(9_000, 12, "s1"));
    Answers.await(hooks.onStop(Optional.of("end_turn"), "s1"));
    Answers.await(hooks.onSessionEnd("s1"));

    String tool = "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}";
    String use = tool + ",\"tool_use_id\":\"t1\",\"permission_mode\":\"plan\"";
    assertTold("SessionStart", "{}");
    assertTold("UserPromptSubmit", "{\"prompt\":\"hello\"}");
    assertTold("PreToolUse", "{" + use + "}");
    assertTold("PermissionRequest", "{" + tool + "}");
    assertTold(
        "PostToolUse", "{" + use + ",\"tool_response\":{\"success\":true,\"llmContent\":\"a b\"}}");
    assertTold("PostToolUseFailure", "{" + use + ",\"error\":\"broken\"}");
    assertTold("Compaction", "{\"pre_tokens\":9000,\"message_count\":12}");
    assertTold("Stop", "{\"stop_reason\":\"end_turn\"}");
    assertTold("SessionEnd", "{}");
  }

  @Test
  void hooks_are_available_while_there_are_some_and_they_are_on() throws IOException {
    assertThat(hooks.isAvailable()).isFalse();
    user(settings(true, "Stop"));
    assertThat(hooks.isAvailable()).isTrue();
    user(settings(false, "Stop"));
    assertThat(hooks.isAvailable()).isFalse();
  }

  @Test
  void hooks_that_are_off_do_not_run() throws IOException {
    user(settings(false, "PreToolUse"));

    assertThat(Answers.await(hooks.onPreToolUse(LS))).isEqualTo(HookResult.NOTHING);
    assertThat(exists("PreToolUse")).isFalse();
  }

  @Test
  void a_project_s_hooks_run_only_once_they_are_trusted() throws IOException {
    Files.createDirectory(folder.resolve(".swarmd"));
    Files.writeString(folder.resolve(".swarmd/settings.json"), settings(true, "SessionStart"));

    assertThat(hooks.isAvailable()).isFalse();
    Answers.await(hooks.onSessionStart("s1"));
    assertThat(exists("SessionStart")).isFalse();
    String project = folder.toString();
    configs.trust(project, configs.read(Optional.of(project)).hash().orElseThrow());
    assertThat(hooks.isAvailable()).isTrue();
    Answers.await(hooks.onSessionStart("s1"));
    assertThat(exists("SessionStart")).isTrue();
  }
}
