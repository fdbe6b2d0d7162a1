package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;
import static swarmd.realhosts.Turn.write;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import swarmd.realhosts.Turn.Subagent;
import swarmd.testing.Api;

/** The same whole sessions in every host: what works in one has to work in the others. */
class EveryHostTest extends RealHostTest {
  private static final String PROMPT = "swarm 2 agents, write the parser";
  private static final String HELD = "[swarmd swarm 0/1] The swarm is not complete";

  /** Skips the test with a message if the host's program is not there. */
  private RealHost installed(KnownHost host) {
    Optional<String> missing = host.missing();
    missing.ifPresent(System.out::println); // Gradle does not show why a test is skipped
    assumeTrue(missing.isEmpty(), missing.orElse(""));
    return new RealHost(host.program(), daemon, model).installForUser();
  }

  /** In a swarm of its own, so that the other one can be complete without it. */
  private void anotherOwns(String files) {
    try (Api api = daemon.api()) {
      ObjectNode task = Api.object().put("project", daemon.project().toString());
      task.put("title", "own " + files).put("swarm", "other").putArray("files").add(files);
      api.post("/v1/tasks", task);
      api.post("/v1/tasks/claim", api.body().put("agent", "ann").put("swarm", "other"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_session_claims_keeps_off_another_s_file_and_works_until_all_is_done(KnownHost host) {
    RealHost program = installed(host);
    anotherOwns("docs/**");
    long task = add("write the parser");
    Path file = daemon.project().resolve("docs/parser.md");
    JsonNode[] claimed = new JsonNode[1];
    Turn[] completion = new Turn[1];
    model.script(
        shell("swarm task claim"),
        told -> {
          claimed[0] = task(task);
          completion[0] = complete(told);
          return write(file.toString(), "mine");
        },
        say("I think that is all."),
        told -> completion[0],
        say("Now it is."));

    run(program, model, PROMPT);

    List<ModelInput> told = model.requests();
    assertThat(told.get(0).everything()).contains("The mode swarm is on");
    assertThat(claimed[0].get("status").asText()).isEqualTo("claimed");
    String session = claimed[0].get("session").asText();
    assertThat(claimed[0].get("agent").asText())
        .isEqualTo("main-" + session.substring(0, Math.min(8, session.length())));
    assertThat(told.get(2).news()).contains("belongs to task 1", "ann");
    assertThat(file).doesNotExist();
    assertThat(told.get(3).news()).contains(HELD);
    assertThat(task(task).get("status").asText()).isEqualTo("done");
    assertThat(told).hasSize(5);
    assertThat(hookTypes()).contains("session-start", "keyword-detector", "pre-tool-use", "stop");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "GEMINI") // it has no subagents
  void a_subagent_claims_in_its_own_name(KnownHost host) {
    RealHost program = installed(host);
    long task = add("write the parser");
    JsonNode[] claimed = new JsonNode[1];
    CountDownLatch done = new CountDownLatch(1);
    model.script(
        subagent("worker", "claim a task", Subagent.Kind.FOREGROUND),
        told -> {
          assertThat(done.await(30, TimeUnit.SECONDS)).as("the subagent is done").isTrue();
          return say("That is all.");
        });
    model.lane(
        "worker",
        shell("swarm task claim"),
        told -> {
          claimed[0] = task(task);
          return complete(told);
        },
        told -> {
          done.countDown();
          return say("It is done.");
        });

    run(program, model, "have the parser written");

    String session = claimed[0].get("session").asText();
    assertThat(claimed[0].get("agent").asText())
        .as(claimed[0].toString())
        .doesNotStartWith("main-")
        .isNotEqualTo(session);
    assertThat(task(task).get("status").asText()).isEqualTo("done");
    assertThat(hookTypes()).contains("subagent-start");
  }

  @ParameterizedTest
  @EnumSource
  void a_session_with_the_kill_switch_is_left_alone(KnownHost host) throws IOException {
    RealHost program = installed(host).with("DISABLE_OMC", "1");
    anotherOwns("docs/**");
    Path file = Files.createDirectory(daemon.project().resolve("docs")).resolve("parser.md");
    add("write the parser");
    model.script(write(file.toString(), "mine"), say("That is all."));

    run(program, model, PROMPT);

    assertThat(model.requests()).hasSize(2);
    assertThat(model.requests().get(0).everything()).doesNotContain("The mode swarm is on");
    assertThat(file).exists();
  }

  @ParameterizedTest
  @EnumSource
  void a_session_goes_on_without_its_daemon_and_is_held_again_when_it_is_back(KnownHost host) {
    RealHost program = installed(host).withoutStartingDaemons();
    if (host == KnownHost.COPILOT) {
      // It asks its hooks about every command, even if the person has allowed them all.
      program.with("SWARMD_PERMISSION_FALLBACK", "ask");
    }
    long task = add("write the parser");
    model.script(
        told -> {
          daemon.kill();
          return shell("echo 'alone'");
        },
        told -> {
          daemon.restart();
          return say("I think that is all.");
        },
        shell("swarm task claim"),
        RealHostTest::complete,
        say("Now it is."));

    run(program, model, PROMPT);

    assertThat(model.requests().get(1).news()).contains("alone");
    assertThat(model.requests().get(2).news()).contains(HELD);
    assertThat(model.requests()).hasSize(5);
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource
  void a_session_in_a_terminal_is_held_and_keeps_off_another_s_file(KnownHost host) {
    RealHost program = installed(host);
    anotherOwns("docs/**");
    long task = add("write the parser");
    Path file = daemon.project().resolve("docs/parser.md");
    model.script(
        write(file.toString(), "mine"),
        say("I think that is all."),
        shell("swarm task claim"),
        RealHostTest::complete,
        say("Now the parser is written."));

    open(program).enter(PROMPT);
    awaitRequests(5);

    assertThat(model.failures()).isEmpty();
    List<ModelInput> told = model.requests();
    assertThat(told.get(0).everything()).contains("The mode swarm is on");
    assertThat(told.get(1).news()).contains("belongs to task 1", "ann");
    assertThat(file).doesNotExist();
    assertThat(told.get(2).news()).contains(HELD);
    assertThat(task(task).get("status").asText()).isEqualTo("done");
  }

  @ParameterizedTest
  @EnumSource(names = {"CLAUDE", "GEMINI", "COPILOT"})
  void a_command_that_the_person_types_in_a_terminal_starts_a_mode_and_another_ends_it(
      KnownHost host) {
    RealHost program = installed(host);
    model.script(
        say("I think that is all."),
        say("I still think so."),
        say("That really is all."),
        say("The tests are tidy."),
        say("Then I will stop."));

    TerminalSession terminal = open(program);
    terminal.enter("/ultrawork tidy up the tests");
    awaitRequests(4);
    terminal.awaitsIdle();

    assertThat(model.requests().get(0).everything()).contains("The mode ultrawork is on");
    assertThat(model.requests().get(1).news()).contains("[swarmd ultrawork");
    assertThat(activeModes()).contains("ultrawork");

    terminal.enter("/cancel ultrawork");
    awaitRequests(5);

    assertThat(model.failures()).isEmpty();
    assertThat(model.requests()).hasSize(5);
    assertThat(activeModes()).doesNotContain("ultrawork");
  }

  /** A host may draw the last answer in pieces, between other things. */
  private void awaitRequests(int count) {
    eventually().until(() -> model.requests().size() >= count);
  }

  private String activeModes() {
    return daemon.swarm(daemon.project(), "mode", "list").out();
  }
}
