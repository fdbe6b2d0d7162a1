package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.shell;
import static swarmd.realhosts.Turn.subagent;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.realhosts.HostSettings.Way;
import swarmd.realhosts.Turn.Subagent.Kind;

/**
 * The commands that our texts name to a model, as Claude Code runs them without a person: each is
 * allowed under default permissions, with any words in its quotes, and does what the text says.
 */
@Execution(ExecutionMode.CONCURRENT) // it mostly waits
class NamedCommandsTest extends RealHostTest {
  private static final String DONE = "I think that is all.";

  /** What permission rules stumble over outside of quotes. */
  private static final String WORDS =
      "fixed (most); see *.log & a > b | c, it's ~50 % #1 [x] {y} ?";

  private final List<Step> script = new ArrayList<>();

  /** Runs a command that the model was told of, with its own words in place of the text's. */
  private NamedCommandsTest told(String named, String command) {
    script.add(
        input -> {
          assertThat(oneLine(input.everything())).contains(named);
          return shell(command);
        });
    return this;
  }

  private NamedCommandsTest told(String command) {
    return told(command, command);
  }

  /** The model wants to stop, and is held. */
  private NamedCommandsTest held(String mode) {
    script.add(say(DONE));
    script.add(
        input -> {
          assertThat(input.news()).contains("[swarmd " + mode);
          return script.remove(0).turn(input);
        });
    return this;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ");
  }

  /** Runs the script to the end of the session; its last stop is not held. */
  private void run(Way way, String prompt) {
    int steps = script.size();
    List<Step> rest = script;
    model.script(
        Stream.generate(() -> (Step) input -> rest.isEmpty() ? say("Done.") : next(input))
            .limit(steps + 1L)
            .toArray(Step[]::new));

    run(claude(way).withPermissions("default"), model, prompt);

    assertThat(rest).as("steps that were not reached").isEmpty();
    assertNothingWasRefused(model.requests());
    assertThat(activeModes()).isEmpty();
  }

  private Turn next(ModelInput input) throws Exception {
    return script.remove(0).turn(input);
  }

  private static void assertNothingWasRefused(List<ModelInput> requests) {
    assertThat(requests.subList(1, requests.size()))
        .extracting(ModelInput::news)
        .allSatisfy(
            news ->
                assertThat(news)
                    .doesNotContain("approval", "permission", "denied", "swarm: ", "Exit code"));
  }

  private String activeModes() {
    return daemon.swarm(daemon.project(), "mode", "list").out();
  }

  @ParameterizedTest
  @EnumSource(names = {"LAUNCHER", "HTTP"})
  void ralph_ends_with_the_verification_that_its_text_names(Way way) {
    addCheck("test", "true");
    told("swarm mode set ralph --verification rejected")
        .held("ralph")
        .told("swarm mode set ralph --verification pending")
        .held("ralph")
        .told("swarm check test")
        .run(way, "ralph, fix the login");
  }

  @Test
  void autopilot_ends_after_its_phases() {
    for (String phase : List.of("planning", "execution", "qa", "validation", "complete")) {
      told("swarm mode set autopilot --phase " + phase);
    }
    run(Way.LAUNCHER, "autopilot: a page with the weather");
  }

  @Test
  void ultrapilot_ends_when_its_workers_have_finished() {
    told("swarm mode set ultrapilot --worker 'api=src/api/**,test/api/**'")
        .told("swarm mode set ultrapilot --worker", "swarm mode set ultrapilot --worker 'ui=ui/*'")
        .held("ultrapilot")
        .told("swarm mode set ultrapilot --finished api")
        .told("(or --failed", "swarm mode set ultrapilot --failed ui")
        .held("ultrapilot")
        .told("swarm mode set ultrapilot --integrated")
        .run(Way.LAUNCHER, "ultrapilot: the whole shop");
  }

