package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.FaultyProxy;
import swarmd.testing.Git;
import swarmd.testing.InProcessDaemon;

/** Readers of a team's events miss nothing, in whatever order transactions are committed. */
@Tag("postgresql")
class TeamFeedTest {
  private static final String REMOTE = "https://example.org/acme/shop";

  /** Another task like the first one, whatever columns it has. */
  private static final String ADD_SLOW =
      """
      WITH added AS (
        INSERT INTO swarmd.task OVERRIDING SYSTEM VALUE
        SELECT r.* FROM swarmd.task t CROSS JOIN LATERAL jsonb_populate_record(t,
          jsonb_build_object('id', nextval(pg_get_serial_sequence('swarmd.task', 'id')),
                             'title', 'slow')) r
        WHERE t.title = 'first'
        RETURNING swarm_id, id)
      INSERT INTO swarmd.event (at, kind, swarm_id, task_id)
      SELECT swarmd.now_ms(), 'created', swarm_id, id FROM added
      """;

  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final FaultyProxy network = FaultyProxy.before(server.port());
  private final List<InProcessDaemon> daemons = new ArrayList<>();

  @AfterEach
  void stop() {
    daemons.forEach(InProcessDaemon::close);
    network.close();
    server.drop(database);
  }

  private InProcessDaemon workstation(String name) {
    String url = server.url(database).replace(":" + server.port(), ":" + network.port());
    InProcessDaemon daemon =
        InProcessDaemon.start(Map.of("SWARMD_DATABASE", url, "SWARMD_WORKSTATION", name));
    daemons.add(daemon);
    Git.start(daemon.project());
    Git.git(daemon.project(), "remote", "add", "origin", REMOTE);
    return daemon;
  }

  /** The titles of the tasks that were created after a position, and the next position. */
  private record Read(List<String> titles, Position next) {}

  private Read readAfter(Position position) {
    JsonNode feed =
        Api.json(
            server.value(
                database,
                "SELECT swarmd.feed('%s', %d, 100)".formatted(position.xid(), position.id())));
    List<String> titles = new ArrayList<>();
    Position next = position;
    for (JsonNode event : feed.get("events")) {
      next = Position.of(event);
      if (event.get("kind").asText().equals("created")) {
        titles.add(titleOf(feed.get("tasks"), event.get("task_id").asLong()));
      }
    }
    return new Read(titles, next);
  }

  private static String titleOf(JsonNode tasks, long id) {
    for (JsonNode task : tasks) {
      if (task.get("id").asLong() == id) {
        return task.get("title").asText();
      }
    }
    throw new AssertionError("the feed has an event of task " + id + ", but not the task");
  }

  @Test
  void an_event_that_is_committed_after_a_later_one_is_not_missed() throws SQLException {
    InProcessDaemon desk = workstation("desk");
    InProcessDaemon laptop = workstation("laptop");
    try (Api atDesk = desk.api();
        Api atLaptop = laptop.api();
        Connection slow = server.connect(database);
        Statement statement = slow.createStatement()) {
      atDesk.add("first");
      Read first = readAfter(Position.START);
      assertThat(first.titles).containsExactly("first");

      slow.setAutoCommit(false);
      statement.execute(ADD_SLOW); // has its event's id, and is not committed
      atDesk.add("quick");
      Read second = readAfter(first.next);
      slow.commit();
      Read third = readAfter(second.next);

      List<String> all = new ArrayList<>(second.titles);
      all.addAll(third.titles);
      assertThat(all).containsExactlyInAnyOrder("quick", "slow");
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .untilAsserted(
              () ->
                  assertThat(atLaptop.titles("?limit=10"))
                      .containsExactlyInAnyOrder("first", "quick", "slow"));
      assertThat(atLaptop.get("/v1/tasks?limit=10").get("tasks")).hasSize(3);
    }
  }

