package swarmd.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import swarmd.hosts.HostRules;
import swarmd.hosts.Recording;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;

/**
 * The installed daemon, and a host that sends it recorded events of real hosts through `swarm
 * hook`. Each test has a session and a project of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SwarmHookTest {
  protected RunningDaemon daemon;
  protected Path project;
  protected String session;

  @BeforeAll
  final void startDaemon() throws IOException {
    daemon = RunningDaemon.notStarted(settings());
    prepare(daemon.home());
    daemon.restart();
  }

  protected Map<String, String> settings() {
    return Map.of();
  }

  /** Override to prepare files before the daemon starts. */
  protected void prepare(Path home) throws IOException {}

  @AfterAll
  final void stopDaemon() {
    daemon.close();
  }

  @BeforeEach
  final void newSession() throws IOException {
    session = UUID.randomUUID().toString();
    project = Files.createDirectory(daemon.root().resolve(session.substring(0, 8))).toRealPath();
    Files.createDirectory(project.resolve(".git"));
  }

  /** A recorded payload, as if it came from this test's session and project. */
  protected ObjectNode payload(String recording) {
    return Recording.of(recording)
        .payload()
        .put("session_id", session)
        .put("cwd", project.toString());
  }

  /** The answer to the host; fails if the host would not accept it. */
  protected ObjectNode hook(String recording, ObjectNode payload, String... settings) {
    Recording sent = Recording.of(recording);
    ObjectNode answer = answer(payload, settings);
    assertThat(HostRules.problems(sent.host(), sent.event(), answer)).isEmpty();
    return answer;
  }

  /** The output of `swarm hook` for any host. */
  protected ObjectNode answer(ObjectNode payload, String... settings) {
    String[] command =
        Stream.of(
                Stream.of("env"),
                Stream.of(settings),
                Stream.of(RunningDaemon.swarmCommand("hook")))
            .flatMap(words -> words)
            .toArray(String[]::new);
    return (ObjectNode)
        Api.json(
            succeeded(
                    Programs.runWithInput(
                        payload.toString(), project, daemon.environment(), command))
                .out());
  }

  /** Runs a command in the project; fails if the command does. */
  protected Programs.Result swarm(String... words) {
    return succeeded(daemon.swarm(project, words));
  }

  private static Programs.Result succeeded(Programs.Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    return result;
  }

  /** The part of an answer that the model sees. */
  protected static String context(ObjectNode answer) {
    return answer.at("/hookSpecificOutput/additionalContext").asText();
  }

  /** Writes a file of the project. */
  protected Path write(String name, String text) {
    try {
      Path file = project.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
