package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.FaultyProxy;
import swarmd.testing.Git;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;

/** A project's tasks move from a workstation to its team, and back. */
@Tag("postgresql")
class TaskMoveTest {
  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final FaultyProxy network = FaultyProxy.before(server.port());
  private InProcessDaemon daemon;
  private Commands swarm;
  private Api api;

  @BeforeEach
  void start() {
    daemon =
        InProcessDaemon.start(
            Map.of("SWARMD_WORKSTATION", "desk", "PGPASSWORD", server.password()));
    Git.start(daemon.project());
    Git.git(daemon.project(), "remote", "add", "origin", "git@example.org:acme/shop.git");
    connect();
  }

  @AfterEach
  void stop() {
    disconnect();
    daemon.close();
    network.close();
    server.drop(database);
  }

  private void connect() {
    swarm = new Commands(daemon::connect, daemon.project());
    api = daemon.api();
  }

  private void disconnect() {
    swarm.close();
    api.close();
  }

  private void restart() {
    disconnect();
    daemon.restart();
    connect();
  }

  private void joinTeam() throws IOException {
    String url =
        server.urlWithoutPassword(database).replace(":" + server.port(), ":" + network.port());
    Files.writeString(
        daemon.daemon().info().home().resolve("settings.json"),
        "{\"settings\": {\"database\": \"%s\"}}".formatted(url));
    restart();
  }

  private void leaveTeam() {
    ok("team", "leave");
    restart();
  }

  private String ok(String... words) {
    Result result = swarm.run(words);
    assertThat(result.exit()).as(result.err()).isZero();
    return result.out();
  }

  /** Three waves' worth of states: done, pending with a dependency, failed, cancelled. */
  private void addTasks() {
    ok("task", "add", "one");
    ok(
        "task",
        "add",
        "two",
        "--depends-on",
        "1",
        "--files",
        "src/**",
        "--tag",
        "sql",
        "--key",
        "k",
        "--retry",
        "5m");
    ok("limit", "3");
    ok("limit", "2", "--tag", "deploy");
    ok("pause", "--tag", "deploy");
    ok("task", "add", "three", "--swarm", "other", "--priority", "3");
    ok("task", "add", "four");
    Api.Held held = api.claim(api.body().put("agent", "ann").put("worktree", true));
    api.complete(held);
    api.post("/v1/tasks/4/cancel", Api.object());
  }

  private List<String> states() {
    List<String> states = new ArrayList<>();
    for (JsonNode task : api.get("/v1/tasks?limit=1000").get("tasks")) {
      states.add(
          "%s %s %s"
              .formatted(
                  task.get("swarm").asText(),
                  task.get("title").asText(),
                  task.get("status").asText()));
    }
    return states;
  }

  private List<String> checksOf(String title) {
    List<String> names = new ArrayList<>();
    api.show(idOf(title)).get("required_checks").forEach(name -> names.add(name.asText()));
    return names;
  }

  private long idOf(String title) {
    for (JsonNode task : api.get("/v1/tasks?limit=1000").get("tasks")) {
      if (task.get("title").asText().equals(title)) {
        return task.get("id").asLong();
      }
    }
    throw new AssertionError(title);
  }

  private void assertPausedTag() {
    JsonNode swarms = api.get("/v1/status").get("swarms");
    assertThat(swarms.at("/0/max_claimed_by_tag/deploy").asInt()).isEqualTo(2);
    assertThat(swarms.at("/0/paused_tags/0").asText()).isEqualTo("deploy");
  }

