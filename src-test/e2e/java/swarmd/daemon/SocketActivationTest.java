package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;
import swarmd.testing.UnixHttp;

/** systemd opens the socket and the port, and the first connection starts the daemon. */
final class SocketActivationTest {
  private static final String ACTIVATE = "systemd-socket-activate";
  private static final String PROMPT =
      "{\"hook_event_name\":\"UserPromptSubmit\",\"session_id\":\"s1\",\"cwd\":\"/tmp\","
          + "\"prompt\":\"hello\"}";

  private final RunningDaemon daemon = RunningDaemon.notStarted(Map.of());
  private final List<Process> activators = new ArrayList<>();
  private int port;

  @BeforeEach
  void prepare() throws IOException {
    assumeTrue(Programs.exist(ACTIVATE), ACTIVATE + " is not installed");
    Files.createDirectory(
        daemon.home(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (ServerSocket free = new ServerSocket(0, 1, UnixHttp.LOOPBACK)) {
      port = free.getLocalPort();
    }
  }

  @AfterEach
  void close() {
    activators.forEach(Process::destroy);
    activators.forEach(Programs::await);
    daemon.close();
  }

  /** Listens as the unit that `swarm service install` writes. */
  private Process activate(Path socket) {
    List<String> command = new ArrayList<>(List.of(ACTIVATE, "-l", socket.toString()));
    command.addAll(List.of("-l", "127.0.0.1:" + port));
    daemon.environment().forEach((name, value) -> command.add("--setenv=" + name + "=" + value));
    command.add(System.getProperty("swarmd.dist") + "/bin/swarmd");
    Process process =
        Programs.start(daemon.root(), daemon.environment(), command.toArray(String[]::new));
    activators.add(process);
    BufferedReader output = process.errorReader(StandardCharsets.UTF_8);
    assertThat(Stream.of(line(output), line(output)))
        .allSatisfy(line -> assertThat(line).startsWith("Listening on "));
    return process;
  }

  private static String line(BufferedReader output) {
    try {
      return String.valueOf(output.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode access() throws IOException {
    return Api.json(Files.readString(daemon.home().resolve("http.json")));
  }

  @Test
  void the_first_command_starts_the_daemon_and_its_end_leaves_the_socket() throws IOException {
    Process activator = activate(daemon.socket());
    assertThat(daemon.home().resolve("http.json")).doesNotExist();

    Programs.Result added = daemon.swarm(daemon.project(), "task", "add", "first");

    assertThat(added.exit()).as(added.err()).isZero();
    assertThat(access().get("port").asInt()).isEqualTo(port);
    assertThat(access().get("port_held").asBoolean()).isTrue();
    try (Api api = daemon.api()) {
      assertThat(api.get("/v1/status").at("/daemon/pid").asLong()).isEqualTo(activator.pid());
    }

    Programs.Result stopped = daemon.swarm(daemon.project(), "daemon", "stop");

    assertThat(stopped.out()).startsWith("stopped: pid " + activator.pid()).contains("systemd");
    assertThat(Programs.await(activator)).isZero();
    assertThat(daemon.socket()).exists();
  }

  @Test
  void a_hook_by_http_starts_the_daemon_with_the_token_of_last_time() throws IOException {
    activate(daemon.socket());
    Programs.Result installed = daemon.swarm(daemon.root(), "install", "claude");
    assertThat(installed.out()).contains("(via http)");
    assertThat(installed.err()).doesNotContain("http is safe only");
    String token = access().get("hook_token").asText();
    JsonNode page = access().get("page_token");
    assertThat(daemon.swarm(daemon.project(), "daemon", "stop").exit()).isZero();
    Files.delete(daemon.socket());
    Process second = activate(daemon.socket());

    Map<String, String> headers = Map.of("Host", "localhost", "Authorization", "Bearer " + token);
    try (UnixHttp http = UnixHttp.loopback(port)) {
      byte[] body = PROMPT.getBytes(StandardCharsets.UTF_8);
      assertThat(http.send("POST", "/v1/hooks", headers, body).status()).isEqualTo(200);
    }

    assertThat(second.isAlive()).isTrue();
    assertThat(access().get("page_token")).isEqualTo(page);
    assertThat(daemon.swarm(daemon.root(), "doctor").out())
        .containsPattern("ok +claude hooks .*\\(http\\)");
  }

  @Test
  void a_hook_by_the_launcher_starts_the_daemon() {
    activate(daemon.socket());

    assertThat(daemon.swarmWithInput(daemon.project(), PROMPT, "hook").out())
        .isEqualTo("{\"continue\":true}\n");

    assertThat(daemon.log()).contains("is up");
  }

  @Test
  void a_socket_of_another_home_is_refused() {
    Process activator = activate(daemon.root().resolve("other.sock"));

    UnixHttp.connect(daemon.root().resolve("other.sock")).close();

    assertThat(Programs.await(activator)).isEqualTo(1);
    assertThat(daemon.log()).contains("run: swarm service install");
  }
}
