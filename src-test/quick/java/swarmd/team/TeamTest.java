package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.UnixHttp;

/** Several workstations share the tasks of a repository in one PostgreSQL server. */
@Tag("postgresql")
class TeamTest {
  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private final FaultyProxy network = FaultyProxy.before(server.port());
  private final List<InProcessDaemon> daemons = new ArrayList<>();
  private InProcessDaemon desk;
  private InProcessDaemon laptop;
  private Api atDesk;
  private Api atLaptop;

  @BeforeEach
  void start() {
    desk = workstation("desk", "git@example.org:acme/shop.git");
    laptop = workstation("laptop", "https://example.org/acme/shop");
    atDesk = desk.api();
    atLaptop = laptop.api();
  }

  @AfterEach
  void stop() {
    atDesk.close();
    atLaptop.close();
    daemons.forEach(InProcessDaemon::close);
    network.close();
    server.drop(database);
  }

  private InProcessDaemon workstation(String name, String remote) {
    String url = server.url(database).replace(":" + server.port(), ":" + network.port());
    InProcessDaemon daemon =
        InProcessDaemon.start(Map.of("SWARMD_DATABASE", url, "SWARMD_WORKSTATION", name));
    daemons.add(daemon);
    Git.start(daemon.project());
    Git.git(daemon.project(), "remote", "add", "origin", remote);
    return daemon;
  }

