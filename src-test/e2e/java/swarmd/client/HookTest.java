package swarmd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostProfiles;

/** The answers that a host gets from `swarm hook`, through curl and through the jar. */
class HookTest {
  private static final String PAYLOAD =
      "{\"hook_event_name\":\"PreToolUse\",\"tool_input\":{\"command\":\"echo '%s' \\\\ $HOME"
          + " ü\"}}";
  private static final String PERMISSION =
      "{\n  \"hook_event_name\" : \"PermissionRequest\",\n  \"tool_name\": \"Bash\"\n}";
  private static final String CONTINUE = "{\"continue\":true}\n";
  private static final String DENIAL =
      "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":{\"behavior\":\"deny\",\"message\":\"swarmd"
          + " did not answer, so the request was denied; run: swarm doctor\"}}}\n";

  private ClientFixture client = ClientFixture.installed();

  enum Way {
    CURL,
    JAR
  }

  private void use(Way way) {
    if (way == Way.JAR) {
      client.withoutCurl();
    }
  }

  @AfterEach
  void close() {
    client.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_hook_prints_the_answer_of_the_daemon(Way way) {
    use(way);
    try (StandInDaemon daemon =
        StandInDaemon.thatAnswers(client.socket(), 200, "{\"decision\":\"ü\\n%s\"}")) {
      var result = client.swarmWithInput(PAYLOAD, "hook");

      assertThat(result.out()).isEqualTo("{\"decision\":\"ü\\n%s\"}\n");
      assertThat(result.err()).isEmpty();
      assertThat(result.exit()).isZero();
      assertThat(daemon.onlyRequest().path()).isEqualTo("/v1/hooks");
      assertThat(daemon.onlyRequest().body().strip()).isEqualTo(PAYLOAD);
    }
  }

  @ParameterizedTest
  @EnumSource
  void type_host_and_directories_are_sent_with_the_payload(Way way) {
    use(way);
    client
        .with("CLAUDE_PROJECT_DIR", "/home/dév/a b")
        .with("CLAUDE_ENV_FILE", "/e")
        .with("OMC_SKIP_HOOKS", "ralph,learner");
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook", "pre-tool-use");

      StandInDaemon.Request request = daemon.onlyRequest();
      assertThat(request.path()).isEqualTo("/v1/hooks/pre-tool-use");
      assertThat(request.header("Swarm-Host")).isEqualTo("claude");
      assertThat(request.header("Swarm-Project-Dir")).isEqualTo("/home/dév/a b");
      assertThat(request.header("Swarm-Env-File")).isEqualTo("/e");
      assertThat(request.header("Swarm-Skip-Hooks")).isEqualTo("ralph,learner");
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_account_is_the_one_that_the_environment_names_or_the_folder_of_the_host(Way way) {
    use(way);
    client.with("CLAUDE_PROJECT_DIR", "/p").with("CLAUDE_CONFIG_DIR", "/home/dév/other");
    client.with("GEMINI_CLI_HOME", "/g");
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook");

      assertThat(daemon.onlyRequest().header("Swarm-Account")).isEqualTo("/home/dév/other");
    }
    client.with("SWARM_ACCOUNT", "work");
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook");

      assertThat(daemon.onlyRequest().header("Swarm-Account")).isEqualTo("work");
    }
  }

  @ParameterizedTest
  @EnumSource
  void gemini_is_recognised_although_it_also_sets_a_variable_of_claude(Way way) {
    use(way);
    client.with("CLAUDE_PROJECT_DIR", "/p").with("GEMINI_PROJECT_DIR", "/p");
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook");

      assertThat(daemon.onlyRequest().header("Swarm-Host")).isEqualTo("gemini");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_large_payload_arrives_whole(Way way) {
    use(way);
    String large = "{\"text\":\"" + "0123456789abcdef".repeat(1_000_000) + "\"}";
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{\"a\":1}")) {
      var result = client.swarmWithInput(large, "hook");

      assertThat(result.out()).isEqualTo("{\"a\":1}\n");
      assertThat(daemon.onlyRequest().body().strip()).isEqualTo(large);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "true", "yes"})
  void a_disabled_hook_never_reaches_the_daemon(String value) {
    client.with("DISABLE_OMC", value);
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      var result = client.swarmWithInput(PERMISSION, "hook", "permission-request");

      assertThat(result.out()).isEqualTo(CONTINUE);
      assertThat(result.exit()).isZero();
      assertThat(daemon.requests()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "false"})
  void a_false_disable_switch_disables_nothing(String value) {
    client.with("DISABLE_OMC", value);
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook");

      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_hook_answers_continue_when_no_daemon_can_start(Way way) {
    use(way);
    client.withoutDaemon();

    assertFallback(client.swarmWithInput(PAYLOAD, "hook"), CONTINUE);
  }

  @ParameterizedTest
  @EnumSource
  void a_permission_is_denied_when_no_daemon_can_start(Way way) {
    use(way);
    client.withoutDaemon();

    assertFallback(client.swarmWithInput(PERMISSION, "hook"), DENIAL);
    assertFallback(client.swarmWithInput("garbage", "hook", "permission-request"), DENIAL);
    assertFallback(client.swarmWithInput("garbage", "hook", "PermissionRequest"), DENIAL);
  }

  @ParameterizedTest
  @EnumSource
  void a_permission_is_left_to_the_host_if_the_user_configured_that(Way way) {
    use(way);
    client.withoutDaemon().with("SWARMD_PERMISSION_FALLBACK", "ask");

    assertFallback(client.swarmWithInput(PERMISSION, "hook"), CONTINUE);
  }

  @ParameterizedTest
  @EnumSource
  void the_generic_host_gets_a_denial_in_its_own_format(Way way) {
    use(way);
    client.withoutDaemon().with("SWARM_HOST", "generic");

    assertFallback(
        client.swarmWithInput("{}", "hook", "permission-request"),
        "{\"continue\":false,\"message\":\"swarmd did not answer, so the request was denied; run:"
            + " swarm doctor\"}\n");
  }

  @ParameterizedTest
  @EnumSource
  void a_tool_waits_little_more_than_five_seconds(Way way) {
    use(way);
    try (StandInDaemon daemon = StandInDaemon.thatHangs(client.socket())) {
      var result = client.swarmWithInput(PAYLOAD, "hook");
      long waited = daemon.millisSinceLastRequest();

      assertFallback(result, CONTINUE);
      assertThat(result.millis()).isGreaterThanOrEqualTo(5_000);
      assertThat(waited).isLessThan(9_500);
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void text_about_permission_requests_is_not_one() {
    client.withoutDaemon();
    String payload =
        "{\"hook_event_name\":\"PreToolUse\",\"tool_input\":"
            + "{\"content\":\"{\\\"hook_event_name\\\":\\\"PermissionRequest\\\"}\"}}";

    assertFallback(client.swarmWithInput(payload, "hook"), CONTINUE);
  }

  @ParameterizedTest
  @EnumSource
  void a_host_never_waits_longer_than_the_limit(Way way) {
    use(way);
    client.with("SWARMD_HOOK_TIMEOUT_MS", "800");
    try (StandInDaemon daemon = StandInDaemon.thatHangs(client.socket())) {
      var result = client.swarmWithInput(PERMISSION, "hook");
      long waited = daemon.millisSinceLastRequest();

      assertFallback(result, DENIAL);
      assertThat(result.millis()).isGreaterThanOrEqualTo(800);
      assertThat(waited).isLessThan(6_000);
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"'', 5.500", "10000, 5.500", "800, 0.800", "60000, 60.000"})
  void a_tool_waits_longer_only_with_a_timeout_above_the_default(String set, String waits)
      throws Exception {
    client.with("SWARMD_HOOK_TIMEOUT_MS", set).withoutCurl();
    Path seen = client.tools().resolve("seen");
    fakeCurl("echo \"$*\" > '" + seen + "'; printf '{}\\n200 0.1'");
    try (StandInDaemon listening = StandInDaemon.thatAnswers(client.socket(), 200, "{}")) {
      client.swarmWithInput(PAYLOAD, "hook");

      assertThat(listening.requests()).isEmpty();
      assertThat(seen).content().contains("--max-time " + waits + " ");
    }
  }

  private void fakeCurl(String script) throws IOException {
    Path curl = client.tools().resolve("curl");
    Files.writeString(curl, "#!/bin/sh\n" + script + "\n");
    curl.toFile().setExecutable(true);
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_leads_to_the_fallback_answer(Way way) {
    use(way);
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 503, "{\"error\":{}}")) {
      assertFallback(client.swarmWithInput(PAYLOAD, "hook"), CONTINUE);
      assertFallback(client.swarmWithInput(PERMISSION, "hook"), DENIAL);
      assertThat(daemon.requests()).hasSize(2);
    }
  }

  @Test
  void the_jar_takes_over_if_curl_is_too_old_for_sockets() throws Exception {
    client.withoutCurl();
    fakeCurl("echo 'curl: option --unix-socket: is unknown' >&2; exit 2");
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{\"a\":1}")) {
      var result = client.swarmWithInput(PAYLOAD, "hook");

      assertThat(result.out()).isEqualTo("{\"a\":1}\n");
      assertThat(result.err()).isEmpty();
      assertThat(daemon.onlyRequest().body()).isEqualTo(PAYLOAD);
    }
  }

  @Test
  void a_hook_needs_no_java_while_the_daemon_runs() {
    client.withoutJava();
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{\"a\":1}")) {
      assertThat(client.swarmWithInput(PAYLOAD, "hook").out()).isEqualTo("{\"a\":1}\n");
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  @Test
  void a_host_gets_an_answer_even_without_java() {
    client.withoutJava();

    assertFallback(client.swarmWithInput(PAYLOAD, "hook"), CONTINUE);
    assertFallback(client.swarmWithInput(PERMISSION, "hook"), DENIAL);
  }

  @ParameterizedTest
  @EnumSource
  void a_hook_starts_the_daemon_and_loses_no_payload(Way way) throws Exception {
    client.close();
    client = ClientFixture.withStandInDaemon();
    use(way);

    var result = client.swarmWithInput(PAYLOAD, "hook");

    assertThat(result.out()).isEqualTo("{\"stand\":\"in\"}\n");
    assertThat(result.err()).isEmpty();
    assertThat(Files.readString(client.received())).isEqualTo(PAYLOAD);
  }

  @ParameterizedTest
  @EnumSource
  void a_permission_left_to_a_host_of_another_kind_cannot_pass_for_a_yes(Way way) {
    client.withoutDaemon().with("SWARMD_PERMISSION_FALLBACK", "ask").with("SWARM_HOST", "generic");
    use(way);

    assertFallback(
        client.swarmWithInput(PERMISSION, "hook"), "{\"continue\":true,\"decision\":\"ask\"}\n");
  }

  @Test
  void every_event_but_the_end_of_a_session_starts_the_daemon() throws Exception {
    client.close();
    client = ClientFixture.withStandInDaemon();
    Path starts = client.root().resolve("starts");
    Files.writeString(
        client.dist().resolve("bin/swarmd"), "#!/bin/sh\necho >>'%s'\nexit 1\n".formatted(starts));
    int expected = 0;
    for (String event : HostProfiles.CLAUDE.settings().orElseThrow().installedEvents()) {
      client.swarmWithInput("{\"hook_event_name\":\"" + event + "\"}", "hook");

      expected += event.equals("SessionEnd") ? 0 : 1;
      assertThat(starts).as(event).hasSize(expected);
    }
  }

  @Test
  void a_permission_request_waits_for_a_daemon_that_takes_long_to_start() throws Exception {
    client.close();
    client = ClientFixture.withStandInDaemon().with("SWARMD_HOOK_TIMEOUT_MS", "60000");
    Path daemon = client.dist().resolve("bin/swarmd");
    Files.writeString(daemon, Files.readString(daemon).replace("exec ", "sleep 3\nexec "));

    var result = client.swarmWithInput(PERMISSION, "hook");

    assertThat(result.out()).isEqualTo("{\"stand\":\"in\"}\n");
  }

  @Test
  void a_stale_socket_loses_no_payload() throws Exception {
    client.close();
    client = ClientFixture.withStandInDaemon();
    StandInDaemon.thatAnswers(client.socket(), 200, "{}").close();
    assertThat(client.socket()).exists();

    var result = client.swarmWithInput(PAYLOAD, "hook");

    assertThat(result.out()).isEqualTo("{\"stand\":\"in\"}\n");
    assertThat(Files.readString(client.received())).isEqualTo(PAYLOAD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session-end", "SessionEnd", ""})
  void the_end_of_a_session_starts_no_daemon(String type) {
    client.close();
    client = ClientFixture.withStandInDaemon();

    var result = client.swarmWithInput("{\"hook_event_name\": \"SessionEnd\"}", "hook", type);

    assertFallback(result, CONTINUE);
    assertThat(client.home().resolve("log")).doesNotExist();
  }

  @Test
  void the_launcher_works_through_a_symbolic_link() throws Exception {
    client.withoutCurl();
    Path link = Files.createSymbolicLink(client.root().resolve("l1"), client.launcherPath());
    Path relative = Files.createSymbolicLink(client.root().resolve("l2"), link.getFileName());
    try (StandInDaemon daemon = StandInDaemon.thatAnswers(client.socket(), 200, "{\"a\":1}")) {
      var result = client.run(PAYLOAD, List.of(relative.toString(), "hook"));

      assertThat(result.out()).isEqualTo("{\"a\":1}\n");
      assertThat(daemon.requests()).hasSize(1);
    }
  }

  private static void assertFallback(ClientFixture.Result result, String answer) {
    assertThat(result.out()).isEqualTo(answer);
    assertThat(result.err()).isEmpty();
    assertThat(result.exit()).isZero();
  }
}
