package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A daemon answers a prompt of its own soon after the start. */
class WarmUpTest extends InProcessTest {
  private Path seen() {
    return daemon.userHome().resolve("seen");
  }

  /** The user's hook on every prompt appends a line to a file. */
  private void hookOnPrompts() throws IOException {
    ObjectNode settings = Api.object();
    settings
        .putObject("hooks")
        .putArray("UserPromptSubmit")
        .addObject()
        .putArray("hooks")
        .addObject()
        .put("type", "command")
        .put("command", "echo prompt >> " + seen());
    Files.writeString(daemon.daemon().info().home().resolve("settings.json"), settings.toString());
  }

  private void warmUp() {
    CompletableFuture<Void> over = daemon.daemon().warmUp();
    assertThat(over).isNotDone();
    daemon.time().advance(WarmUp.DELAY);
    over.join();
  }

  @Test
  void its_own_prompt_runs_no_hook_of_the_user() throws IOException {
    hookOnPrompts();

    warmUp();

    assertThat(seen()).doesNotExist();
    new HostSession(api.http(), daemon.project(), "mine").prompt("hello");
    assertThat(Files.readAllLines(seen())).isEqualTo(List.of("prompt"));
  }

  @Test
  void its_own_prompt_is_not_recorded() {
    warmUp();
    api.add("a later write");

    assertThat(ok(swarm.run("events", "--hooks")).out()).isEmpty();
    assertThat(api.get("/v1/status").toString()).doesNotContain("UserPromptSubmit");
  }
}
