package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Programs;

/** A session that is compacted in the middle of its work. */
class CompactionTest extends RealHostTest {

  @ParameterizedTest
  @EnumSource
  void a_user_hook_can_forbid_it(Way way) throws IOException {
    Files.writeString(
        daemon.home().resolve("settings.json"),
        """
        {"hooks": {"PreCompact": [{"hooks": [
          {"type": "command", "command": "echo 'not before the release' >&2; exit 2"}]}]}}
        """);
    Step talk = input -> say("Waiting.");
    model.script(talk, talk, talk, talk);

    Programs.Result result = claude(way).talk("work on it", "/compact", "go on with it");

    assertThat(result.out()).contains("not before the release");
    List<ModelInput> requests = model.requests();
    assertThat(requests).noneMatch(request -> request.news().contains("detailed summary"));
    assertThat(requests.get(requests.size() - 1).everything())
        .contains("work on it", "go on with it");
  }

  @Test
  void the_model_gets_its_mode_its_task_and_the_notes_again() {
    add("write the parser");
    daemon.swarm(daemon.project(), "note", "add", "The release is on Friday.");
    Step talk =
        input -> say(input.news().contains("<summary>") ? "<summary>Work.</summary>" : "Waiting.");
    model.script(
        shell("swarm mode start ultrawork"),
        shell("swarm task claim"),
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk,
        talk);

    Programs.Result result = claude(Way.HTTP).talk("work on it", "/compact", "go on with it");

    assertThat(result.exit()).as(result.toString()).isZero();
    List<ModelInput> requests = model.requests();
    assertThat(requests)
        .as("the model that writes the summary gets the texts to keep")
        .anyMatch(
            request ->
                request.news().contains("detailed summary")
                    && request.news().contains("swarmd: keep this in the summary."));
    String afterwards = requests.get(requests.size() - 1).everything();
    assertThat(afterwards)
        .doesNotContain("work on it")
        .contains("Active in this session: ultrawork.")
        .contains("You hold: 1 \"write the parser\".")
        .contains("The release is on Friday.");
  }
}
