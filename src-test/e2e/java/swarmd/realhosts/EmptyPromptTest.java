package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;

import org.junit.jupiter.api.Test;

/** A prompt of white space, which Gemini CLI passes on and Claude Code refuses. */
class EmptyPromptTest extends RealHostTest {

  @Test
  void gemini_cli_s_model_learns_that_the_prompt_was_empty() {
    RealHost host = new RealHost(GeminiProgram.installed(), daemon, model).install("launcher");
    model.script(say("What can I do for you?"));

    run(host, model, "  ");

    assertThat(model.requests().get(0).everything()).contains("[user message was empty]");
  }
}
