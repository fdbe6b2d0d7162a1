package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;

/** A command of the person's own, typed in the hosts' terminals. */
class PersonalCommandTest extends RealHostTest {

  @BeforeEach
  void writeCommand() throws IOException {
    Path folder = Files.createDirectories(daemon.project().resolve(".swarmd/commands"));
    Files.writeString(
        folder.resolve("salute.md"),
        "---\ndescription: Greet somebody\n---\nSay \"hello\" to $ARGUMENTS in Latin.\n");
  }

  @Test
  void claude_code_expands_it() {
    expands(claude(Way.LAUNCHER));
  }

  @Test
  void gemini_cli_expands_it() {
    expands(new RealHost(GeminiProgram.installed(), daemon, model).install("launcher"));
  }

  private void expands(RealHost host) {
    model.script(say("Salve, Ada."));

    TerminalSession terminal = open(host);
    terminal.enter("/salute Ada").awaits("Salve, Ada.");
    terminal.enter("/exit");

    assertThat(terminal.exit()).isZero();
    assertThat(model.failures()).isEmpty();
    assertThat(model.requests().get(0).news()).contains("Say \"hello\" to Ada in Latin.");
  }
}