  private static void eventually(ThrowingCallable check) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS).untilAsserted(check::call);
  }

  @Test
  void a_task_added_on_one_workstation_is_done_on_another() {
    long id = atDesk.add("write the parser").get(0);

    Api.Held held = atLaptop.claim("bob");

    assertThat(held.id()).isEqualTo(id);
    eventually(
        () -> {
          JsonNode task = atDesk.show(id).get("task");
          assertThat(task.get("status").asText()).isEqualTo("claimed");
          assertThat(task.get("workstation").asText()).isEqualTo("laptop");
          assertThat(task.get("project").asText()).isEqualTo("example.org/acme/shop");
        });

    atLaptop.complete(held);

    eventually(() -> assertThat(atDesk.history(id)).endsWith("completed"));
  }

  @Test
  void a_task_of_an_account_at_its_limit_goes_to_another_workstation() {
    long id = atDesk.add("write the parser").get(0);
    try (UnixHttp deskHttp = desk.connect();
        UnixHttp laptopHttp = laptop.connect()) {
      HostSession limited = new HostSession(deskHttp, desk.project(), "s1");
      limited.start();
      new HostSession(laptopHttp, laptop.project(), "s2").start();
      atDesk.claim(atDesk.body().put("agent", "ann").put("session", "s1"));

      limited.fail("rate_limit", "try again in 20 minutes");

      eventually(
          () ->
              assertThat(
                      atLaptop
                          .post(
                              "/v1/tasks/claim",
                              atLaptop.body().put("agent", "bob").put("session", "s2"))
                          .get("tasks"))
                  .hasSize(1));
      assertThat(atLaptop.show(id).at("/task/attempts").asInt()).isEqualTo(1);
      atDesk.add("write the printer");
      assertThat(
              atDesk
                  .post("/v1/tasks/claim", atDesk.body().put("agent", "ann").put("session", "s1"))
                  .get("reason")
                  .asText())
          .isEqualTo("paused");
      assertThat(atLaptop.get("/v1/status").get("paused_accounts")).isEmpty();
    }
  }

  @Test
  void two_machines_of_one_user_are_two_agents() {
    atDesk.add("write the parser", "write the printer");
    try (Commands first = new Commands(desk::connect, desk.project());
        Commands second = new Commands(laptop::connect, laptop.project())) {
      assertThat(first.run("task", "claim").exit()).isZero();
      assertThat(second.run("task", "claim").exit()).isZero();

      eventually(
          () ->
              assertThat(atDesk.get("/v1/tasks").get("tasks").findValuesAsText("agent"))
                  .containsExactlyInAnyOrder("tester@desk", "tester@laptop"));
      assertThat(first.run("task", "list").out()).containsPattern("tester@desk +write");
    }
  }

  @Test
  void a_hook_for_what_needs_the_person_runs_in_the_folder_of_the_shared_project()
      throws IOException {
    Path seen = desk.userHome().resolve("seen");
    Files.writeString(
        desk.daemon().info().home().resolve("settings.json"),
        """
        {"hooks": {"NeedsPerson": [{"hooks": [{"type": "command", "command": "{ cat; echo; } >> %s"}]}]}}
        """
            .formatted(seen));
    desk.time().advance(Duration.ofSeconds(5));
    try (UnixHttp http = desk.connect()) {
      new HostSession(http, desk.project(), "s1").start();
    }
    atDesk.add("write the parser", "write the printer");
    Api.Held held = atDesk.claim("ann");
    atDesk.step(held, "fail");
    eventually(
        () -> assertThat(atDesk.show(held.id()).at("/task/status").asText()).isEqualTo("failed"));

    desk.time().advance(Duration.ofSeconds(15)); // once: more would be the hook's time limit

    eventually(
        () -> {
          assertThat(seen).exists();
          JsonNode event = Api.json(Files.readString(seen).lines().findFirst().orElse("{}"));
          assertThat(event.path("project").asText()).isEqualTo("example.org/acme/shop");
          assertThat(event.path("cwd").asText()).isEqualTo(desk.project().toString());
        });
  }

  @Test
  void a_waiting_claim_gets_the_task_that_another_workstation_adds() {
    CompletableFuture<Api.Held> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try (Api api = laptop.api()) {
                return api.claim(api.body().put("agent", "bob").put("wait_ms", 60_000));
              }
            });

    long id = atDesk.add("write the parser").get(0);

    assertThat(waiting.orTimeout(30, TimeUnit.SECONDS).join().id()).isEqualTo(id);
  }

  @Test
  void a_file_of_a_task_that_is_claimed_on_another_workstation_cannot_be_edited() {
    ObjectNode task = Api.object().put("title", "parser");
    task.putArray("files").add("src/**");
    ObjectNode body = atDesk.body();
    body.putArray("tasks").add(task);
    atDesk.post("/v1/tasks", body);
    atDesk.claim("ann");

    eventually(() -> assertThat(edit(laptop, "src/Parser.java")).contains("agent ann on desk"));
    assertThat(edit(laptop, "src/Parser.java")).doesNotContain("has not answered");
    try (Commands swarm = new Commands(laptop::connect, laptop.project())) {
      assertThat(swarm.run("task", "list").out()).contains("ann on desk");
      assertThat(swarm.run("status").out()).contains("ann on desk");
      assertThat(swarm.run("task", "done", "1").err()).contains("ann on desk");
    }
  }

  private static String edit(InProcessDaemon daemon, String file) {
    try (UnixHttp http = daemon.connect()) {
      HostSession session = new HostSession(http, daemon.project(), "s1");
      ObjectNode call = session.payload("PreToolUse").put("tool_name", "Edit");
      call.putObject("tool_input").put("file_path", daemon.project().resolve(file).toString());
      return session.send(call).toString();
    }
  }

  @Test
  void while_the_database_is_away_hooks_answer_and_a_completed_task_is_not_lost() {
    ObjectNode body = atDesk.body();
    ObjectNode task = Api.object().put("title", "parser");
    task.putArray("files").add("src/**");
    body.putArray("tasks").add(task);
    atDesk.post("/v1/tasks", body);
    Api.Held held = atDesk.claim("ann");
    eventually(() -> assertThat(edit(laptop, "src/Parser.java")).contains("ann"));

    network.refuse(true);
    network.cut();

    UnixHttp.Answer refused = atLaptop.http().post("/v1/tasks/claim", claimBy("bob"));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.text()).contains("does not answer");
    assertThat(edit(laptop, "src/Parser.java")).contains("ann");
    assertThat(atDesk.http().post(held.path("complete"), held.proof().toString()).status())
        .isEqualTo(503);
    laptop.time().advance(Duration.ofMinutes(3));
    assertThat(edit(laptop, "src/Parser.java"))
        .contains("agent ann on desk", "database has not answered for 3m 0s, so this may");
    try (UnixHttp http = laptop.connect()) {
      assertThat(new HostSession(http, laptop.project(), "s2").start().toString())
          .contains("Tasks of this project", "has not answered for 3m");
    }
    try (Commands swarm = new Commands(laptop::connect, laptop.project())) {
      assertThat(swarm.run("status").out()).contains("has not answered for");
      assertThat(swarm.run("task", "list").err()).contains("has not answered for");
    }

    network.refuse(false);

    eventually(() -> assertThat(atLaptop.history(held.id())).contains("completed"));
    try (Commands swarm = new Commands(laptop::connect, laptop.project())) {
      eventually(() -> assertThat(swarm.run("status").out()).contains(", connected"));
    }
  }

  private String claimBy(String agent) {
    return atLaptop.body().put("agent", agent).toString();
  }

  @Test
  void adding_tasks_is_not_repeated_when_the_answer_is_lost() {
    network.cutAtRandom(0.2);
    List<Long> added = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ObjectNode body = atDesk.body();
      body.putArray("tasks").addObject().put("title", "a" + i);
      ((ArrayNode) body.get("tasks")).addObject().put("title", "b" + i);
      UnixHttp.Answer answer = atDesk.http().post("/v1/tasks", body.toString());
      assertThat(answer.status()).as(answer.text()).isIn(200, 201, 503);
      if (answer.status() != 503) {
        JsonNode tasks = Api.json(answer.text());
        assertThat(tasks.get("tasks").findValuesAsText("title")).containsExactly("a" + i, "b" + i);
        added.addAll(Api.ids(tasks));
      }
    }
    network.cutAtRandom(0);

    eventually(() -> assertThat(atLaptop.titles("?limit=1000")).doesNotHaveDuplicates());
    eventually(
        () -> assertThat(atLaptop.titles("?limit=1000")).hasSizeGreaterThanOrEqualTo(added.size()));
    assertThat(added).doesNotHaveDuplicates();
  }

  @Test
  void no_claim_is_left_behind_when_its_answer_is_lost() {
    List<Long> ids = atDesk.add("a", "b", "c", "d", "e", "f", "g", "h");
    network.cutAtRandom(0.3);
    List<Long> held = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      UnixHttp.Answer answer = atLaptop.http().post("/v1/tasks/claim", claimBy("bob"));
      if (answer.status() == 200) {
        held.addAll(Api.ids(Api.json(answer.text())));
      }
    }
    network.cutAtRandom(0);

    assertThat(held).doesNotHaveDuplicates();
    eventually(
        () ->
            assertThat(Api.ids(atDesk.get("/v1/tasks?status=claimed&limit=100")))
                .containsExactlyInAnyOrderElementsOf(held));
  }

  @Test
  void tasks_of_a_session_that_ended_while_the_database_was_away_are_released_later() {
    atDesk.add("write the parser");
    try (UnixHttp http = desk.connect()) {
      HostSession session = new HostSession(http, desk.project(), "s1");
      session.start();
      Api.Held held = atDesk.claim(atDesk.body().put("agent", "ann").put("session", "s1"));
      network.refuse(true);
      network.cut();
      session.end();
      network.refuse(false);

      eventually(() -> assertThat(atLaptop.history(held.id())).contains("released"));
    }
  }

  @Test
  void every_task_is_done_exactly_once_although_connections_break_all_the_time() throws Exception {
    int count = 200;
    ObjectNode body = atDesk.body();
    LongStream.range(0, count)
        .forEach(
            i -> {
              ObjectNode task = Api.object().put("title", "t" + i).put("wave", i / 50);
              body.withArray("tasks").add(task);
            });
    atDesk.post("/v1/tasks", body);
    workstation("third", "ssh://git@example.org:2222/acme/shop.git");
    ExecutorService agents = Executors.newCachedThreadPool();
    List<CompletableFuture<Void>> working = new ArrayList<>();
    for (InProcessDaemon daemon : daemons) {
      for (int i = 0; i < 4; i++) {
        String agent = "agent" + i;
        working.add(CompletableFuture.runAsync(() -> work(daemon, agent), agents));
      }
    }
    CompletableFuture<Void> done =
        CompletableFuture.allOf(working.toArray(new CompletableFuture<?>[0]));
    network.cutAtRandom(0.01);
    done.get(120, TimeUnit.SECONDS);
    network.cutAtRandom(0);
    agents.shutdown();

    eventually(
        () ->
            assertThat(atLaptop.titles("?status=done&limit=1000"))
                .hasSize(count)
                .doesNotHaveDuplicates());
    for (long id = 1; id <= count; id++) {
      long task = id;
      // a copy gets its events after the tasks
      eventually(() -> assertThat(atLaptop.history(task)).containsOnlyOnce("completed"));
    }
  }

  /** Claims and completes until nothing is left; a request that failed is repeated. */
  private static void work(InProcessDaemon daemon, String agent) {
    try (Api api = daemon.api()) {
      while (true) {
        ObjectNode claim = api.body().put("agent", agent).put("wait_ms", 5_000);
        claim.put("request_id", UUID.randomUUID().toString());
        JsonNode answer = untilStored(api, "/v1/tasks/claim", claim);
        if (answer.get("tasks").isEmpty()) {
          if (answer.path("reason").asText().equals("complete")) {
            return;
          }
          continue;
        }
        JsonNode task = answer.get("tasks").get(0);
        ObjectNode proof = Api.object().put("token", task.get("lease").get("token").asText());
        untilStored(api, "/v1/tasks/" + task.get("id").asLong() + "/complete", proof);
      }
    }
  }

  private static JsonNode untilStored(Api api, String path, ObjectNode body) {
    UnixHttp.Answer answer;
    do {
      answer = api.http().post(path, body.toString());
    } while (answer.status() == 503);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return Api.json(answer.text());
  }
}
