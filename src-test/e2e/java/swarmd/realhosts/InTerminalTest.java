package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;

/** The hosts in a terminal, driven with the keyboard. */
class InTerminalTest extends RealHostTest {

  @Test
  void claude_code_works_in_a_terminal() {
    converses(claude(Way.LAUNCHER));
  }

  @Test
  void gemini_cli_works_in_a_terminal() {
    converses(new RealHost(GeminiProgram.installed(), daemon, model).install("launcher"));
  }

  private void converses(RealHost host) {
    model.script(shell("echo 'hello from the shell'"), say("All greetings are said."));

    TerminalSession terminal = open(host);
    terminal.enter("say hello").awaits("All greetings are said.");
    terminal.enter("/exit");

    assertThat(terminal.exit()).isZero();
    assertThat(model.failures()).isEmpty();
    assertThat(model.requests().get(1).news()).contains("hello from the shell");
    assertThat(hookTypes())
        .containsSubsequence(
            List.of(
                "session-start",
                "keyword-detector",
                "pre-tool-use",
                "post-tool-use",
                "stop",
                "session-end"));
  }
}
