package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;

/** A user hook on model calls, an event that only Gemini CLI has. */
class ModelGuardTest extends RealHostTest {
  private RealHost geminiWith(String beforeModel) throws IOException {
    Files.writeString(
        daemon.home().resolve("settings.json"),
        """
        {"hooks": {"BeforeModel": [{"hooks": [{"type": "command", "command": "%s"}]}]}}
        """
            .formatted(beforeModel));
    String settings =
        """
        {"hooks": {"BeforeModel": [{"hooks": [
          {"type": "command", "command": "%s/bin/swarm hook", "timeout": 10000}]}]}}
        """
            .formatted(System.getProperty("swarmd.dist"));
    return new RealHost(GeminiProgram.installed(), daemon, model).settings(Api.json(settings));
  }

  @Test
  void gemini_cli_does_not_call_its_model() throws IOException {
    RealHost host = geminiWith("echo 'the budget is spent' >&2; exit 2");
    model.script(say("Hello."));

    Programs.Result result = host.run("say hello");

    assertThat(model.requests()).isEmpty();
    assertThat(result.out() + result.err()).contains("the budget is spent");
  }

  @Test
  void gemini_cli_sends_its_model_the_request_that_a_hook_has_put_in_its_place()
      throws IOException {
    Path said = daemon.home().resolve("said.json");
    Files.writeString(
        said,
        """
        {
          "decision": "allow",
          "hookSpecificOutput": {
            "hookEventName": "BeforeModel",
            "llm_request": {
              "messages": [
                {
                  "role": "user",
                  "content": "Please respond with exactly: The security hook modified this request successfully."
                }
              ]
            }
          }
        }
        """);
    RealHost host = geminiWith("cat " + said);
    model.script(say("Hello."));

    run(host, model, "tell me a secret");

    assertThat(model.requests().get(0).everything())
        .contains("The security hook modified this request successfully.")
        .doesNotContain("tell me a secret");
  }
}
