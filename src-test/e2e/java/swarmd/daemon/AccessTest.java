package swarmd.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static swarmd.testing.Eventually.eventually;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.RunningDaemon;
import swarmd.testing.UnixHttp;

/** Only the owner can use the daemon. */
final class AccessTest {
  private static final String[] AS_NOBODY = {
    "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"
  };

  @Test
  void only_the_owner_can_read_its_files() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      assertThat(mode(daemon.home())).isEqualTo("rwx------");
      assertThat(mode(daemon.socket())).isEqualTo("rw-------");
      assertThat(mode(daemon.home().resolve("http.json"))).isEqualTo("rw-------");
      assertThat(mode(daemon.home().resolve("swarmd.db"))).isEqualTo("rw-------");
    }
  }

  @Test
  void a_home_that_others_can_read_is_made_private() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      Files.createDirectories(daemon.home());
      Files.setPosixFilePermissions(daemon.home(), PosixFilePermissions.fromString("rwxr-xr-x"));

      daemon.restart();

      assertThat(mode(daemon.home())).isEqualTo("rwx------");
    }
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void the_owner_is_the_user_that_runs_it_and_not_the_one_that_created_its_home()
      throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "files can be given away");
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      Files.createDirectories(daemon.home());
      Path lock = Files.createFile(daemon.home().resolve("swarmd.lock"));
      Files.setAttribute(lock, "unix:uid", 65534);

      daemon.restart();

      try (UnixHttp owner = daemon.connect()) {
        assertThat(owner.get("/healthz").status()).isEqualTo(200);
      }
    }
  }

  @Test
  void an_invalid_port_is_replaced_and_the_hook_token_stays() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      JsonNode before = access(daemon);
      daemon.stop();
      Files.writeString(
          daemon.home().resolve("http.json"),
          Files.readString(daemon.home().resolve("http.json"))
              .replaceFirst("\"port\":\\d+", "\"port\":70000"));
      daemon.restart();

      assertThat(access(daemon).get("hook_token")).isEqualTo(before.get("hook_token"));
      assertThat(access(daemon).get("port").asInt()).isBetween(1, 65_535);
    }
  }

  @Test
  void port_and_hook_token_survive_a_restart_and_the_page_token_does_not() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      JsonNode before = access(daemon);
      daemon.stop();
      daemon.restart();

      assertThat(access(daemon).get("port")).isEqualTo(before.get("port"));
      assertThat(access(daemon).get("hook_token")).isEqualTo(before.get("hook_token"));
      assertThat(access(daemon).get("page_token")).isNotEqualTo(before.get("page_token"));
      assertThat(statusOverTcp(access(daemon))).isEqualTo(200);
    }
  }

  @Test
  void a_port_that_is_taken_is_replaced_together_with_the_tokens() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.start()) {
      JsonNode before = access(daemon);
      daemon.stop();
      try (ServerSocket taken =
          new ServerSocket(before.get("port").asInt(), 1, UnixHttp.LOOPBACK)) {
        daemon.restart();

        JsonNode after = access(daemon);
        assertThat(after.get("port").asInt()).isNotEqualTo(taken.getLocalPort());
        assertThat(tokens(after)).hasSize(2).doesNotContainAnyElementsOf(tokens(before));
        assertThat(statusOverTcp(after)).isEqualTo(200);
      }
    }
  }

  private static JsonNode access(RunningDaemon daemon) throws IOException {
    return Api.json(Files.readString(daemon.home().resolve("http.json")));
  }

  private static Set<String> tokens(JsonNode access) {
    return Set.of(access.get("page_token").asText(), access.get("hook_token").asText());
  }

  @Test
  void the_single_token_of_an_older_version_only_opens_the_hooks() throws IOException {
    try (RunningDaemon daemon = RunningDaemon.notStarted(Map.of())) {
      String old = "0123456789abcdef".repeat(2);
      Files.createDirectories(daemon.home());
      Files.writeString(
          daemon.home().resolve("http.json"), "{\"port\":0,\"token\":\"" + old + "\"}");
      daemon.restart();

      assertThat(access(daemon).get("hook_token").asText()).isEqualTo(old);
      assertThat(access(daemon).get("page_token").asText()).hasSize(32).isNotEqualTo(old);
    }
  }

  private static int statusOverTcp(JsonNode access) {
    Map<String, String> headers =
        Map.of("Host", "localhost", "Authorization", "Bearer " + access.get("page_token").asText());
    try (UnixHttp http = UnixHttp.loopback(access.get("port").asInt())) {
      return http.send("GET", "/v1/status", headers, new byte[0]).status();
    }
  }

  @Test
  void another_user_cannot_read_its_files() {
    assumeOtherUsersCanBeTried();
    try (RunningDaemon daemon = RunningDaemon.start()) {
      openToAll(daemon.root());
      for (String file : new String[] {"swarmd.db", "http.json", "log/swarmd.log"}) {
        assertThat(asNobody("cat", daemon.home() + "/" + file).exit()).as(file).isNotZero();
      }
    }
  }

  @Test
  void another_user_is_refused_even_if_the_socket_is_open_to_all() throws IOException {
    assumeOtherUsersCanBeTried();
    Path open = Files.createTempDirectory(Path.of("/tmp"), "sw-");
    Path socket = open.resolve("s.sock");
    try (RunningDaemon daemon = RunningDaemon.start(Map.of("SWARMD_SOCKET", socket.toString()))) {
      openToAll(open);
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-rw-rw-"));

      Programs.Result result = asNobody("curl", "-sS", "--unix-socket", "" + socket, "http://s/");

      assertThat(result.exit()).isNotZero();
      assertThat(result.out()).isEmpty();
      eventually().until(() -> daemon.log().contains("Rejected a connection from uid 65534"));
      assertThat(daemon.api().get("/healthz").get("status").asText()).isEqualTo("ok");
    } finally {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(open);
    }
  }

  private static void assumeOtherUsersCanBeTried() {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be another user");
    assumeTrue(Programs.exist("setpriv", "curl"), "setpriv and curl are needed");
  }

  private static void openToAll(Path folder) {
    Programs.run(folder, Map.of(), "chmod", "755", folder.toString());
  }

  private static Programs.Result asNobody(String... command) {
    String[] all = new String[AS_NOBODY.length + command.length];
    System.arraycopy(AS_NOBODY, 0, all, 0, AS_NOBODY.length);
    System.arraycopy(command, 0, all, AS_NOBODY.length, command.length);
    return Programs.run(Path.of("/"), Map.of(), all);
  }
}
