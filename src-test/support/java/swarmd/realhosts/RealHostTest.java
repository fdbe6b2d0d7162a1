package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/** A daemon and a model for one test with the hosts' own programs. */
@Tag("hosts")
@ExtendWith(HostsAreInstalled.class)
abstract class RealHostTest {
  @RegisterExtension
  final AfterTestExecutionCallback told =
      context ->
          context
              .getExecutionException()
              .ifPresent(failure -> System.out.println("The model was told:\n" + transcript()));

  final RunningDaemon daemon = RunningDaemon.start();
  final ScriptedModel model = ScriptedModel.start();

  @AfterEach
  void stop() {
    model.close();
    daemon.close();
  }

  String transcript() {
    return model.transcript();
  }

  /** Runs it; whatever goes wrong in its script fails the test. */
  static Programs.Result run(RealHost host, ScriptedModel model, String prompt) {
    Programs.Result result = host.run(prompt);
    assertThat(model.failures()).isEmpty();
    assertThat(result.exit()).as(result.toString()).isZero();
    return result;
  }

  RealHost claude(HostSettings.Way way) {
    return new RealHost(ClaudeProgram.installed(), daemon, model)
        .install(way.name().toLowerCase(Locale.ROOT));
  }

  /** Completes the task that was claimed just now with the token that the claim has printed. */
  static Turn complete(ModelInput told) {
    return Turn.shell(
        "swarm task done %s --token %s"
            .formatted(told.find("task (\\d+) "), told.find("token  (\\w+)")));
  }

  long add(String title) {
    try (Api api = daemon.api()) {
      return api.add(title).get(0);
    }
  }

  JsonNode task(long id) {
    try (Api api = daemon.api()) {
      return api.show(id).get("task");
    }
  }

  /** What the daemon has recorded of hooks, oldest first. */
  List<JsonNode> hooks() {
    return daemon
        .swarm(daemon.project(), "events", "--hooks", "--json", "-n", "1000")
        .out()
        .lines()
        .map(Api::json)
        .toList();
  }

  List<String> hookTypes() {
    return hooks().stream().map(hook -> hook.get("type").asText()).toList();
  }
}
