package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import swarmd.realhosts.HostSettings.Way;
import swarmd.testing.Api;

/** Two sessions of Claude Code at once in one project. */
class TwoSessionsTest extends TwoModelsTest {
  private static final long PATIENCE_SECONDS = 30;

  @Test
  void each_claims_its_own_task_and_ralph_in_one_never_holds_the_other() {
    addCheck("test", "true");
    List<Long> tasks = List.of(add("write the parser"), add("write the printer"));
    CountDownLatch claimed = new CountDownLatch(2);
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch otherEnded = new CountDownLatch(1);
    model.script(
        shell("swarm task claim --agent ada"),
        after(claimed, RealHostTest::complete),
        say("I think that is all."),
        input -> {
          held.countDown();
          await(otherEnded);
          return shell("swarm check test");
        },
        say("Now it is."));
    other.script(
        shell("swarm task claim --agent bob"),
        after(claimed, RealHostTest::complete),
        input -> {
          await(held);
          return say("That is all.");
        });
    RealHost first = claude(Way.LAUNCHER);
    RealHost second = new RealHost(ClaudeProgram.installed(), daemon, other).install("launcher");

    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> run(first, model, "ralph, write the parser"));
    run(second, other, "write the printer");
    otherEnded.countDown();
    firstRun.join();

    assertThat(model.requests().get(3).news()).contains("[swarmd ralph");
    assertThat(model.requests()).hasSize(5);
    assertThat(other.requests()).hasSize(3);
    assertThat(tasks)
        .extracting(id -> task(id).get("agent").asText())
        .containsExactlyInAnyOrder("ada", "bob");
    assertThat(tasks)
        .allSatisfy(id -> assertThat(task(id).get("status").asText()).isEqualTo("done"));
  }

  private void addTaskThatOwns(String files) {
    ObjectNode owned = Api.object().put("project", daemon.project().toString());
    owned.put("title", "write the parser").putArray("files").add(files);
    try (Api api = daemon.api()) {
      api.post("/v1/tasks", owned);
    }
  }

  @Test
  void a_file_that_the_other_owns_is_denied_and_the_reason_names_the_owner()
      throws InterruptedException {
    addTaskThatOwns("parser/**");
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch otherEnded = new CountDownLatch(1);
    model.script(
        shell("swarm task claim"),
        input -> {
          claimed.countDown();
          await(otherEnded);
          return complete(input);
        },
        say("That is all."));
    Path file = daemon.project().resolve("parser/Parser.java");
    other.script(
        input -> {
          await(claimed);
          return write(file.toString(), "mine");
        },
        say("I leave it."));
    RealHost first = claude(Way.HTTP);
    RealHost second = new RealHost(ClaudeProgram.installed(), daemon, other).install("http");

    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> run(first, model, "write the parser"));
    await(claimed);
    run(second, other, "look at the parser");
    otherEnded.countDown();
    firstRun.join();

    assertThat(other.requests().get(1).news())
        .contains("task 1", "write the parser", "swarm task show 1");
    assertThat(file).doesNotExist();
  }

  @Test
  void a_command_that_writes_the_other_s_file_is_denied_and_a_script_is_noticed()
      throws IOException, InterruptedException {
    Path file = daemon.project().resolve("parser/Parser.java");
    Files.createDirectory(file.getParent());
    Files.writeString(file, "theirs");
    Files.writeString(daemon.project().resolve("gen.sh"), "echo generated > parser/Parser.java");
    addTaskThatOwns("parser/**");
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch otherEnded = new CountDownLatch(1);
    model.script(
        shell("swarm task claim"),
        input -> {
          claimed.countDown();
          await(otherEnded);
          return shell("cat parser/Parser.java");
        },
        say("I see."));
    other.script(
        input -> {
          await(claimed);
          return shell("echo mine > parser/Parser.java");
        },
        input -> {
          assertThat(file).hasContent("theirs");
          return shell("sh gen.sh");
        },
        say("I leave it."));
    RealHost first = claude(Way.LAUNCHER);
    RealHost second = new RealHost(ClaudeProgram.installed(), daemon, other).install("launcher");

    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> run(first, model, "write the parser"));
    await(claimed);
    run(second, other, "look at the parser");
    otherEnded.countDown();
    firstRun.join();

    assertThat(other.requests().get(1).news())
        .contains("parser/Parser.java belongs to task 1", "swarm task show 1");
    assertThat(other.requests().get(2).news())
        .contains("while your command ran, files of task 1", "parser/Parser.java");
    assertThat(model.requests().get(2).news())
        .contains("files of your task 1 were written", "sh gen.sh");
  }

  /** Waits until both hold a task. */
  private static Step after(CountDownLatch claimed, Step next) {
    return input -> {
      claimed.countDown();
      await(claimed);
      return next.turn(input);
    };
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("the other session came here")
        .isTrue();
  }
}