  @Test
  void tasks_move_to_the_team_and_back_with_their_state_dependencies_and_history()
      throws IOException {
    addTasks();
    swarm.run("task", "edit", "3", "--check", "test");
    swarm.run("task", "require", "lint", "--swarm", "other");
    List<String> before = states();
    List<String> historyOfOne = api.history(1);
    joinTeam();
    assertThat(states()).isEmpty();
    assertThat(ok("task", "push", "--dry-run")).contains("would move 4 tasks to the team");
    assertThat(states()).isEmpty();

    assertThat(ok("task", "push")).contains("moved 4 tasks to the team");

    assertThat(states()).containsExactlyInAnyOrderElementsOf(before);
    long one = idOf("one");
    long two = idOf("two");
    assertThat(api.history(one)).isEqualTo(historyOfOne);
    assertThat(api.show(one).at("/task/branch").asText()).isEqualTo("swarm/1-one");
    JsonNode moved = api.show(two).get("task");
    assertThat(moved.get("depends_on").get(0).asLong()).isEqualTo(one);
    assertThat(moved.get("files").get(0).asText()).isEqualTo("src/**");
    assertThat(checksOf("three")).containsExactly("lint", "test");
    assertThat(moved.get("key").asText()).isEqualTo("k");
    assertThat(moved.get("retry_ms").asLong()).isEqualTo(300_000);
    assertThat(api.get("/v1/status").at("/swarms/0/max_claimed").asInt()).isEqualTo(3);
    assertPausedTag();
    assertThat(api.show(one).get("task").get("workstation").asText()).isEqualTo("desk");
    assertThat(swarm.run("task", "push").err()).contains("there are no local tasks");
    ok("task", "claim", String.valueOf(two), "--agent", "bob");
    assertThat(swarm.run("task", "pull").err())
        .contains("task " + two + " is held; complete or release it first");
    ok("task", "release", String.valueOf(two), "--agent", "bob");

    assertThat(ok("task", "pull", "--dry-run")).contains("would move 4 tasks");
    assertThat(ok("task", "pull")).contains("moved 4 tasks to this workstation");

    assertThat(states()).isEmpty();
    assertThat(swarm.run("task", "pull").err()).contains("the team has no tasks");
    leaveTeam();
    assertThat(states()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(api.history(idOf("one"))).isEqualTo(historyOfOne);
    assertThat(api.show(idOf("one")).at("/task/branch").asText()).isEqualTo("swarm/1-one");
    assertThat(checksOf("three")).containsExactly("lint", "test");
    assertThat(api.show(idOf("two")).at("/task/key").asText()).isEqualTo("k");
    assertThat(api.get("/v1/status").at("/swarms/0/max_claimed").asInt()).isEqualTo(3);
    assertPausedTag();
    Api.Held next = api.claim("ann");
    assertThat(next.id()).isEqualTo(idOf("two"));
    api.complete(next);
  }

  @Test
  void a_move_whose_answers_are_lost_is_completed_by_the_next_one() throws IOException {
    addTasks();
    List<String> before = states();
    joinTeam();

    network.cutAtRandom(0.1);
    untilDone("push");
    network.cutAtRandom(0);

    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(states()).containsExactlyInAnyOrderElementsOf(before));
    network.cutAtRandom(0.1);
    untilDone("pull");
    network.cutAtRandom(0);
    leaveTeam();
    assertThat(states()).containsExactlyInAnyOrderElementsOf(before);
  }

  private void untilDone(String command) {
    Result result = swarm.run("task", command);
    for (int i = 0; result.exit() != 0 && i < 50; i++) {
      result = swarm.run("task", command);
    }
    assertThat(result.exit()).as(result.err()).isZero();
  }

  @Test
  void what_was_taken_out_of_the_team_and_did_not_arrive_arrives_with_the_next_pull()
      throws IOException {
    addTasks();
    List<String> before = states();
    joinTeam();
    ok("task", "push");
    String owner = owner();

    // the daemon died right after the team's database had stored its part
    server.execute(
        database,
        """
        SELECT swarmd.hand_out('{"project": "example.org/acme/shop", "owner": "%s"}')
        """
            .formatted(owner));
    assertThat(ok("task", "pull")).contains("moved 4 tasks");
    assertThat(swarm.run("task", "pull").err()).contains("the team has no tasks");

    leaveTeam();
    assertThat(states()).containsExactlyInAnyOrderElementsOf(before);
  }

  private String owner() {
    return server.value(database, "SELECT split_part(min(origin), ':', 1) FROM swarmd.origin");
  }

  @Test
  void a_push_that_died_before_it_deleted_the_local_tasks_adds_none_twice() throws IOException {
    addTasks();
    List<String> before = states();
    joinTeam();
    byte[] local = Files.readAllBytes(daemon.daemon().info().home().resolve("swarmd.db"));
    ok("task", "push");
    Files.write(daemon.daemon().info().home().resolve("swarmd.db"), local);

    ok("task", "push");

    assertThat(states()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(swarm.run("task", "push").err()).contains("there are no local tasks");
  }

  @Test
  void a_swarm_moves_alone_only_if_nothing_else_waits_for_it() throws IOException {
    ok("task", "add", "one");
    ok("task", "add", "two", "--swarm", "other", "--depends-on", "1");
    ok("task", "add", "three", "--swarm", "third");
    joinTeam();

    assertThat(swarm.run("task", "push", "--swarm", "other").err())
        .contains("task 2 and tasks of another swarm depend on each other; leave out --swarm");
    assertThat(ok("task", "push", "--swarm", "third")).contains("moved 1 task to the team");
    ok("task", "push");
    assertThat(swarm.run("task", "pull", "--swarm", "other").err()).contains("leave out --swarm");
    assertThat(ok("task", "pull", "--swarm", "third")).contains("moved 1 task");
    assertThat(states()).containsExactlyInAnyOrder("default one pending", "other two blocked");
  }

  @Test
  void a_task_that_is_held_stays_until_its_lease_is_over() throws IOException {
    ok("task", "add", "one");
    ObjectNode claim = api.body().put("agent", "ann").put("lease_ms", 60_000);
    api.claim(claim);
    joinTeam();

    assertThat(swarm.run("task", "push").err())
        .contains("task 1 is held; complete or release it first, or wait until the lease is over");
    daemon.time().advance(java.time.Duration.ofMinutes(2));

    ok("task", "push");
    assertThat(states()).containsExactly("default one pending");
  }

  @Test
  void without_a_team_nothing_can_be_moved() {
    assertThat(swarm.run("task", "push").err())
        .contains("this workstation is in no team; see: swarm team");
  }
}
