package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;

/** A command of Claude Code that asks a question, which nobody answers. */
class WaitingCommandTest extends RealHostTest {

  @Test
  void the_model_reads_why_nothing_happened_and_what_to_run_instead() throws IOException {
    Path file = Files.writeString(daemon.project().resolve("old.txt"), "old");
    model.script(
        shell("rm -i old.txt"),
        input -> {
          assertThat(file).exists();
          return shell("rm old.txt");
        },
        say("It is gone."));

    run(claude(Way.LAUNCHER), model, "remove the old file");

    assertThat(model.requests().get(1).news())
        .contains("nobody can answer prompts in this shell", "rm (leave out -i)");
    assertThat(file).doesNotExist();
  }
}
