package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.files.OpenFiles;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;
import swarmd.testing.Stranger;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** Another user of the machine gains nothing, and the owner notices nothing. */
final class StrangersTest {
  private static final int MANY = 5_000;
  private static final String PERMISSION =
      "{\"hook_event_name\":\"PermissionRequest\",\"session_id\":\"s1\",\"cwd\":\"/tmp\","
          + "\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf /\"}}";
  private static final String PROMPT =
      "{\"hook_event_name\":\"UserPromptSubmit\",\"session_id\":\"s1\",\"cwd\":\"/tmp\","
          + "\"prompt\":\"hello\"}";

  @BeforeEach
  void requireAnotherUser() {
    assumeTrue(Stranger.canExist(), "only root can be another user, with setpriv");
  }

  private static JsonNode access(RunningDaemon daemon) throws IOException {
    return Api.json(Files.readString(daemon.home().resolve("http.json")));
  }

  private static Answer send(int port, String token, String method, String path, String body) {
    Map<String, String> headers =
        Map.of("Host", "127.0.0.1", "Authorization", token, "Content-Type", "application/json");
    try (UnixHttp http = UnixHttp.loopback(port)) {
      return http.send(method, path, headers, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void with_the_default_install_nothing_is_sent_to_whoever_takes_the_port() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      assertThat(daemon.swarm(daemon.root(), "install", "claude").exit()).isZero();
      String settings = Files.readString(daemon.root().resolve(".claude/settings.json"));

      assertThat(settings)
          .doesNotContain("127.0.0.1", "Bearer")
          .doesNotContain(access(daemon).get("hook_token").asText());
    }
  }

  @Test
  void a_token_learnt_on_the_port_is_worthless_and_the_hooks_get_a_new_one() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      assertThat(daemon.swarm(daemon.root(), "install", "claude", "--via", "http").exit()).isZero();
      int port = access(daemon).get("port").asInt();
      String sent = "Bearer " + access(daemon).get("hook_token").asText();
      Path settings = daemon.root().resolve(".claude/settings.json");
      String before = Files.readString(settings);
      daemon.stop();
      try (Stranger stranger = Stranger.onPort(port)) {
        send(port, sent, "POST", "/v1/hooks", PERMISSION);
        String learnt = stranger.awaitLine("Authorization: ").substring("Authorization: ".length());
        assertThat(learnt).isEqualTo(sent);

        daemon.restart();

        JsonNode now = access(daemon);
        int newPort = now.get("port").asInt();
        assertThat(newPort).isNotEqualTo(port);
        for (String path : List.of("/v1/hooks", "/v1/cli", "/v1/tasks", "/v1/status")) {
          assertThat(Api.refusal(send(newPort, learnt, "POST", path, PROMPT)))
              .as(path)
              .isEqualTo("401 unauthorized");
        }
        String token = now.get("hook_token").asText();
        eventually()
            .untilAsserted(
                () ->
                    assertThat(Files.readString(settings))
                        .isEqualTo(
                            before
                                .replace(":" + port + "/", ":" + newPort + "/")
                                .replace(sent, "Bearer " + token)));
        assertThat(send(newPort, "Bearer " + token, "POST", "/v1/hooks", PROMPT).status())
            .isEqualTo(200);
        assertThat(daemon.log()).contains("Another program has port " + port);
        assertThat(daemon.swarm(daemon.root(), "doctor").out())
            .contains("another program has port " + port, "moved to " + newPort);
      }
    }
  }

  @Test
  void a_token_learnt_on_a_port_that_was_given_back_runs_and_reads_nothing() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      int port = access(daemon).get("port").asInt();
      String learnt = "Bearer " + access(daemon).get("hook_token").asText();
      String command = "{\"argv\":[\"task\",\"list\"],\"cwd\":\"/\"}";

      for (String path : List.of("/v1/cli", "/v1/tasks", "/v1/tasks/claim")) {
        assertThat(Api.refusal(send(port, learnt, "POST", path, command)))
            .isEqualTo("403 forbidden");
      }
      for (String path : List.of("/v1/status", "/v1/tasks", "/v1/events", "/v1/modes")) {
        assertThat(Api.refusal(send(port, learnt, "GET", path, ""))).isEqualTo("403 forbidden");
      }
    }
  }

  @Test
  void the_owner_works_on_while_a_stranger_holds_thousands_of_connections() throws IOException {
    assumeTrue(OpenFiles.limit() > MANY + 200, "too few files can be open; see ulimit -n");
    try (RunningDaemon daemon = RunningDaemon.start()) {
      int port = access(daemon).get("port").asInt();
      String token = "Bearer " + access(daemon).get("hook_token").asText();
      try (Stranger stranger = Stranger.holding(MANY, port)) {
        for (int i = 0; i < 5; i++) {
          Programs.Result added = daemon.swarm(daemon.project(), "task", "add", "task " + i);
          assertThat(added.exit()).as(added.err()).isZero();
          assertThat(daemon.swarmWithInput(daemon.project(), PROMPT, "hook").out())
              .contains("\"continue\":true");
          assertThat(daemon.swarmWithInput(daemon.project(), PERMISSION, "hook").out())
              .doesNotContain("allow");
          assertThat(send(port, token, "POST", "/v1/hooks", PROMPT).status()).isEqualTo(200);
        }
        try (Api api = daemon.api()) {
          assertThat(api.get("/v1/tasks").get("tasks")).hasSize(5);
          assertThat(api.connections()).isLessThan(MANY / 2);
        }
        assertThat(stranger.isAlive()).isTrue();
      }
    }
  }

  @Test
  void a_socket_in_a_strangers_folder_is_not_believed() throws IOException {
    Path folder = Path.of("/tmp", "sw-stranger" + ProcessHandle.current().pid());
    assertThat(Stranger.run("mkdir", "-m", "777", folder.toString()).exit()).isZero();
    try (Stranger stranger = Stranger.onSocket(folder.resolve("swarmd.sock"));
        RunningDaemon daemon =
            RunningDaemon.notStarted(Map.of("SWARMD_SOCKET", folder + "/swarmd.sock"))) {
      Programs.Result command = daemon.swarm(daemon.project(), "status");
      Programs.Result permission = daemon.swarmWithInput(daemon.project(), PERMISSION, "hook");
      Programs.Result prompt = daemon.swarmWithInput(daemon.project(), PROMPT, "hook");
      Programs.Result start = daemon.runToEnd();
      Programs.Result doctor = daemon.swarm(daemon.project(), "doctor");

      for (Programs.Result refused : List.of(command, start)) {
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err())
            .contains(folder + " belongs to nobody")
            .contains("set SWARMD_SOCKET to a folder of your own");
      }
      assertThat(permission.out()).contains("deny").doesNotContain("allow");
      assertThat(prompt.out()).isEqualTo("{\"continue\":true}\n");
      assertThat(doctor.out()).contains(folder + " belongs to nobody");
      assertThat(stranger.hasHeardNothing()).isTrue();
    } finally {
      Stranger.run("rm", "-rf", folder.toString());
    }
  }

  @Test
  void a_home_that_a_stranger_made_first_is_not_used() throws IOException {
    Path folder = Path.of("/tmp", "sw-home" + ProcessHandle.current().pid());
    assertThat(Stranger.run("mkdir", "-m", "777", folder.toString()).exit()).isZero();
    try (RunningDaemon daemon =
        RunningDaemon.notStarted(Map.of("SWARMD_HOME", folder.toString()))) {
      Programs.Result command = daemon.swarm(daemon.project(), "task", "list");
      Programs.Result start = daemon.runToEnd();

      for (Programs.Result refused : List.of(command, start)) {
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.err())
            .contains(folder + " belongs to nobody")
            .contains("set SWARMD_HOME to a folder of your own");
      }
      assertThat(folder).isEmptyDirectory();
    } finally {
      Stranger.run("rm", "-rf", folder.toString());
    }
  }

  @Test
  void a_home_that_others_may_write_to_is_refused_until_that_is_fixed() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      Files.createDirectories(daemon.home());
      Files.setPosixFilePermissions(daemon.home(), PosixFilePermissions.fromString("rwxrwxrwx"));

      Programs.Result start = daemon.runToEnd();

      assertThat(start.exit()).isEqualTo(1);
      assertThat(start.err())
          .contains("other users may write to " + daemon.home())
          .contains("chmod go-w " + daemon.home());
      Files.setPosixFilePermissions(daemon.home(), PosixFilePermissions.fromString("rwxr-xr-x"));
      daemon.restart();
    }
  }

  @Test
  void a_class_archive_of_a_stranger_is_not_run() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      Path cache = Files.createDirectories(daemon.home().resolve("cache"));
      Path archive = Files.writeString(cache.resolve("client.jsa"), "nonsense");
      Programs.Result jar =
          Programs.run(
              daemon.root(),
              Map.of(),
              "sh",
              "-c",
              "cksum <'" + System.getProperty("swarmd.dist") + "/lib/swarm-client.jar'");
      Files.writeString(cache.resolve("client.jsa.jars"), jar.out());
      Path seen = daemon.root().resolve("seen");
      Path java = daemon.root().resolve("jdk/bin/java");
      Files.createDirectories(java.getParent());
      Files.writeString(java, "#!/bin/sh\necho \"$*\" >'" + seen + "'\n");
      Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
      String[] status = RunningDaemon.swarmCommand("status");
      Map<String, String> environment = new HashMap<>(daemon.environment());
      environment.put("JAVA_HOME", daemon.root().resolve("jdk").toString());

      Programs.run(daemon.root(), environment, status);
      assertThat(Files.readString(seen)).contains(archive.toString());
      Files.setAttribute(archive, "unix:uid", 65534);
      Programs.run(daemon.root(), environment, status);
      assertThat(Files.readString(seen)).doesNotContain(archive.toString());
    }
  }
}
