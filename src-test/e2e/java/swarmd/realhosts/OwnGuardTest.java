package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.realhosts.HostSettings.Way;

/** A user hook that denies a tool after more than the default time limit. */
class OwnGuardTest extends RealHostTest {
  @BeforeEach
  void writeGuard() throws IOException {
    Files.writeString(
        daemon.home().resolve("settings.json"),
        """
        {"settings": {"hook.timeout.ms": 30000},
         "hooks": {"PreToolUse": [{"matcher": "Write|write_file", "hooks": [
           {"type": "command", "command": "sleep 6; echo 'not on my watch' >&2; exit 2"}]}]}}
        """);
    daemon.stop();
    daemon.restart();
  }

  @ParameterizedTest
  @EnumSource
  void claude_code_waits_for_it(Way way) {
    assertDenied(claude(way));
  }

  @Test
  void gemini_cli_waits_for_it() {
    assertDenied(new RealHost(GeminiProgram.installed(), daemon, model).install("launcher"));
  }

  private void assertDenied(RealHost host) {
    Path file = daemon.project().resolve("made.txt");
    model.script(write(file.toString(), "made"), say("I leave it."));

    run(host, model, "write the file");

    assertThat(model.requests().get(1).news()).contains("not on my watch");
    assertThat(file).doesNotExist();
  }
}
