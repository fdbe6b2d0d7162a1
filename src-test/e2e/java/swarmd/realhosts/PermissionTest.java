package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;

/** Commands that the real program may run without asking the user. */
class PermissionTest extends RealHostTest {

  @ParameterizedTest
  @EnumSource
  void a_safe_command_is_allowed_and_another_is_left_to_the_host(Way way) throws IOException {
    add("write the parser");
    Path kept = Files.createDirectory(daemon.project().resolve("kept"));
    model.script(shell("swarm task list"), shell("rm -rf kept"), say("I give up."));

    run(claude(way).withPermissions("default"), model, "look around");

    assertThat(model.requests().get(1).news()).contains("write the parser");
    assertThat(model.requests().get(2).news()).contains("needs approval").doesNotContain("swarmd");
    assertThat(kept).exists();
    assertThat(decisions("pre-tool-use")).containsExactly("allow", "");
    assertThat(decisions("permission-request")).containsExactly("");
  }

  /** Even -p has an own question: without a person, the answer is no. */
  @ParameterizedTest
  @EnumSource
  void a_broken_guard_leaves_a_command_to_the_host_that_swarmd_would_approve(Way way)
      throws IOException {
    String rules = "\"permissions\": {\"allow\": [\"touch made\"]}";
    restartWith("{" + rules + "}");
    model.script(shell("touch made"), say("Done."));
    run(claude(way).withPermissions("default"), model, "make it");
    assertThat(decisions("permission-request")).containsExactly("allow");
    Path made = daemon.project().resolve("made");
    Files.delete(made);

    restartWith(
        "{%s, \"hooks\": {\"PermissionRequest\": [{\"name\": \"guard\", \"hooks\": [{\"type\": \"command\", \"command\": \"exit 1\"}]}]}}"
            .formatted(rules));
    model.script(shell("touch made"), say("I give up."));
    run(claude(way).withPermissions("default"), model, "make it again");

    assertThat(made).doesNotExist();
    assertThat(decisions("permission-request")).containsExactly("allow", "ask");
  }

  private void restartWith(String settings) throws IOException {
    Files.writeString(daemon.home().resolve("settings.json"), settings);
    daemon.stop();
    daemon.restart();
  }

  private List<String> decisions(String type) {
    return hooks().stream()
        .filter(hook -> hook.get("type").asText().equals(type))
        .map(hook -> hook.path("decision").asText())
        .toList();
  }
}
