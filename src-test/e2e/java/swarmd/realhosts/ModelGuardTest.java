package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** A user hook that denies model calls, an event that only Gemini CLI has. */
class ModelGuardTest extends RealHostTest {
  @Test
  void gemini_cli_does_not_call_its_model() throws IOException {
    Files.writeString(
        daemon.home().resolve("settings.json"),
        """
        {"hooks": {"BeforeModel": [{"hooks": [
          {"type": "command", "command": "echo 'the budget is spent' >&2; exit 2"}]}]}}
        """);
    String settings =
        """
        {"hooks": {"BeforeModel": [{"hooks": [
          {"type": "command", "command": "%s/bin/swarm hook", "timeout": 10000}]}]}}
        """
            .formatted(System.getProperty("swarmd.dist"));
    RealHost host =
        new RealHost(GeminiProgram.installed(), daemon, model).settings(Api.json(settings));
    model.script(say("Hello."));

    Programs.Result result = host.run("say hello");

    assertThat(model.requests()).isEmpty();
    assertThat(result.out() + result.err()).contains("the budget is spent");
  }
}
