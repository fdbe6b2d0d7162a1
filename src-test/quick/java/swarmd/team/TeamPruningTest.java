package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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
import swarmd.testing.Git;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;

/** Old tasks and events of a team are deleted by any of its daemons, for all of them. */
@Tag("postgresql")
class TeamPruningTest {
  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final List<InProcessDaemon> daemons = new ArrayList<>();
  private InProcessDaemon desk;
  private InProcessDaemon laptop;

  @BeforeEach
  void start() {
    desk = workstation("desk");
    laptop = workstation("laptop");
  }

  @AfterEach
  void stop() {
    daemons.forEach(InProcessDaemon::close);
    server.drop(database);
  }

  private InProcessDaemon workstation(String name) {
    InProcessDaemon daemon =
        InProcessDaemon.start(
            Map.of("SWARMD_DATABASE", server.url(database), "SWARMD_WORKSTATION", name));
    daemons.add(daemon);
    Git.start(daemon.project());
    Git.git(daemon.project(), "remote", "add", "origin", "https://example.org/acme/shop");
    return daemon;
  }

  private static List<String> titles(InProcessDaemon daemon) {
    try (Api api = daemon.api()) {
      return api.titles("?limit=1000");
    }
  }

  private static void eventually(Runnable check) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(check::run);
  }

  private static void complete(Api api, int count) {
    for (int i = 0; i < count; i++) {
      api.complete(api.claim("ann"));
    }
  }

  /** As if everything so far had happened three days ago. */
  private void age() {
    server.execute(
        database,
        """
        UPDATE swarmd.task SET finished_at = finished_at - 259200000;
        UPDATE swarmd.swarm SET state_at = state_at - 259200000;
        UPDATE swarmd.event SET at = at - 259200000;
        """);
  }

  private static String prune(InProcessDaemon daemon) {
    try (Commands swarm = new Commands(daemon::connect, daemon.project())) {
      Result result = swarm.run("prune", "--older-than", "1d");
      assertThat(result.exit()).as(result.err()).isZero();
      return result.out();
    }
  }

  private String count(String table) {
    return server.value(database, "SELECT count(*) FROM swarmd." + table);
  }

  @Test
  void tasks_of_a_swarm_that_has_long_been_complete_are_deleted_on_all_workstations() {
    try (Api api = desk.api()) {
      api.add("one", "two");
      complete(api, 2);
      eventually(() -> assertThat(titles(laptop)).containsExactly("one", "two"));
      age();
      api.add("three"); // opens the swarm again
      complete(api, 1);
      assertThat(prune(laptop)).containsPattern("tasks +1 d +0");
      age();
      api.add("still to do");

      server.execute(database, "UPDATE swarmd.swarm SET state = 'complete', state_at = 0");
      assertThat(prune(laptop)).containsPattern("tasks +1 d +3");

      assertThat(titles(laptop)).containsExactly("still to do");
      eventually(() -> assertThat(titles(desk)).containsExactly("still to do"));
      assertThat(prune(desk)).containsPattern("tasks +1 d +0");
      assertThat(count("event WHERE at < swarmd.now_ms() - 86400000")).isEqualTo("0");
    }
    assertThat(titles(workstation("new"))).containsExactly("still to do");
  }

  @Test
  void a_task_that_stays_is_known_to_new_workstations_although_its_history_is_deleted() {
    try (Api api = desk.api()) {
      long one = api.add("one", "two").get(0);
      complete(api, 1);
      age();

      prune(desk);

      assertThat(count("event WHERE task_id = " + one)).isEqualTo("1");
      assertThat(titles(workstation("new"))).containsExactly("one", "two");
      assertThat(api.history(one + 1)).containsExactly("created");
    }
  }

  @Test
  void a_workstation_that_was_away_while_events_were_deleted_copies_everything_anew() {
    try (Api api = desk.api()) {
      api.add("one", "two");
      eventually(() -> assertThat(titles(laptop)).containsExactly("one", "two"));
      daemons.remove(laptop);
      laptop.daemon().close();
      complete(api, 2);
      age();
      prune(desk);
      age(); // also the news that they are gone
      prune(desk);
      api.add("three");

      laptop.restart();
      daemons.add(laptop);

      eventually(() -> assertThat(titles(laptop)).containsExactly("three"));
      try (Api there = laptop.api()) {
        complete(there, 1);
      }
    }
  }

  @Test
  void pruning_waits_for_nobody_and_nobody_waits_for_it() throws SQLException {
    try (Api api = desk.api();
        Connection other = server.connect(database);
        Statement statement = other.createStatement()) {
      api.add("one", "two", "three");
      complete(api, 3);
      age();
      other.setAutoCommit(false);
      statement.execute("SELECT * FROM swarmd.task WHERE id = 1 FOR UPDATE");
      assertThat(prune(laptop)).containsPattern("tasks +1 d +2");
      other.commit();

      api.add("four");
      server.execute(database, "UPDATE swarmd.swarm SET state = 'complete', state_at = 0");
      statement.execute("SELECT swarmd.prune_tasks(86400000, NULL, 500)"); // and does not commit
      complete(api, 1);
      assertThat(prune(laptop)).containsPattern("tasks +1 d +0");
      other.commit();

      eventually(() -> assertThat(titles(desk)).containsExactly("four"));
    }
  }
}
