package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A session stays what its first event has made it, whatever folder it goes to. */
class BoundSessionTest extends InProcessTest {
  private static final String SESSION = "4bd9f519-1111-2222-3333-444455556666";

  private HostSession session;

  @BeforeEach
  void startSession() {
    session = new HostSession(api.http(), daemon.project(), SESSION);
    session.start();
  }

  /** The folders that an agent's `cd` leads to. */
  enum Folder {
    NESTED_REPOSITORY {
      @Override
      Path in(Path project) throws IOException {
        Path nested = Files.createDirectories(project.resolve("vendor/library"));
        Files.createDirectories(nested.resolve(".git"));
        return nested;
      }
    },
    LINKED_WORK_TREE {
      @Override
      Path in(Path project) throws IOException {
        Files.createDirectories(project.resolve(".git"));
        return WorkTrees.link(project, project.resolveSibling("linked"));
      }
    },
    PLAIN_SUBFOLDER {
      @Override
      Path in(Path project) throws IOException {
        return Files.createDirectories(project.resolve("src/deep"));
      }
    },
    ELSEWHERE {
      @Override
      Path in(Path project) throws IOException {
        return Files.createDirectories(project.resolveSibling("elsewhere"));
      }
    };

    abstract Path in(Path project) throws IOException;
  }

  private HostSession in(Path folder) {
    return new HostSession(api.http(), folder, SESSION);
  }

  private Commands shell(Path folder) {
    return new Commands(daemon::connect, folder).with("CLAUDE_CODE_SESSION_ID", SESSION);
  }