  @Test
  void repeated_requests_succeed_while_an_older_transaction_holds_the_feed_back()
      throws SQLException {
    InProcessDaemon desk = workstation("desk");
    try (Api atDesk = desk.api();
        Connection slow = server.connect(database);
        Statement statement = slow.createStatement()) {
      atDesk.add("first");
      slow.setAutoCommit(false);
      statement.execute("CREATE TABLE other_work (id bigint)");
      ObjectNode claim = atDesk.body().put("agent", "ada").put("request_id", "once");

      Api.Held held = atDesk.claim(claim);
      assertThat(atDesk.claim(claim)).isEqualTo(held);
      atDesk.complete(held);
      atDesk.complete(held);
      assertThat(atDesk.refusal(held.path("release"), held.proof())).startsWith("409 ");
      assertThat(atDesk.show(held.id()).at("/task/status").asText()).isEqualTo("done");
      slow.rollback();
    }
  }

  @Test
  void a_repeated_claim_never_gets_the_task_of_another_agent_with_the_same_request_id() {
    InProcessDaemon desk = workstation("desk");
    try (Api atDesk = desk.api()) {
      atDesk.add("first", "second");
      ObjectNode ofAda = atDesk.body().put("agent", "ada").put("request_id", "1");
      Api.Held first = atDesk.claim(ofAda);
      atDesk.complete(first);
      Api.Held second = atDesk.claim(atDesk.body().put("agent", "bob").put("request_id", "1"));

      assertThat(second.id()).isNotEqualTo(first.id());
      assertThat(atDesk.claim(ofAda).id()).isEqualTo(first.id());
    }
  }

  @Test
  void a_new_workstation_copies_tasks_that_depend_on_tasks_of_an_older_swarm() {
    InProcessDaemon desk = workstation("desk");
    try (Api atDesk = desk.api()) {
      long old = atDesk.add("old").get(0);
      String[] many = IntStream.range(0, 600).mapToObj(i -> "task " + i).toArray(String[]::new);
      atDesk.add(many);
      ObjectNode body = atDesk.body();
      ObjectNode late = body.putArray("tasks").addObject().put("title", "late");
      late.put("swarm", "another").putArray("depends_on").add(old);
      atDesk.post("/v1/tasks", body);
    }
    InProcessDaemon laptop = workstation("laptop");
    try (Api atLaptop = laptop.api()) {
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .untilAsserted(
              () -> assertThat(atLaptop.titles("?swarm=another")).containsExactly("late"));
    }
  }

  @Test
  void a_workstation_notices_that_a_backup_was_restored() {
    InProcessDaemon desk = workstation("desk");
    try (Api atDesk = desk.api()) {
      atDesk.add("before the backup");
      long later = atDesk.add("after the backup").get(0);
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(atDesk.history(later)).containsExactly("created"));
    }
    desk.daemon().close();
    server.execute(
        database,
        """
        DELETE FROM swarmd.event WHERE id > (SELECT min(id) FROM swarmd.event WHERE task_id = 1);
        DELETE FROM swarmd.task WHERE id = 2;
        SELECT setval(pg_get_serial_sequence('swarmd.task', 'id'), 1);
        """);

    desk.restart();

    try (Api atDesk = desk.api()) {
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .untilAsserted(
              () -> assertThat(atDesk.titles("?limit=10")).containsExactly("before the backup"));
      atDesk.add("something else");
      assertThat(atDesk.titles("?limit=10")).containsExactly("before the backup", "something else");
    }
  }

  @Test
  void where_nobody_can_listen_workstations_ask_for_changes() {
    network.forbid("LISTEN");
    InProcessDaemon desk = workstation("desk");
    InProcessDaemon laptop = workstation("laptop");
    CompletableFuture<Api.Held> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try (Api api = laptop.api()) {
                return api.claim(api.body().put("agent", "bob").put("wait_ms", 60_000));
              }
            });
    try (Api atDesk = desk.api();
        Commands swarm = new Commands(desk::connect, desk.project())) {
      long id = atDesk.add("write the parser").get(0);

      Api.Held held = waiting.orTimeout(30, TimeUnit.SECONDS).join();

      assertThat(held.id()).isEqualTo(id);
      Awaitility.await()
          .atMost(30, TimeUnit.SECONDS)
          .untilAsserted(() -> assertThat(atDesk.history(id)).endsWith("claimed"));
      assertThat(swarm.run("team").out()).contains(", connected");
    }
  }
}
