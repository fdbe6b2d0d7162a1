package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.write;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.testing.Git;
import swarmd.testing.Programs;

/** A task with a check in the hosts' own programs: the agent's word does not make it done. */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class CheckedWorkTest extends RealHostTest {
  private static final long PATIENCE_SECONDS = 60;

  private static Step after(String news, Turn next) {
    return input -> {
      assertThat(input.news()).contains(news);
      return next;
    };
  }

  @ParameterizedTest
  @EnumSource
  void a_task_is_done_only_when_the_failing_test_is_fixed(VerifiedWorkTest.Program program) {
    Git.start(daemon.project());
    addCheck("test", "grep -q green state.txt || { echo 'line 1: still red'; exit 1; }");
    swarm("task", "add", "make it green", "--check", "test");
    model.script(
        shell("swarm task claim"),
        after("make it green", write("state.txt", "red")),
        shell("swarm task done 1 --result 'all tests pass'"),
        after("line 1: still red", write("state.txt", "green")),
        shell(
            "git add state.txt && git -c user.name=a -c user.email=a@localhost commit -qm 'Make it"
                + " green'"),
        shell("swarm task done 1 --result 'all tests pass'"),
        after("task 1 is done", say("Now it is.")));

    run(program.in(this), model, "take a task");

    assertThat(model.requests()).hasSize(7);
    JsonNode task = task(1);
    assertThat(task.get("status").asText()).isEqualTo("done");
    assertThat(task.at("/checked/commit").asText())
        .isEqualTo(Git.git(daemon.project(), "rev-parse", "HEAD").out().strip());
  }

  @ParameterizedTest
  @EnumSource
  void the_next_agent_begins_with_what_a_killed_one_has_left(VerifiedWorkTest.Program program)
      throws Exception {
    Git.start(daemon.project());
    Git.git(daemon.project(), "checkout", "-qb", "fix-login");
    addCheck("test", "echo 'line 1: still red'; exit 1");
    swarm("task", "add", "make it green", "--check", "test");
    swarm("task", "claim", "1", "--agent", "ada");
    swarm("task", "release", "1", "--agent", "ada", "--note", "the cache is stale");
    CountDownLatch atWork = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    model.script(
        shell("swarm task claim"),
        after("the cache is stale", write("state.txt", "red")),
        shell("swarm task done 1"),
        input -> {
          assertThat(input.news()).contains("line 1: still red");
          atWork.countDown();
          killed.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
          return say("too late");
        },
        after("Task 1 was begun before:", say("I see.")));
    RealHost host = program.in(this);
    Process first = host.begin("take a task");
    try {
      assertThat(atWork.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      RealHost.kill(first);
      eventually()
          .atMost(Duration.ofSeconds(20))
          .until(() -> task(1).get("status").asText().equals("pending"));
    } finally {
      killed.countDown();
      RealHost.endGroup(first);
    }

    run(host, model, "take the next task");

    String firstMessage = model.requests().get(4).everything();
    assertThat(firstMessage)
        .contains("lost its lease", "its host's process ended")
        .contains("line 1: still red")
        .contains("on branch fix-login: state.txt")
        .contains("agent ada", "the cache is stale");
  }

  private void swarm(String... words) {
    Programs.Result result = daemon.swarm(daemon.project(), words);
    assertThat(result.exit()).as(result.toString()).isZero();
  }
}