  @Test
  void pipeline_ends_after_its_stages() {
    told("swarm mode set pipeline --stages plan,implement,test,review")
        .held("pipeline")
        .told("swarm mode set pipeline --done plan")
        .told("swarm mode set pipeline --done", "swarm mode set pipeline --done implement")
        .told("swarm mode set pipeline --done", "swarm mode set pipeline --done test")
        .told("swarm mode set pipeline --done", "swarm mode set pipeline --done review")
        .run(Way.LAUNCHER, "/pipeline the release notes");
  }

  @Test
  void ultraqa_ends_when_its_goal_is_reached() {
    addCheck("lint", "true");
    told("swarm mode set ultraqa --goal \"lint\"")
        .told("swarm check", "swarm check")
        .told("swarm mode set ultraqa --check NAME", "swarm mode set ultraqa --check lint")
        .held("ultraqa")
        .told("swarm check lint")
        .run(Way.LAUNCHER, "/ultraqa");
  }

  @Test
  void ultrawork_ends_when_the_model_says_so() {
    held("ultrawork")
        .told("swarm mode stop ultrawork")
        .run(Way.LAUNCHER, "ultrawork: tidy up the tests");
  }

  @Test
  void a_swarm_ends_when_its_tasks_are_done_failed_or_cancelled() {
    told(
            "swarm task add \"title\" --description \"what and how\" --files 'src/api/**'",
            "swarm task add \"the api\" --description \"%s\" --files 'src/api/**'".formatted(WORDS))
        .told("swarm task add \"title\"", "swarm task add 'the (ui); *' --depends-on 1")
        .told("swarm status")
        .told("swarm task claim --wait 60")
        .held("swarm")
        .told(
            "swarm task done ID --result \"what came of it\"",
            "swarm task done 1 --result \"" + WORDS + "\"")
        .told("swarm task claim")
        .told("swarm task fail ID --error \"why\"", "swarm task fail 2 --error \"" + WORDS + "\"")
        .told("swarm task retry ID", "swarm task retry 2")
        .told("swarm task cancel ID", "swarm task cancel 2")
        .run(Way.LAUNCHER, "swarm 2 agents, build the shop");

    assertThat(task(1).get("result").asText()).isEqualTo(WORDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ultrapilot", "pipeline"})
  void a_mode_whose_work_need_not_be_split_ends_when_the_model_says_so(String mode) {
    held(mode).told("swarm mode stop " + mode).run(Way.LAUNCHER, "/" + mode + " fix a typo");
  }

  @Test
  void a_subagent_may_finish_fail_or_release_what_it_holds() {
    add("write the parser");
    add("write the printer");
    add("write the tests");
    model.script(subagent("worker", "do the work", Kind.FOREGROUND), say("The worker is done."));
    model.lane(
        "worker",
        shell("swarm task claim"),
        say(DONE),
        held(1, "swarm task done 1"),
        shell("swarm task claim"),
        say(DONE),
        held(2, "swarm task fail 2 --error"),
        shell("swarm task claim"),
        say(DONE),
        held(3, "swarm task release 3"),
        say("Now it is."));

    run(claude(Way.LAUNCHER).withPermissions("default"), model, "have it written");

    assertNothingWasRefused(model.requests("worker"));
    assertThat(Stream.of(1, 2, 3).map(id -> task(id).get("status").asText()))
        .containsExactly("done", "failed", "pending");
  }

  /** Runs the named command; an option that needs a text gets one. */
  private static Step held(long task, String command) {
    return input -> {
      assertThat(input.news()).contains("[swarmd subagent", "You still hold task " + task, command);
      return shell(command.endsWith("--error") ? command + " \"" + WORDS + "\"" : command);
    };
  }

  @Test
  void notes_can_be_kept_and_seen() {
    script.add(shell("swarm note add --working \"" + WORDS + "\""));
    script.add(shell("swarm note list"));
    script.add(shell("swarm mode list"));
    script.add(shell("swarm task list --status claimed"));
    run(Way.LAUNCHER, "take a note");

    assertThat(model.requests().get(2).news()).contains(WORDS);
  }
}