  @ParameterizedTest
  @EnumSource
  void a_mode_holds_its_session_in_whatever_folder_it_is(Folder folder) throws IOException {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));

    assertThat(in(folder.in(daemon.project())).held()).contains("ralph");
  }

  @ParameterizedTest
  @EnumSource
  void the_agents_shell_finds_tasks_and_modes_in_whatever_folder_it_is(Folder folder)
      throws IOException {
    api.add("sweep");
    ok(swarm.run("mode", "start", "ultrawork", "--session", SESSION));
    try (Commands shell = shell(folder.in(daemon.project()))) {
      assertThat(ok(shell.run("task", "list")).out()).contains("sweep");
      JsonNode claimed = Api.json(ok(shell.run("task", "claim", "--json")).out());
      assertThat(claimed.at("/tasks/0/session").asText()).isEqualTo(SESSION);
      assertThat(claimed.at("/tasks/0/agent").asText()).isEqualTo("main-4bd9f519");
      assertThat(ok(shell.run("cancel")).out()).contains("ended ultrawork");
    }
    session.letGo();
  }

  @ParameterizedTest
  @EnumSource
  void events_from_another_folder_renew_the_lease(Folder folder) throws IOException {
    api.add("sweep");
    ok(swarm.run("task", "claim", "--session", SESSION, "--agent", "main-4bd9f519"));
    HostSession there = in(folder.in(daemon.project()));

    for (int i = 0; i < 3; i++) {
      daemon.time().advance(Duration.ofMinutes(4));
      there.useTool();
      settle();
    }

    assertThat(api.get("/v1/tasks/1").at("/task/status").asText()).isEqualTo("claimed");
  }

  /** Writes wait for nobody, but none overtakes another: after this one all are stored. */
  private void settle() {
    ok(swarm.run("note", "add", "settled"));
  }

  @ParameterizedTest
  @EnumSource
  void anothers_file_stays_denied_in_whatever_folder_the_session_is(Folder folder)
      throws IOException {
    anotherOwns("src/**");
    HostSession there = in(folder.in(daemon.project()));

    ObjectNode edit = there.payload("PreToolUse").put("tool_name", "Write").put("tool_use_id", "t");
    edit.putObject("tool_input").put("file_path", daemon.project() + "/src/A.java");

    assertThat(there.send(edit).at("/hookSpecificOutput/permissionDecision").asText())
        .isEqualTo("deny");
  }

  private void anotherOwns(String glob) {
    ObjectNode body = api.body();
    body.withArray("tasks").addObject().put("title", "own").putArray("files").add(glob);
    api.post("/v1/tasks", body);
    ok(swarm.run("task", "claim", "--session", "another", "--agent", "main-another"));
  }

  @Test
  void files_are_compared_as_they_are_seen_from_their_work_tree() throws IOException {
    anotherOwns("src/**");
    Path linked = Folder.LINKED_WORK_TREE.in(daemon.project());
    HostSession there = in(linked);

    assertThat(edits(there, linked.resolve("src/A.java"))).isEqualTo("deny");
    assertThat(edits(there, linked.resolve("docs/A.md"))).isEmpty();
  }

  private static String edits(HostSession session, Path file) {
    ObjectNode edit =
        session.payload("PreToolUse").put("tool_name", "Write").put("tool_use_id", "t" + file);
    edit.putObject("tool_input").put("file_path", file.toString());
    return session.send(edit).at("/hookSpecificOutput/permissionDecision").asText();
  }

  @Test
  void sessions_in_two_work_trees_of_a_repository_share_one_swarm() throws IOException {
    Path linked = Folder.LINKED_WORK_TREE.in(daemon.project());
    api.add("sweep");
    HostSession there = new HostSession(api.http(), linked, "in-the-linked-one");
    there.start();

    try (Commands shell = new Commands(daemon::connect, linked).with("SWARM_SESSION", there.id())) {
      assertThat(ok(shell.run("task", "claim")).out()).contains("sweep");
    }
    assertThat(api.get("/v1/tasks/1").at("/task/session").asText()).isEqualTo(there.id());
  }

  @Test
  void without_a_session_the_nearest_known_project_above_the_folder_counts() throws IOException {
    api.add("sweep");
    Path below = Files.createDirectories(daemon.project().resolve("src/deep"));

    try (Commands person = new Commands(daemon::connect, below)) {
      assertThat(ok(person.run("task", "list")).out()).contains("sweep");
    }
  }

  @Test
  void a_restarted_daemon_still_knows_the_session() throws IOException {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));
    Path elsewhere = Folder.ELSEWHERE.in(daemon.project());
    swarm.close();
    api.close();

    daemon.restart();
    api = daemon.api();

    assertThat(in(elsewhere).held()).contains("ralph");
  }

  @Test
  void a_new_session_of_the_same_id_is_bound_anew() throws IOException {
    Path elsewhere = Folder.ELSEWHERE.in(daemon.project());
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));

    in(elsewhere).start();

    in(elsewhere).letGo();
  }

  private JsonNode resumed() {
    return session.send(session.payload("SessionStart").put("source", "resume"));
  }

  @Test
  void a_resumed_session_is_in_the_modes_that_only_its_end_had_ended() {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));
    session.end();
    session.letGo();

    JsonNode answer = resumed();

    assertThat(answer.get("systemMessage").asText())
        .isEqualTo("swarmd: ralph is active again in this resumed session; end it with /cancel");
    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText())
        .contains("Active in this session: ralph", "[swarmd recovery] Continue");
    assertThat(session.held()).contains("ralph");
  }

  @Test
  void a_mode_that_was_cancelled_does_not_come_back() {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));
    ok(swarm.run("cancel", "--session", SESSION));
    session.end();

    assertThat(resumed().has("systemMessage")).isFalse();
    session.letGo();
  }

  @Test
  void modes_do_not_come_back_two_hours_after_the_end() {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));
    session.end();
    daemon.time().advance(Duration.ofHours(2).plusSeconds(1));

    JsonNode answer = resumed();

    assertThat(answer.get("systemMessage").asText())
        .contains("ralph ended more than two hours ago");
    assertThat(answer.at("/hookSpecificOutput/additionalContext").asText())
        .contains("ralph ended while this session was away");
    session.letGo();
    assertThat(resumed().has("systemMessage")).isFalse();
  }

  @Test
  void an_exclusive_mode_that_another_session_has_started_since_is_not_resumed() {
    ok(swarm.run("mode", "start", "swarm", "--session", SESSION));
    session.end();
    new HostSession(api.http(), daemon.project(), "second").start();
    ok(swarm.run("mode", "start", "swarm", "--session", "second"));

    assertThat(resumed().get("systemMessage").asText())
        .contains("swarm cannot start: session second");
    session.letGo();
  }

  @Test
  void clearing_a_session_ends_its_modes_and_says_so() {
    ok(swarm.run("mode", "start", "ralph", "--session", SESSION));
    session.send(session.payload("SessionEnd").put("reason", "clear"));
    HostSession cleared = new HostSession(api.http(), daemon.project(), "after-clear");

    JsonNode answer = cleared.send(cleared.payload("SessionStart").put("source", "clear"));

    assertThat(answer.get("systemMessage").asText()).contains("ralph ended with /clear");
    assertThat(resumed().has("systemMessage")).isFalse();
    session.letGo();
  }

  private JsonNode start(String id, Map<String, String> headers) {
    HostSession started = new HostSession(api.http(), daemon.project(), id);
    byte[] payload =
        started
            .payload("SessionStart")
            .put("source", "startup")
            .toString()
            .getBytes(StandardCharsets.UTF_8);
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/json");
    return Api.json(api.http().send("POST", "/v1/hooks", all, payload).text());
  }

  @Test
  void hooks_that_a_session_starts_with_switched_off_stay_off_without_the_header() {
    start("skipping", Map.of("Swarm-Skip-Hooks", "ralph"));
    ok(swarm.run("mode", "start", "ralph", "--session", "skipping"));

    new HostSession(api.http(), daemon.project(), "skipping").letGo();
  }

  @Test
  void a_session_that_starts_disabled_is_never_held() {
    start("disabled", Map.of("Swarm-Disabled", "1"));
    ok(swarm.run("mode", "start", "ralph", "--session", "disabled"));
    HostSession disabled = new HostSession(api.http(), daemon.project(), "disabled");

    disabled.letGo();

    start("disabled", Map.of());
    assertThat(disabled.held()).contains("ralph");
  }
}
