package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;

/** What docs/tutorial.md has its reader do. */
class TutorialTest extends TwoModelsTest {
  private static final int TASKS_EACH = 5;
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void two_sessions_finish_ten_tasks() throws InterruptedException {
    String[] titles =
        IntStream.rangeClosed(1, 2 * TASKS_EACH)
            .mapToObj(i -> "write part " + i)
            .toArray(String[]::new);
    try (Api api = daemon.api()) {
      api.add(titles);
    }
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch otherDone = new CountDownLatch(1);
    model.script(
        steps(
            working,
            input -> {
              assertThat(otherDone.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
              return say("All tasks are done.");
            }));
    other.script(steps(new CountDownLatch(1), input -> say("Nothing is left.")));
    RealHost second = new RealHost(ClaudeProgram.installed(), daemon, other);
    RealHost first = claude(HostSettings.Way.LAUNCHER); // installs the hooks for both

    CompletableFuture<?> firstRun =
        CompletableFuture.supplyAsync(() -> run(first, model, "/swarm 2 work through the tasks"));
    assertThat(working.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    run(second, other, "claim tasks and work on them until there are none left");
    otherDone.countDown();
    firstRun.join();

    assertThat(model.requests().get(0).everything()).contains("The mode swarm is on");
    assertThat(other.requests().get(0).everything())
        .contains("Tasks of this project", "swarm task claim")
        .doesNotContain("The mode swarm is on");
    try (Api api = daemon.api()) {
      List<JsonNode> tasks = new ArrayList<>();
      api.get("/v1/tasks").get("tasks").forEach(tasks::add);
      assertThat(tasks).hasSize(2 * TASKS_EACH);
      assertThat(tasks)
          .allSatisfy(task -> assertThat(task.get("status").asText()).isEqualTo("done"));
      assertThat(
              tasks.stream()
                  .collect(
                      Collectors.groupingBy(
                          task -> task.get("session").asText(), Collectors.counting()))
                  .values())
          .containsExactly((long) TASKS_EACH, (long) TASKS_EACH);
    }
  }

  /** Claims and finishes its tasks one after the other. */
  private static Step[] steps(CountDownLatch working, Step last) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < TASKS_EACH; i++) {
      steps.add(input -> shell("swarm task claim"));
      steps.add(
          input -> {
            working.countDown();
            return complete(input);
          });
    }
    steps.add(last);
    return steps.toArray(Step[]::new);
  }
}
