package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  final AfterTestExecutionCallback printTranscript =
      context ->
          context
              .getExecutionException()
              .ifPresent(failure -> System.out.println("The model received:\n" + transcript()));

  final RunningDaemon daemon;
  final ScriptedModel model = ScriptedModel.start();
  private final List<TerminalSession> terminals = new ArrayList<>();

  RealHostTest() {
    this(Map.of());
  }

  RealHostTest(Map<String, String> settings) {
    daemon = RunningDaemon.start(settings);
  }

  @AfterEach
  void stop() {
    terminals.forEach(TerminalSession::close);
    model.close();
    daemon.close();
  }

  String transcript() {
    return Stream.concat(Stream.of(model.transcript()), terminals.stream().map(Object::toString))
        .collect(Collectors.joining("\n"));
  }

  /** A session in a terminal, which ends with the test at the latest. */
  TerminalSession open(RealHost host) {
    TerminalSession session = host.open();
    terminals.add(session);
    return session;
  }

  /** The host's last session in a terminal again. */
  TerminalSession reopen(RealHost host) {
    TerminalSession session = host.reopen();
    terminals.add(session);
    return session;
  }

  /** Runs a session; an error in the script fails the test. */
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

  /** Completes the task that was just claimed, with the token that the claim printed. */
  static Turn complete(ModelInput input) {
    return Turn.shell(
        "swarm task done %s --token %s"
            .formatted(input.find("task (\\d+) "), input.find("token  (\\w+)")));
  }

  /** Names a check in the project's settings and agrees to it, as a person does. */
  void addCheck(String name, String command) {
    Path file = daemon.project().resolve(".swarmd/settings.json");
    ObjectNode settings = Api.object();
    settings.putObject("checks").putObject(name).put("command", command);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, settings.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Programs.Result trust = daemon.swarm(daemon.project(), "hooks", "trust", "--yes");
    assertThat(trust.exit()).as(trust.toString()).isZero();
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

  /** The hook events that the daemon has recorded, oldest first. */
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
