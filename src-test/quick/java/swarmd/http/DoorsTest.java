package swarmd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Api;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.OpenApi;
import swarmd.testing.OpenApi.Operation;
import swarmd.testing.UnixHttp;
import swarmd.testing.UnixHttp.Answer;

/** Four doors, four rights: the socket, the page token, the hook token and the MCP token. */
final class DoorsTest {
  /** Everything else may be read or changed by the page. */
  private static final Set<String> OWNER_ONLY =
      Set.of(
          "POST /v1/cli",
          "GET /v1/complete",
          "PUT /v1/modes/{mode}",
          "PATCH /v1/modes/{mode}",
          "POST /v1/tasks/{id}/land",
          "GET /v1/worktrees");

  private static final Set<String> HOOKS_ONLY = Set.of("POST /v1/hooks", "POST /v1/hooks/{type}");

  private static final Set<String> MCP_ONLY = Set.of("POST /mcp");

  private static InProcessDaemon daemon;

  @BeforeAll
  static void start() {
    daemon = InProcessDaemon.start();
  }

  @AfterAll
  static void stop() {
    daemon.close();
  }

  /** Every route with every door to it. */
  static Stream<Arguments> routesAndDoors() {
    return daemon.daemon().router().describe().stream()
        .flatMap(route -> Stream.of(Door.values()).map(door -> Arguments.of(route, door)));
  }

  /**
   * The files of the page hold no data; a code for the page is its own proof, and without one the
   * answer is 401 as well.
   */
  private static final Set<String> ANYONE =
      Set.of("GET /", "GET /page/{file}", "GET /v1/page/challenge", "POST /v1/page/token");

  private static boolean expected(String route, Door door) {
    if (ANYONE.contains(route)) {
      return true;
    }
    return switch (door) {
      case SOCKET -> true;
      case PAGE ->
          !OWNER_ONLY.contains(route) && !HOOKS_ONLY.contains(route) && !MCP_ONLY.contains(route);
      case HOOKS -> HOOKS_ONLY.contains(route);
      case MCP -> MCP_ONLY.contains(route);
      case STRANGER -> false;
    };
  }

  @ParameterizedTest
  @MethodSource("routesAndDoors")
  void a_door_leads_to_its_own_routes_and_no_others(String route, Door door) {
    String[] parts = route.split(" ");

    int status =
        status(door, parts[0], parts[1].replace("{file}", "none.js").replaceAll("\\{.*?}", "1"));

    if (expected(route, door)) {
      assertThat(status).isNotIn(401, 403, 405);
    } else {
      assertThat(status).isEqualTo(door == Door.STRANGER ? 401 : 403);
    }
  }

  private static int status(Door door, String method, String path) {
    try (UnixHttp http = connect(door)) {
      http.write(UnixHttp.request(method, path, headers(door), new byte[0]));
      return http.readHead().status();
    }
  }

  private static UnixHttp connect(Door door) {
    return door == Door.SOCKET
        ? daemon.connect()
        : UnixHttp.loopback(daemon.daemon().info().httpPort());
  }

  private static Map<String, String> headers(Door door) {
    HttpTokens tokens = daemon.daemon().tokens();
    Map<String, String> headers = new HashMap<>(Map.of("Host", "127.0.0.1"));
    switch (door) {
      case PAGE -> headers.put("Authorization", "Bearer " + tokens.page());
      case HOOKS -> headers.put("Authorization", "Bearer " + tokens.hooks());
      case MCP -> headers.put("Authorization", "Bearer " + tokens.mcp());
      case SOCKET, STRANGER -> {}
    }
    return headers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/cli",
        "/v1/%63li",
        "//v1///cli/",
        "/v1/cli?a=b",
        "/v1/cli#x",
        "/%76%31/cli",
        "/v1/cli/"
      })
  void no_spelling_of_the_path_gets_a_token_to_the_commands(String path) {
    for (Door door : List.of(Door.PAGE, Door.HOOKS, Door.MCP, Door.STRANGER)) {
      byte[] body = "{\"argv\":[\"--version\"],\"cwd\":\"/\"}".getBytes(StandardCharsets.UTF_8);
      try (UnixHttp http = connect(door)) {
        Answer answer = http.send("POST", path, headers(door), body);

        assertThat(answer.status()).as(door + " " + path).isIn(401, 403, 404);
        assertThat(answer.text()).contains("\"error\"");
      }
    }
  }

  @Test
  void each_request_of_a_connection_has_only_the_rights_of_its_own_token() {
    try (UnixHttp http = connect(Door.PAGE)) {
      assertThat(http.send("GET", "/v1/tasks", headers(Door.PAGE), new byte[0]).status())
          .isEqualTo(200);
      assertThat(Api.refusal(http.send("GET", "/v1/tasks", headers(Door.HOOKS), new byte[0])))
          .isEqualTo("403 forbidden");
    }
  }

  @Test
  void the_refusal_says_which_door_leads_there() {
    try (UnixHttp http = connect(Door.HOOKS)) {
      assertThat(http.send("GET", "/v1/tasks", headers(Door.HOOKS), new byte[0]).text())
          .contains("the hook token may not GET /v1/tasks; use the page_token from http.json");
    }
    try (UnixHttp http = connect(Door.PAGE)) {
      assertThat(http.send("POST", "/v1/cli", headers(Door.PAGE), new byte[0]).text())
          .contains("the page token may not POST /v1/cli; use the Unix socket");
    }
  }

  @Test
  void the_page_token_claims_no_worktree_because_that_runs_git() {
    byte[] body =
        "{\"project\":\"%s\",\"agent\":\"ann\",\"worktree\":true}"
            .formatted(daemon.project())
            .getBytes(StandardCharsets.UTF_8);
    try (UnixHttp http = connect(Door.PAGE)) {
      Answer answer = http.send("POST", "/v1/tasks/claim", headers(Door.PAGE), body);

      assertThat(Api.refusal(answer)).isEqualTo("403 forbidden");
      assertThat(answer.text()).contains("only the Unix socket may claim with a worktree");
    }
  }

  @Test
  void the_hook_token_cannot_name_a_file_for_the_daemon_to_write() throws IOException {
    Path file = daemon.userHome().resolve("env");
    String setup =
        "{\"hook_event_name\":\"Setup\",\"trigger\":\"init\",\"session_id\":\"s1\",\"cwd\":\"%s\"}"
            .formatted(daemon.project());
    for (Door door : List.of(Door.HOOKS, Door.SOCKET)) {
      Map<String, String> headers = headers(door);
      headers.put("Swarm-Env-File", file.toString());
      headers.put("Swarm-Host", "claude");
      try (UnixHttp http = connect(door)) {
        byte[] body = setup.getBytes(StandardCharsets.UTF_8);
        assertThat(http.send("POST", "/v1/hooks", headers, body).status()).isEqualTo(200);
      }
      assertThat(Files.exists(file)).as(door.toString()).isEqualTo(door == Door.SOCKET);
    }
  }

  @Test
  void the_document_names_the_tokens_of_every_route() {
    for (Operation operation : OpenApi.load().operations()) {
      Set<String> tokens = new TreeSet<>();
      Map<Door, String> names =
          Map.of(Door.PAGE, "pageToken", Door.HOOKS, "hookToken", Door.MCP, "mcpToken");
      names.forEach(
          (door, name) -> {
            boolean listed = expected(operation.toString(), door);
            if (listed && !ANYONE.contains(operation.toString())) {
              tokens.add(name);
            }
          });
      assertThat(operation.security()).as(operation.toString()).isEqualTo(tokens);
    }
  }
}
